// Your knowledge of the game, updated by every message; the order of messages does not matter.
//
// An invalid message is ignored.  The message at the beginning of your next turn corrects the
// state.
import {
    AWAY,
    COUNTDOWN_TURNS,
    DETECT_RESTS,
    FULL,
    HIT,
    KIT_HEALS,
    LAST_CLOSING,
    PLAYERS,
} from "./constants.js";
import { NOWHERE, Player, Status, Tool, UNKNOWN } from "./definition.js";
import { guarded } from "./protocol.js";
import { MACHINES, SPAWNS, place } from "./station.js";

const MINOR = ["trap", "detect"];

// All knowledge of a player, who sees only their own layer.
//
// In your turn it is complete and current, with one exception.  If you change layers in this turn,
// you do not know the hit points of the players on the new layer until your next turn.
export class Knowledge {
    id = 0;
    round = 1;
    inturn = 0;
    players = SPAWNS.map((pos, id) => new Player(id, pos));
    boxes = new Set();
    major = false; // whether the major action of your turn is used up
    over = true; // whether it is not your turn, or your turn is over
    rested = 1; // the first round in which you can detect again
    died = 0; // the round of your last death
    countdown = 0; // your turns until the capsule leaves; 0: you have not started it
    coming = null; // the key that a machine makes for you, which arrives in your next turn
    news = []; // the messages outside your turns since your last turn
    #heard = [];
    #skipped = false;

    get me() {
        return this.players[this.id];
    }

    get others() {
        return this.players.filter((player) => player.id !== this.id);
    }

    // The round in which you return; null if you are alive, or dead for good.
    get returns() {
        const dead = this.me.status === Status.DEAD && this.died <= LAST_CLOSING;
        return dead ? this.died + AWAY : null;
    }

    // Applies any message except the reply to an action.
    hear(message) {
        guarded(message, () => this.#hear(message));
    }

    // Applies the reply to an action of yours.
    done(words, reply) {
        guarded(reply, () => this.#done(words, reply));
    }

    #hear(message) {
        switch (message.type) {
            case "roundbegin":
                if ("status" in message) this.#ownTurn(message);
                else this.#otherTurn(message);
                break;
            case "offround":
                this.#heard.push(message);
                this.#off(message.content, playerId(message.playerid), message);
                break;
            case "id":
                this.id = playerId(message.id);
                break;
            case "other_death":
                this.#dies(playerId(message.playerid), this.round);
                break;
            case "death":
                this.#dies(this.id, this.round);
                break;
            case "escaped":
                this.#leaves(this.id, Status.ESCAPED);
                break;
            case "box_disappear":
                this.boxes.delete(place(message.pos));
                break;
            default:
        }
    }

    #otherTurn(message) {
        this.inturn = playerId(message.inturn);
        this.round = whole(message.state);
        this.over = true;
        const { me } = this;
        if (this.#skipped && me.status === Status.SKIPPING) me.status = Status.ALIVE;
        this.#skipped = false;
    }

    // Reads the whole message before anything changes.
    #ownTurn(message) {
        const { me } = this;
        const [status, others] = [statusOf(message.status), [...message.others]];
        const bag = bagOf(message.tools);
        const [hp, keys] = [whole(message.hp), sorted(message.keys)];
        const round = whole(message.state);
        let { pos } = me;
        if ("pos" in message) pos = place(message.pos);
        else if (me.status === Status.DEAD && status !== Status.DEAD) pos = SPAWNS[me.id];

        Object.assign(this, { inturn: me.id, round, major: false, coming: null });
        this.over = status !== Status.ALIVE && status !== Status.COUNTDOWN;
        this.#skipped = status === Status.SKIPPING;
        this.countdown = status === Status.COUNTDOWN ? Math.max(1, this.countdown - 1) : 0;
        [this.news, this.#heard] = [this.#heard, []];
        Object.assign(me, { pos, status, hp, keys, tools: bag });
        for (const other of others) this.#about(other);
        this.#forget();
    }

    #about(other) {
        const player = this.players[playerId(other.player_id)];
        player.status = statusOf(other.status);
        player.hp = whole(other.hp);
        player.keys = sorted(other.keys);
        if (!player.up || player.hp === UNKNOWN) player.pos = NOWHERE;
    }

    // Forgets players and boxes of other layers.
    #forget() {
        const z = this.me.pos[2];
        this.boxes = new Set([...this.boxes].filter((pos) => pos[2] === z));
        for (const other of this.others) {
            if (other.pos[2] !== z) lose(other);
        }
    }

    #dies(number, now) {
        const player = this.players[number];
        Object.assign(player, { status: Status.DEAD, hp: 0, keys: [] });
        if (number !== this.id) {
            player.pos = NOWHERE;
            return;
        }
        const { tools } = player;
        tools.landmineNumber[0] = tools.stickyNumber[0] = tools.kit = tools.transport = 0;
        Object.assign(this, { countdown: 0, coming: null, died: now, over: true });
        this.#skipped = false;
    }

    #leaves(number, status) {
        const player = this.players[number];
        Object.assign(player, { status, pos: NOWHERE });
        if (number === this.id) Object.assign(this, { over: true, countdown: 0 });
        else player.hp = UNKNOWN;
    }

    #off(content, by, message) {
        const [kind, first, second] = content;
        switch (kind) {
            case "see":
                this.#see(...content.slice(1));
                break;
            case "died":
                this.#dies(playerId(first), whole(message.state));
                break;
            case "escaped":
                this.#leaves(by, Status.ESCAPED);
                break;
            case "ai_error":
                this.#leaves(by, Status.ERROR);
                break;
            case "hp_update":
                this.me.hp = whole(first);
                break;
            case "getkey":
                this.players[by].keys = sorted(new Set([...this.players[by].keys, ...first]));
                break;
            case "trap_triggered":
            case "trap_destroyed":
            case "trap_destoryed":
                this.#trapGone(first, place(second));
                break;
            default:
        }
    }

    #see(kind, where, who, state) {
        const pos = place(where);
        if (kind === "interprops_status_update") {
            if (who !== "Box") return;
            if (state === "appear") this.boxes.add(pos);
            if (state === "disappear") this.boxes.delete(pos);
            return;
        }
        const player = this.players[playerId(who)];
        if (player.id === this.id) return;
        if (kind === "regenerate") {
            Object.assign(player, { status: Status.ALIVE, hp: FULL, keys: [player.id] });
        }
        if (kind === "pos_update" && pos === NOWHERE) lose(player);
        else player.pos = pos;
    }

    // The numbers and the places of a kind of trap.
    #placed(kind) {
        const { tools } = this.me;
        if (kind === "Sticky") return [tools.stickyNumber, tools.stickyPos];
        return [tools.landmineNumber, tools.landminePos];
    }

    // Removes a trap of yours.
    #trapGone(kind, pos) {
        const [number, placed] = this.#placed(kind);
        const at = placed.indexOf(pos);
        if (at < 0) return;
        placed.splice(at, 1);
        --number[1];
    }

    #done(words, reply) {
        if (!reply.success) return;
        const [name, ...rest] = words;
        const blinks = rest[0] === "Transport";
        this.major ||= !blinks && !MINOR.includes(name);
        if (name === "move" || blinks) {
            this.#arrive(place(rest.at(-1)), reply, blinks);
        } else if (name === "attack") {
            this.#hit(this.players[rest[1]]);
        } else if (name === "trap") {
            const [number, placed] = this.#placed(rest[0]);
            --number[0];
            ++number[1];
            placed.push(this.me.pos);
        } else if (name === "tool") {
            const { me } = this;
            --me.tools.kit;
            me.hp = whole(reply.hp ?? Math.min(FULL, me.hp + KIT_HEALS));
        } else if (name === "detect") {
            this.rested = this.round + DETECT_RESTS;
        } else {
            this.#used(rest, reply);
        }
    }

    // Applies the use of a thing of the station.
    #used([thing, on], reply) {
        const { me } = this;
        if (thing === "KeyMachine") {
            this.coming = MACHINES.get(me.pos) ?? null;
            this.over = true;
        } else if (thing === "EscapeCapsule") {
            me.status = on ? Status.COUNTDOWN : Status.ALIVE;
            this.countdown = on ? COUNTDOWN_TURNS : 0;
            this.over = on;
        } else if (thing === "Box") {
            me.keys = sorted(reply.keys);
            this.boxes.delete(me.pos);
        } else {
            const { tools } = reply;
            me.tools.landmineNumber[0] = whole(tools.LandMine);
            me.tools.stickyNumber[0] = whole(tools.Sticky);
            me.tools.kit = whole(tools.Kit);
            me.tools.transport = whole(tools.Transport);
        }
    }

    #arrive(pos, reply, blinked) {
        const { me } = this;
        me.pos = pos;
        me.hp = whole(reply.hp ?? me.hp);
        if (blinked) --me.tools.transport;
        this.#lookAround(reply.view ?? []);
        me.status = statusOf(reply.status ?? me.status);
        if (me.status === Status.DEAD) {
            // The message about the death comes next.
            this.#dies(this.id, this.round);
            this.boxes.add(pos);
        }
        this.over = me.status !== Status.ALIVE;
    }

    // Another layer; an empty view is that of the same one.
    #lookAround(view) {
        if (view.length === 0) return;
        this.boxes = new Set(view.filter((node) => node[1]).map((node) => place(node[0])));
        this.others.forEach(lose);
        for (const [pos, , numbers = []] of view) {
            for (const number of numbers) this.players[playerId(number)].pos = place(pos);
        }
    }

    #hit(victim) {
        const at = victim.pos;
        victim.hp = Math.max(0, victim.hp - HIT);
        if (victim.hp > 0) return;
        this.#dies(victim.id, this.round);
        this.boxes.add(at);
    }
}

function whole(value) {
    if (!Number.isInteger(value)) throw new TypeError(`${value} is no whole number`);
    return value;
}

function playerId(value) {
    if (whole(value) < 0 || value >= PLAYERS) throw new RangeError(`there is no player ${value}`);
    return value;
}

function statusOf(value) {
    if (Object.values(Status).includes(value)) return value;
    throw new RangeError(`there is no status ${value}`);
}

function sorted(keys) {
    return Array.from(keys, whole).sort((a, b) => a - b);
}

function bagOf(said) {
    const bag = new Tool();
    [bag.landmineNumber, bag.landminePos] = traps(said.LandMine);
    [bag.stickyNumber, bag.stickyPos] = traps(said.Sticky);
    [bag.kit, bag.transport] = [whole(said.Kit), whole(said.Transport)];
    return bag;
}

function traps([unplaced, placed, ...where]) {
    return [[whole(unplaced), whole(placed)], where.map(place)];
}

// Forgets place and hit points of a player who is out of sight.
function lose(other) {
    other.pos = NOWHERE;
    other.hp = other.status === Status.DEAD ? 0 : UNKNOWN;
}
