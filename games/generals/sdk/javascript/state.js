// Your team's view and memory of the game, updated from the referee's lines.
//
// A place is a number, x * width + y with row x and column y from 0.  owners, kinds and units are
// your team's view, exactly as the referee has it: out of view a tile is 0, 0, 0.  sight() also
// remembers tiles seen earlier.
import {
    CAPITAL,
    CITY,
    HALF_TURNS_A_ROUND,
    HALF_TURNS_A_TURN,
    HIDDEN,
    LETTERS,
    MAYBE_MOUNTAIN,
    MOST_OPERATIONS,
    NEUTRAL,
    SWAMP,
} from "./constants.js";
import { digits } from "./protocol.js";

export const NEVER = -1;
export const FAR = 2 ** 29; // the distance of what cannot be reached
const UNSEEN = Object.freeze({ owner: NEUTRAL, kind: HIDDEN, units: 0, half: NEVER });
// The changes of row and column by the index of a letter of LETTERS.
const STEPS = [
    [-1, 0],
    [1, 0],
    [0, -1],
    [0, 1],
];

// The game as your team knows it.
export class State {
    #memory;
    #near;

    constructor(start) {
        const { player, players, width, height, halfturns, teams, names, modifiers } = start;
        Object.assign(this, { player, players, width, height, halfturns, teams, names, modifiers });
        this.team = teams[player - 1]; // yours; teams[p - 1] is the team of player p
        this.size = width * height;
        this.half = 0; // the half-turn that is played with your next answer
        this.echo = digits(start.echo); // the fog echo of each tile; it never changes
        this.owners = new Uint8Array(this.size);
        this.kinds = new Uint8Array(this.size);
        this.units = new Array(this.size).fill(0);
        this.capital = NEVER; // your capital's place
        this.queue = []; // your orders that wait ({x, y, letter, half}), the oldest first
        this.ranking = []; // by team, as the referee sends it; empty under Silent War
        this.messages = [];
        this.beaten = new Set(); // the players who are out
        this.#memory = new Array(this.size).fill(UNSEEN);
        this.#near = Array.from({ length: this.size }, (_, place) => this.#around(place));
        const [owners, kinds] = [digits(start.owners), digits(start.kinds)];
        for (let place = 0; place < this.size; ++place) {
            this.#put(place, owners[place], kinds[place], start.units[place]);
        }
    }

    // The board.

    place(x, y) {
        return x * this.width + y;
    }
    row(place) {
        return Math.floor(place / this.width);
    }
    column(place) {
        return place % this.width;
    }
    // The two to four places next to another one.
    neighbours(place) {
        return this.#near[place];
    }

    // Whether the owner is you or a player of your team.
    isFriendly(owner) {
        return owner !== NEUTRAL && this.teams[owner - 1] === this.team;
    }
    isEnemy(owner) {
        return owner !== NEUTRAL && this.teams[owner - 1] !== this.team;
    }
    isVisible(place) {
        return this.kinds[place] !== HIDDEN;
    }

    // The tile as it is, or as it was last seen: {owner, kind, units, half}.  `half` is NEVER where
    // it was never in view.
    sight(place) {
        if (!this.isVisible(place)) return this.#memory[place];
        const [owner, kind, units] = [this.owners[place], this.kinds[place], this.units[place]];
        return { owner, kind, units, half: this.half };
    }
    // Whether an army might walk there: blanks, swamps, capitals, and cities that were seen.
    isOpen(place) {
        if (this.echo[place] !== MAYBE_MOUNTAIN) return true;
        return this.kinds[place] === CITY || this.#memory[place].kind === CITY;
    }
    // The units that must arrive to take the tile, as last seen; 0 for your team's tiles.
    cost(place) {
        const seen = this.sight(place);
        return this.isFriendly(seen.owner) ? 0 : Math.max(seen.units, 0) + 1;
    }
    // Your places.
    own() {
        return this.#chosen((place) => this.owners[place] === this.player);
    }
    // Those from which units can move, the largest army first.
    armies() {
        const able = this.own().filter((place) => this.units[place] > 1);
        return able.sort((a, b) => this.units[b] - this.units[a]);
    }
    // Those next to open tiles that your team does not own.
    frontier() {
        const beyond = (near) => this.isOpen(near) && !this.isFriendly(this.owners[near]);
        return this.own().filter((place) => this.neighbours(place).some(beyond));
    }

    // Distances and paths.

    // Steps over open tiles from the nearest source to every place, FAR where there is no way.
    // `enter(place)` may close more of them.
    distances(sources, enter = () => true) {
        const steps = new Int32Array(this.size).fill(FAR);
        const edge = [...sources];
        for (const place of edge) steps[place] = 0;
        for (const here of edge) {
            for (const near of this.neighbours(here)) {
                if (steps[near] !== FAR || !this.isOpen(near) || !enter(near)) continue;
                steps[near] = steps[here] + 1;
                edge.push(near);
            }
        }
        return steps;
    }

    // The places from `source` to the nearest wanted one, both included; empty without one.  Cities
    // that are not your team's are only entered as the goal.
    path(source, wanted) {
        const before = new Int32Array(this.size).fill(NEVER);
        before[source] = source;
        const edge = [source];
        for (const here of edge) {
            if (here !== source && wanted(here)) return wayBack(before, here);
            if (here !== source && this.#isCityOfOthers(here)) continue;
            for (const near of this.neighbours(here)) {
                if (before[near] !== NEVER || !this.isOpen(near)) continue;
                before[near] = here;
                edge.push(near);
            }
        }
        return [];
    }

    // Updates.

    // Applies a line of the referee: natural growth, then all other changes.
    update(turn) {
        this.half = turn.half;
        if (this.half > 0) {
            this.#grow();
            this.queue.shift();
        }
        if (turn.dropped) this.queue.length = 0;
        for (const [x, y, owner, kind, units] of turn.diffs) {
            this.#put(this.place(x, y), owner, kind, units);
        }
        this.ranking = turn.ranking;
        this.messages = turn.messages;
        for (const player of turn.beaten) this.beaten.add(player);
    }

    #around(place) {
        const [x, y] = [this.row(place), this.column(place)];
        const found = [];
        for (const [down, right] of STEPS) {
            const [row, column] = [x + down, y + right];
            const inside = row >= 0 && row < this.height && column >= 0 && column < this.width;
            if (inside) found.push(this.place(row, column));
        }
        return found;
    }

    #chosen(choose) {
        const found = [];
        for (let place = 0; place < this.size; ++place) if (choose(place)) found.push(place);
        return found;
    }

    #isCityOfOthers(place) {
        return this.kinds[place] === CITY && !this.isFriendly(this.owners[place]);
    }

    // Natural growth, when `half` half-turns are over.
    #grow() {
        if (this.half % HALF_TURNS_A_TURN !== 0) return;
        const everywhere = this.half % HALF_TURNS_A_ROUND === 0 ? 1 : 0;
        for (let at = 0; at < this.size; ++at) {
            if (this.owners[at] === NEUTRAL) continue;
            const kind = this.kinds[at];
            if (kind === CITY || kind === CAPITAL) ++this.units[at];
            if (kind === SWAMP) --this.units[at];
            this.units[at] += everywhere;
        }
    }

    #put(at, owner, kind, units) {
        if (kind === HIDDEN && this.isVisible(at)) {
            this.#memory[at] = { ...this.sight(at), half: this.half - 1 };
        }
        this.owners[at] = owner;
        this.kinds[at] = kind;
        this.units[at] = units;
        if (kind === CAPITAL && owner === this.player) this.capital = at;
    }
}

function wayBack(before, end) {
    const way = [end];
    for (let place = end; before[place] !== place; place = before[place]) way.push(before[place]);
    return way.reverse();
}

// Your answer for one half-turn.  Each operation also updates the state's queue.
export class Operations {
    #state;

    constructor(state) {
        this.#state = state;
        this.list = [];
    }

    // Appends an order to your queue.  The two places must be neighbours; `half` moves the larger
    // half instead of all but one.
    move(source, target, half = false) {
        const state = this.#state;
        if (!state.neighbours(source).includes(target)) {
            throw new RangeError(`place ${target} is not next to ${source}`);
        }
        const [x, y] = [state.row(source), state.column(source)];
        const [down, right] = [state.row(target) - x, state.column(target) - y];
        const letter = LETTERS[STEPS.findIndex((step) => step[0] === down && step[1] === right)];
        this.#add(half ? ["move", x, y, letter, true] : ["move", x, y, letter]);
        state.queue.push({ x, y, letter, half });
    }
    // Appends orders that move all units along a path of neighbouring places.
    walk(path) {
        for (let i = 1; i < path.length; ++i) this.move(path[i - 1], path[i]);
    }
    // Takes back all orders that wait, or the newest one.
    clear() {
        this.#add(["clear"]);
        this.#state.queue.length = 0;
    }
    undo() {
        this.#add(["undo"]);
        this.#state.queue.pop();
    }

    #add(operation) {
        if (this.list.length >= MOST_OPERATIONS) {
            throw new RangeError(`an answer has at most ${MOST_OPERATIONS} operations`);
        }
        this.list.push(operation);
    }
}
