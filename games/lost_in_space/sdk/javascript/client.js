// The calls of the manual.  Your AI is a `Client` with a `play` of its own.
import { Edge, MOST, NOWHERE, Node, Status, View } from "./definition.js";
import { Knowledge } from "./knowledge.js";
import {
    CAPSULE,
    MACHINES,
    MATERIALS,
    PASSAGES,
    SPAWNS,
    STOPS,
    compare,
    place,
    ways,
} from "./station.js";

const TRAPS = ["LandMine", "Sticky"];
const REFUSED = Object.freeze({ type: "action", success: false });

// One player.  Places are frozen arrays [x, y, z] that you can compare with `===`; calls also take
// any other array of the same numbers.
//
// An action returns the referee's reply, an object with `success`; a refused action changes
// nothing.  After the end of the turn, by `endTurn` or by an action, the client refuses further
// actions and does not send them.
export class Client {
    know = new Knowledge();
    #connection;
    #ended = true;
    #pending = false;

    constructor(connection) {
        this.#connection = connection;
    }

    // Your turn.  It ends when this returns, or by `endTurn`.
    play() {}

    // Your turn while the capsule counts down.  interact("EscapeCapsule", false) stops it, which is
    // a major action.  Without that, the countdown continues.
    countdown() {}

    // Your knowledge.  RangeError for a player who does not exist.

    getMyNum() {
        return this.know.id;
    }

    getMyPos() {
        return this.know.me.pos;
    }

    getMyHp() {
        return this.know.me.hp;
    }

    // NOWHERE if you do not see that player.
    getOtherPos(playerId) {
        const player = this.#player(playerId);
        return player.up ? player.pos : NOWHERE;
    }

    // 0 for a dead player, UNKNOWN if you do not see the player.
    getOtherHp(playerId) {
        return this.#player(playerId).hp;
    }

    getOtherStatus(playerId) {
        return this.#player(playerId).status;
    }

    getKeys() {
        return [...this.know.me.keys];
    }

    getOtherKeys(playerId) {
        return [...this.#player(playerId).keys];
    }

    getTools() {
        return this.know.me.tools;
    }

    // The places of your mines, oldest first.
    getLandminePos() {
        return [...this.know.me.tools.landminePos];
    }

    // The places of your slimes, oldest first.
    getStickyPos() {
        return [...this.know.me.tools.stickyPos];
    }

    // The place where a player starts, and returns after a death.
    getSpawnPos(playerId) {
        return SPAWNS[this.#player(playerId).id];
    }

    getEscapePos() {
        return CAPSULE;
    }

    // Open places one move away from `pos`, by passage or by lift.  Attacks, detection and blinks
    // reach only those on the layer of `pos`.
    getNeighbors(pos) {
        return ways(place(pos), this.know.round);
    }

    // The places of boxes on your layer.
    getBoxes() {
        return [...this.know.boxes].sort(compare);
    }

    getRound() {
        return this.know.round;
    }

    // Rounds until you can detect again; 0: you can.
    getCheckCd() {
        return Math.max(0, this.know.rested - this.know.round);
    }

    // The messages since your last turn about the turns of others, in order.
    getNews() {
        return [...this.know.news];
    }

    get player() {
        return this.know.me;
    }

    get others() {
        return this.know.others;
    }

    get view() {
        const z = this.know.me.pos[2];
        const nodes = [...PASSAGES.keys()].filter((pos) => pos[2] === z);
        const edges = nodes.flatMap((pos) =>
            ways(pos, this.know.round)
                .filter((to) => compare(to, pos) > 0 || to[2] !== z)
                .map((to) => new Edge(pos, to)),
        );
        return new View(nodes.map((pos) => this.#node(pos)), edges);
    }

    get turnOver() {
        return this.know.over || this.#ended;
    }

    // Whether the one major action of this turn is used up.
    get majorUsed() {
        return this.know.major;
    }

    // Your actions.

    // Major: along a passage or by a lift.
    move(pos) {
        return this.#act("move", known(pos));
    }

    // Major: strike a player who is at `pos`, your own place or one passage away.
    attack(pos, playerId) {
        return this.#act("attack", known(pos), this.know.players[playerId]?.id);
    }

    // Major: use the "KeyMachine", or start (true) or stop (false) the "EscapeCapsule".  Using a
    // machine and starting the capsule end the turn.
    interact(toolType, start = true) {
        if (toolType === "EscapeCapsule") return this.#act("interact", toolType, Boolean(start));
        return this.#act("interact", toolType === "KeyMachine" ? toolType : undefined);
    }

    // Major: take the keys of a "Box", or from "Materials" the item `toolType`.  `content` of the
    // reply is your bag.  An empty material point costs the major action.
    viewBox(boxType, toolType = "") {
        let reply;
        if (boxType === "Box") {
            reply = this.#act("interact", "Box");
        } else {
            const item = spelt(toolType);
            const takes = boxType === "Materials" && MOST.has(item);
            const emptyPoint = takes && this.#willTake(item);
            reply = this.#act("interact", takes ? "Materials" : undefined, item);
            if (emptyPoint && !reply.success && !this.turnOver) this.know.major = true;
        }
        return { ...reply, content: this.know.me.tools.counts() };
    }

    // Minor: "LandMine" or "Sticky", at your own place.
    putTrap(trapType) {
        const kind = spelt(trapType);
        return this.#act("trap", TRAPS.includes(kind) ? kind : undefined);
    }

    // "Kit", which is major, or "Transport", a blink to `pos`, which is minor.
    useTool(toolType, pos) {
        if (toolType === "Transport") return this.#act("tool", toolType, known(pos));
        return this.#act("tool", toolType === "Kit" ? toolType : undefined);
    }

    // Minor, every five rounds: `has_trap` of the reply.  It destroys a trap of others.
    detect(pos) {
        return this.#act("detect", known(pos));
    }

    endTurn() {
        if (this.#ended) return;
        this.#ended = true;
        this.#connection.send({ type: "finish", state: this.know.round });
    }

    // Reads messages and plays until the referee ends, which throws Hangup.
    run() {
        while (true) {
            this.#hear(this.#connection.read());
            while (this.#pending) {
                this.#pending = this.#ended = false;
                if (this.know.me.status === Status.COUNTDOWN) this.countdown();
                else this.play();
                this.endTurn();
            }
        }
    }

    #player(playerId) {
        const player = this.know.players[playerId];
        if (player === undefined) throw new RangeError(`there is no player ${playerId}`);
        return player;
    }

    // Whether the action can fail only because the material point is empty.
    #willTake(item) {
        const { me } = this.know;
        const free = !this.turnOver && !this.know.major && me.status === Status.ALIVE;
        return free && MATERIALS.includes(me.pos) && me.tools.count(item) < MOST.get(item);
    }

    #node(pos) {
        const there = {
            Box: this.know.boxes.has(pos),
            Materials: MATERIALS.includes(pos),
            KeyMachine: MACHINES.has(pos),
            EscapeCapsule: pos === CAPSULE,
            Elevator: STOPS.has(pos),
        };
        const standing = this.know.players.filter((player) => player.up && player.pos === pos);
        return new Node(
            pos,
            Object.keys(there).filter((name) => there[name]),
            standing.map((player) => player.id),
        );
    }

    // Sends an action and reads messages up to its reply.
    #act(...action) {
        const state = this.know.round;
        if (action.includes(undefined)) {
            console.error(`round ${state}: nothing of the game: ${JSON.stringify(action)}`);
            return REFUSED;
        }
        if (this.turnOver) return REFUSED;
        this.#connection.send({ type: "action", action, state });
        while (true) {
            const message = this.#connection.read();
            if (message.type === "action") {
                const reply = { ...message, success: message.success === true };
                this.know.done(action, reply);
                return reply;
            }
            this.#hear(message);
            if (message.type === "roundbegin") {
                // The referee has continued without an answer.
                this.#ended = true;
                return REFUSED;
            }
        }
    }

    #hear(message) {
        this.know.hear(message);
        if (message.type === "roundbegin" && "status" in message) this.#pending = !this.know.over;
    }
}

function spelt(item) {
    return item === "Landmine" ? "LandMine" : item;
}

// The place of the station with these numbers; undefined if there is none.
function known(pos) {
    try {
        const found = place(pos);
        return found === NOWHERE ? undefined : found;
    } catch {
        return undefined;
    }
}
