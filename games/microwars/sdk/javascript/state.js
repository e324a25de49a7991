// The board at the start of the turn that you answer for, the units on it, and the rules.
//
// Places are numbers: neighbours are at fixed distances (AROUND), and around the board there is a
// border that nobody enters and of which nothing has to be checked.
//
// A unit is { place, kind, hp, mine, number }: kind is TANK or CANNON, hp the points that it has
// left.  Your own units keep their number for the whole game, and replays have the same; the
// enemy's have NOBODY.  Units are never changed: a turn makes new ones, so that copies can share
// them.
//
// An order is { unit, shot, move }, three places: the unit on `unit` shoots at `shot`, or not at
// all where that is 0, and chooses to move to `move`, or stays where that is its own place.
import {
    AROUND,
    BLAST,
    ENEMY_TANK,
    OWN_TANK,
    PLACES,
    POWER,
    REACH,
    SHIFT,
    STEP,
    UNAVAILABLE,
} from "./constants.js";

export const NOBODY = -1;

// Seconds that starting may cost.
const GRACE = 1;

// x and y are counted from 1, y upwards.
export function placeAt(x, y) {
    return (x << SHIFT) | y;
}

export function column(place) {
    return place >> SHIFT;
}

export function row(place) {
    return place & ((1 << SHIFT) - 1);
}

// [x, y] of a place, as the calls of draw.js take it.
export function position(place) {
    return [column(place), row(place)];
}

// Fields between two places; a diagonal step is as long as a straight one.
export function distance(one, other) {
    return Math.max(Math.abs(column(one) - column(other)), Math.abs(row(one) - row(other)));
}

// Whether a unit may shoot at this place, which is one of the board.
export function reaches(unit, target) {
    return distance(unit.place, target) <= REACH[unit.kind];
}

// Seconds of computing time that your program has used; ten are lost.
export function spent() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
}

export class State {
    constructor(width, height, turns) {
        this.width = width;
        this.height = height;
        this.turns = turns;
        this.turn = 0; // from 1 to turns
        this.units = []; // by place
        this.won = 0; // the enemies destroyed
        this.lost = 0; // your own units lost
        // For the methods: the index of the unit on each place, or NOBODY; the places where units
        // can stand; the orders of the turn before; how many units there were at first.
        this.indices = new Int16Array(PLACES).fill(NOBODY);
        this.open = new Uint8Array(PLACES);
        this.given = [];
        this.atFirst = { mine: 0, theirs: 0 };
    }

    // An independent state in the same position.
    copy() {
        const next = Object.assign(new State(this.width, this.height, this.turns), this);
        next.indices = this.indices.slice();
        return next;
    }

    // Whether this is a field of the board.
    inside(place) {
        const [x, y] = position(place);
        return 1 <= x && x <= this.width && 1 <= y && y <= this.height;
    }

    // Whether units can ever stand there.
    available(place) {
        return this.open[place] === 1;
    }

    // Whether a unit beside it may choose to move there: available, and nobody is there now.
    empty(place) {
        return this.open[place] === 1 && this.indices[place] === NOBODY;
    }

    // The unit that stands there; undefined for nobody.
    at(place) {
        return this.units[this.indices[place]];
    }

    // The places that a unit may choose to move to; its own is not among them.
    steps(unit) {
        return AROUND.map((step) => unit.place + step).filter((place) => this.empty(place));
    }

    // The places at most `radius` away that are on the board; the place itself is one of them.
    around(place, radius) {
        const [x, y] = position(place);
        const found = [];
        for (let i = Math.max(1, x - radius); i <= Math.min(this.width, x + radius); ++i) {
            for (let j = Math.max(1, y - radius); j <= Math.min(this.height, y + radius); ++j) {
                found.push(placeAt(i, j));
            }
        }
        return found;
    }

    // The places that a unit may shoot at.
    targets(unit) {
        return this.around(unit.place, REACH[unit.kind]);
    }

    // Why an order of yours would lose the game; empty where it is allowed.
    refusal(order) {
        if (![order.unit, order.shot, order.move].every(known)) return "no place at all";
        const unit = this.at(order.unit);
        if (!unit?.mine) return "no unit of yours stands there";
        if (order.shot !== 0) {
            if (!this.inside(order.shot)) return "the target is not on the board";
            if (!reaches(unit, order.shot)) return "the target is out of range";
        }
        if (order.move === order.unit) return "";
        if (distance(order.unit, order.move) > STEP) return "the field to move to is no neighbour";
        return this.empty(order.move) ? "" : "the field to move to is not empty";
    }

    // Play one turn of allowed orders of both sides: for looking ahead in a copy.
    play(orders) {
        const hits = new Int32Array(PLACES);
        const chosen = new Int32Array(PLACES);
        const goals = this.units.map((unit) => unit.place);
        for (const { unit, shot, move } of orders) {
            const { kind } = this.at(unit);
            if (shot !== 0) {
                for (const hit of this.around(shot, BLAST[kind])) hits[hit] += POWER[kind];
            }
            if (move !== unit) {
                goals[this.indices[unit]] = move;
                ++chosen[move];
            }
        }
        const after = this.units.map((unit, index) => ({
            ...unit,
            hp: unit.hp - hits[unit.place],
            place: chosen[goals[index]] <= 1 ? goals[index] : unit.place,
        }));
        for (const unit of after) {
            if (unit.hp > 0) continue;
            if (unit.mine) ++this.lost;
            else ++this.won;
        }
        this.#set(after.filter((unit) => unit.hp > 0));
        ++this.turn;
    }

    // Steps to the nearest of these places, by place, over available fields as if nobody stood
    // there; -1 where there is no way.
    distances(goals) {
        const found = new Int16Array(PLACES).fill(-1);
        const queue = [...goals];
        for (const goal of goals) found[goal] = 0;
        for (const place of queue) {
            for (const step of AROUND) {
                const near = place + step;
                if (!this.open[near] || found[near] >= 0) continue;
                found[near] = found[place] + 1;
                queue.push(near);
            }
        }
        return found;
    }

    // Whether a larger part of `seconds` than of the turns is over: time to think less.
    late(seconds = 7) {
        return spent() > GRACE + ((seconds - GRACE) * this.turn) / this.turns;
    }

    // For the main loop: you need not call these.

    // Take in the fields of a turn, in whatever order they come.
    update(fields) {
        ++this.turn;
        const now = [];
        for (const { x, y, what, hp } of fields) {
            const place = placeAt(x, y);
            if (this.turn === 1) this.open[place] = what === UNAVAILABLE ? 0 : 1;
            if (what < OWN_TANK) continue;
            const mine = what < ENEMY_TANK;
            const kind = what - (mine ? OWN_TANK : ENEMY_TANK);
            now.push({ place, kind, hp, mine, number: NOBODY });
        }
        const before = this.units;
        this.#set(now);
        this.#number(before);
        const mine = this.units.filter((unit) => unit.mine).length;
        const theirs = this.units.length - mine;
        if (this.turn === 1) this.atFirst = { mine, theirs };
        this.won = this.atFirst.theirs - theirs;
        this.lost = this.atFirst.mine - mine;
    }

    // Remember the orders of this turn: they tell next turn's units apart.
    sent(orders) {
        this.given = orders;
    }

    #set(units) {
        for (const unit of this.units) this.indices[unit.place] = NOBODY;
        this.units = units.sort((one, other) => one.place - other.place);
        this.units.forEach((unit, index) => (this.indices[unit.place] = index));
    }

    // Give own units the numbers that they had.  A unit stands where it was or where it wanted to
    // go.  No other unit can have come to either field: the one was taken, and on the other nobody
    // arrives whom it did not stop.
    #number(before) {
        if (this.turn === 1) {
            this.units.forEach((unit, index) => (unit.number = unit.mine ? index : NOBODY));
        }
        const goals = new Map(this.given.map((order) => [order.unit, order.move]));
        for (const old of before.filter((unit) => unit.mine)) {
            const unit = [old.place, goals.get(old.place)]
                .map((place) => this.at(place))
                .find((found) => found?.mine && found.number === NOBODY);
            if (unit) unit.number = old.number;
        }
    }
}

function known(place) {
    return Number.isInteger(place) && 0 <= place && place < PLACES;
}
