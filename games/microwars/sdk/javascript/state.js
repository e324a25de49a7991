// The board, the units on it, and the rules.
import { BLAST, LARGEST, POWER, REACH } from "./constants.js";

// REACH is how far a target may lie, in all eight directions, BLAST how far around it a shot hits,
// both by kind.
export { CANNON, TANK } from "./constants.js";
export { BLAST, REACH };

// Places are numbers: neighbours are at fixed distances, and around the board there is a border
// that nobody enters and of which nothing has to be checked.
const SHIFT = 5;
export const PLACES = 1 << (2 * SHIFT);
export const place = (x, y) => (x << SHIFT) | y;
export const column = (at) => at >> SHIFT;
export const row = (at) => at & ((1 << SHIFT) - 1);
export const AROUND = [-33, -32, -31, -1, 1, 31, 32, 33];

export const NOBODY = -1;

// Fields between two places; a diagonal step is as long as a straight one.
export function distance(one, other) {
    return Math.max(Math.abs(column(one) - column(other)), Math.abs(row(one) - row(other)));
}

// `hp` are the points that a unit has left.  Your own units have a number that they keep for the
// whole game, the one that replays have; the enemy's have NOBODY.
export class Unit {
    constructor(at, kind, hp, mine, number = NOBODY) {
        this.place = at;
        this.kind = kind;
        this.hp = hp;
        this.mine = mine;
        this.number = number;
    }

    // Whether it may shoot at this place, which is one of the board.
    reaches(target) {
        return distance(this.place, target) <= REACH[this.kind];
    }

    copy() {
        return new Unit(this.place, this.kind, this.hp, this.mine, this.number);
    }
}

// An order: the unit on `unit` shoots at `shot`, or not at all where that is 0, and chooses to move
// to `move`, or stays where that is its own place.  All three are places.
export const order = (unit, shot = 0, move = unit) => ({ unit, shot, move });

// The board at the start of the turn that you answer for.
//
// turn, turns    the turn, from 1, and the last one
// units          all units that stand, by place
// won, lost      the enemies destroyed, and your own units lost
export class State {
    #at = new Map();
    #open = new Uint8Array(PLACES);
    #given = [];
    #mine = 0;
    #theirs = 0;

    constructor(width, height, turns) {
        this.width = width;
        this.height = height;
        this.turns = turns;
        this.turn = 0;
        this.units = [];
        this.won = 0;
        this.lost = 0;
    }

    // Whether this is a place of the board.
    isInside(at) {
        const [x, y] = [column(at), row(at)];
        return x >= 1 && x <= this.width && y >= 1 && y <= this.height;
    }
    // Whether units can ever stand there.
    isAvailable(at) {
        return this.#open[at] === 1;
    }
    // Whether a unit beside it may choose to move there: available, and nobody is there now.
    isEmpty(at) {
        return this.isAvailable(at) && !this.#at.has(at);
    }
    // The unit that stands there; undefined for nobody.
    at(where) {
        return this.#at.get(where);
    }

    // The places that a unit may choose to move to; its own is not among them.
    steps(unit) {
        return AROUND.map((step) => unit.place + step).filter((near) => this.isEmpty(near));
    }

    // The places at most `radius` away that are on the board; the place itself is one of them.
    around(centre, radius) {
        const found = [];
        const [x, y] = [column(centre), row(centre)];
        for (let i = Math.max(1, x - radius); i <= Math.min(this.width, x + radius); ++i) {
            for (let j = Math.max(1, y - radius); j <= Math.min(this.height, y + radius); ++j) found.push(place(i, j));
        }
        return found;
    }

    // The places that a unit may shoot at.
    targets(unit) {
        return this.around(unit.place, REACH[unit.kind]);
    }

    // Why an order of yours would lose the game; "" where it is allowed.
    refusal({ unit: from, shot, move }) {
        if (![from, shot, move].every((at) => Number.isInteger(at) && at >= 0 && at < PLACES)) return "no place at all";
        const unit = this.at(from);
        if (!unit?.mine) return "no unit of yours stands there";
        if (shot) {
            if (!this.isInside(shot)) return "the target is not on the board";
            if (!unit.reaches(shot)) return "the target is out of range";
        }
        if (move === from) return "";
        if (distance(from, move) > 1) return "the field to move to is no neighbour";
        return this.isEmpty(move) ? "" : "the field to move to is not empty";
    }

    // An independent state, for looking ahead.
    copy() {
        const twin = new State(this.width, this.height, this.turns);
        Object.assign(twin, this);
        twin.#open = this.#open;
        twin.#given = this.#given;
        [twin.#mine, twin.#theirs] = [this.#mine, this.#theirs];
        twin.#set(this.units.map((unit) => unit.copy()));
        return twin;
    }

    // Play one turn of allowed orders of both sides: for looking ahead in a copy.
    play(orders) {
        const hits = new Map();
        const chosen = new Map();
        const goals = new Map();
        for (const { unit, shot, move } of orders) {
            const { kind } = this.at(unit);
            const aimed = shot ? this.around(shot, BLAST[kind]) : [];
            for (const hit of aimed) hits.set(hit, (hits.get(hit) ?? 0) + POWER[kind]);
            if (move === unit) continue;
            goals.set(unit, move);
            chosen.set(move, (chosen.get(move) ?? 0) + 1);
        }
        const after = [];
        for (const unit of this.units) {
            const goal = goals.get(unit.place);
            unit.hp -= hits.get(unit.place) ?? 0;
            if (goal !== undefined && chosen.get(goal) === 1) unit.place = goal;
            if (unit.hp > 0) after.push(unit);
            else if (unit.mine) this.lost += 1;
            else this.won += 1;
        }
        this.#set(after);
        this.turn += 1;
    }

    // Steps to the nearest of these places, by place, over available fields as if nobody stood
    // there; -1 where there is no way.
    distances(goals) {
        const found = new Int16Array(PLACES).fill(-1);
        const queue = [...new Set(goals)];
        for (const goal of queue) found[goal] = 0;
        for (const at of queue) {
            for (const step of AROUND) {
                const near = at + step;
                if (near < 0 || near >= PLACES || !this.#open[near] || found[near] >= 0) continue;
                found[near] = found[at] + 1;
                queue.push(near);
            }
        }
        return found;
    }

    // Seconds of computing time that your program has used; ten are lost.
    static spent() {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
    }

    // Whether a larger part of `seconds` than of the turns is over: time to think less.
    isLate(seconds = 7) {
        const grace = 1; // seconds that starting may cost
        return State.spent() > grace + ((seconds - grace) * this.turn) / this.turns;
    }

    // For the main loop: you need not call these.

    // Take in the fields of a turn ({x, y, what, hp}), in whatever order they come.
    update(fields) {
        this.turn += 1;
        const now = [];
        for (const { x, y, what, hp } of fields) {
            const where = place(x, y);
            if (this.turn === 1) this.#open[where] = what === 1 ? 0 : 1;
            if (what < 2) continue;
            const mine = what < 4;
            now.push(new Unit(where, what - (mine ? 2 : 4), hp, mine));
        }
        const before = this.units;
        this.#set(now);
        this.#number(before);
        const mine = now.filter((unit) => unit.mine).length;
        const theirs = now.length - mine;
        if (this.turn === 1) [this.#mine, this.#theirs] = [mine, theirs];
        this.won = this.#theirs - theirs;
        this.lost = this.#mine - mine;
    }

    // Remember the orders of this turn: they tell next turn's units apart.
    sent(orders) {
        this.#given = orders;
    }

    #set(units) {
        this.units = units.sort((one, other) => one.place - other.place);
        this.#at = new Map(this.units.map((unit) => [unit.place, unit]));
    }

    // Give own units the numbers that they had.  A unit stands where it was or where it wanted to
    // go.  No other unit can have come to either field: the one was taken, and on the other nobody
    // arrives whom it did not stop.
    #number(before) {
        if (this.turn === 1) {
            for (const [index, unit] of this.units.entries()) if (unit.mine) unit.number = index;
        }
        const goal = new Map(this.#given.map(({ unit, move }) => [unit, move]));
        for (const old of before.filter((unit) => unit.mine)) {
            const found = [old.place, goal.get(old.place)]
                .map((where) => this.at(where))
                .find((unit) => unit?.mine && unit.number === NOBODY);
            if (found) found.number = old.number;
        }
    }
}

// Whether a board can have this size.
export const isSize = (width, height) => [width, height].every((side) => side >= 1 && side <= LARGEST);
