// The types of your knowledge, as in the manual.  Changing them does not change the game.
//
// A place is an array [x, y, z], as on the wire: in drawings x grows upwards and y to the right.  z
// is the layer; layer 0 is the top one.  Each place is one frozen array: station.js makes them all.
import { CARRY, FULL, ITEMS } from "./constants.js";

// The place of a player whom you do not see.
export const NOWHERE = Object.freeze([-1, -1, -1]);

// The hit points of a player whom you do not see.
export const UNKNOWN = -1;

// The maximum of each item in a bag, by its name on the wire; placed traps do not count.
export const MOST = new Map(ITEMS.map((item, index) => [item, CARRY[index]]));

// The status of a player; the values are the numbers on the wire.
export const Status = Object.freeze({
    ALIVE: 0,
    DEAD: 1,
    ESCAPED: 2,
    SKIPPING: 3, // caught in slime: this turn is over, and the next one is skipped
    COUNTDOWN: 4, // in the capsule, which counts down
    ERROR: 5, // the program has failed
});

// The status of players who stand somewhere in the station.
export const UP = Object.freeze([Status.ALIVE, Status.SKIPPING, Status.COUNTDOWN]);

// A bag and the placed traps: per kind of trap [in the bag, placed] and the places of placed traps,
// oldest first, and the numbers of kits and blinks.
export class Tool {
    landmineNumber = [0, 0];
    landminePos = [];
    stickyNumber = [0, 0];
    stickyPos = [];
    kit = 0;
    transport = 0;

    // The number of an item in the bag, by its name on the wire; undefined for other names.
    count(kind) {
        return this.counts()[kind];
    }

    counts() {
        const [mines, slimes] = [this.landmineNumber[0], this.stickyNumber[0]];
        return { LandMine: mines, Sticky: slimes, Kit: this.kit, Transport: this.transport };
    }
}

// A player.  Of others, you know place and hit points only on your own layer, and never the tools.
export class Player {
    status = Status.ALIVE;
    hp = FULL;
    tools = new Tool();

    constructor(id, pos) {
        this.id = id;
        this.pos = pos;
        this.keys = [id];
    }

    // Whether this player stands somewhere in the station.
    get up() {
        return UP.includes(this.status);
    }
}

// A place with its things and players.  `interprops` can have Box, Materials, KeyMachine,
// EscapeCapsule and Elevator; `player` has the numbers of the players who stand there, including
// you.
export class Node {
    constructor(pos, interprops, player) {
        Object.assign(this, { pos, interprops, player });
    }
}

// A passage or a lift; both lead in both directions.
export class Edge {
    constructor(stpos, edpos) {
        Object.assign(this, { stpos, edpos });
    }
}

// Your layer: its places, open passages and lifts, including lifts to other layers.
export class View {
    constructor(selfNodes, selfEdges) {
        Object.assign(this, { selfNodes, selfEdges });
    }
}
