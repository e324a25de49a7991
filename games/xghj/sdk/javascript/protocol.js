// The lines between a bot and the referee: one JSON object on each.
import { KERNEL_UNIT, MOST_BOMBS, RELATIONS, STANCES } from "./constants.js";
import {
    BaseMap,
    DiplomaticCommand,
    DiplomaticStatus,
    Info,
    NEUTRAL_PLAYER_ID,
    Rules,
    UNKNOWN_PLAYER_ID,
} from "./definition.js";
import { Input, ProtocolError, send } from "./pipe.js";

// The referee's lines as values, and your answers as lines.
export class Referee {
    #input = new Input();

    // Reads the start.
    constructor() {
        const start = this.#read("start");
        this.map = baseMap(start);
        this.player = start.player;
        this.players = start.scene.players;
    }

    // The next message, { type, ... }; it waits for one.  Its type is
    //
    //     bid      you have `money`
    //     spawn    others have named the positions `chosen` before you, in this order
    //     round    `info` is your view
    //     end      with your `rank` and the `words` about the end
    read() {
        const data = this.#read("ask", "end");
        if (data.type === "end") return data;
        switch (data.phase) {
            case "bid":
                return { type: "bid", money: data.money };
            case "spawn":
                return { type: "spawn", chosen: data.chosen.map(([x, y]) => ({ x, y })) };
            case "round":
                return { type: "round", info: this.#info(data) };
            default:
                throw new ProtocolError(`an unknown phase: ${data.phase}`);
        }
    }

    bid(price, money) {
        this.#send({ bid: Math.min(Math.max(Math.trunc(price), 0), money) });
    }

    spawn(place) {
        this.#send({ spawn: this.#point(place) ?? [-1, -1] });
    }

    // Sends the answer in `info`, without the bombs that the rules would skip in any case.
    answer(info) {
        const letters = Array.from({ length: this.players }, (_, id) =>
            id === this.player ? "-" : (STANCES[info.diplomaticCommands[id]] ?? "-"),
        );
        const bombs = info.militaryCommands
            .map(({ place, bombSize }) => [this.#point(place), Math.trunc(bombSize)])
            .filter(([at, size]) => at && size > 0)
            .map(([at, size]) => [...at, size]);
        if (bombs.length > MOST_BOMBS) {
            console.error(`more than ${MOST_BOMBS} bombs: the rest is left out`);
        }
        const answer = { stances: letters.join(""), bombs: bombs.slice(0, MOST_BOMBS) };
        if (info.newCapital) answer.capital = this.#point(info.newCapital) ?? [-1, -1];
        this.#send(answer);
    }

    // A position as the lines have it; null where it is not on the board.
    #point(place) {
        if (!place || !this.map.inside(place)) return null;
        return [Math.trunc(place.x), Math.trunc(place.y)];
    }

    #position(place) {
        return { x: place % this.map.cols, y: Math.floor(place / this.map.cols) };
    }

    #read(...types) {
        const line = this.#input.line();
        const data = JSON.parse(line);
        if (types.includes(data.type)) return data;
        throw new ProtocolError(`expected ${types.join(" or ")}, got ${line.slice(0, 200)}`);
    }

    #send(answer) {
        send(JSON.stringify(answer) + "\n");
    }

    #info(data) {
        const { rows, cols } = this.map;
        const { owner } = data;
        if (owner.length !== rows * cols || data.players.length !== this.players) {
            throw new ProtocolError("a round without a whole board or all players");
        }
        const sieged = new Set(data.sieged);
        const cells = Array.from(owner, (letter, place) => cell(letter, sieged.has(place)));
        const playerInfo = data.players.map((nation) => this.#country(nation));
        return new Info({
            id: this.player,
            playerSize: this.players,
            rows,
            cols,
            round: data.round,
            map: this.map,
            playerInfo,
            mapPointInfo: columns(cells, cols),
            backstabUsed: data.backstab_used,
            marks: (data.marks ?? []).map((mark) => ({
                place: this.#position(mark.place),
                kind: mark.kind,
                text: mark.text,
                player: mark.player,
            })),
            diplomaticCommands: playerInfo.map(({ dipStatus }) => usual(dipStatus)),
            newCapital: playerInfo[this.player].capital,
        });
    }

    #country(nation) {
        return {
            dipStatus: status(nation.status),
            isVisible: nation.visible,
            isUnion: nation.union,
            mapArea: nation.area,
            warList: nation.wars,
            saving: nation.saving,
            income: nation.income,
            capital: nation.capital === null ? null : this.#position(nation.capital),
            relations: nation.relation === null ? null : Array.from(nation.relation, status),
        };
    }
}

function baseMap({ names, scene }) {
    const { rows, cols, title = "", points = [], words = [] } = scene;
    const board = (values) => {
        if (values.length !== rows * cols) throw new ProtocolError("the start has no whole board");
        return columns(values, cols);
    };
    return new BaseMap({
        rows,
        cols,
        resource: board(scene.resource),
        attack: board(scene.attack),
        defence: board(scene.defence),
        militaryKernel: scene.kernel.map((row) => row.map((weight) => weight / KERNEL_UNIT)),
        constants: rules(scene.constants),
        title,
        names,
        points: points.map(({ name, x, y, tags }) => ({ name, place: { x, y }, tags })),
        words,
    });
}

// The messages list the board row by row: place = y * cols + x.
function columns(values, cols) {
    return Array.from({ length: cols }, (_, x) => values.filter((_, place) => place % cols === x));
}

// The names of the lines have underscores: bomb_cost is bombCost.
function rules(constants) {
    const found = new Rules();
    for (const name of Object.keys(found)) {
        const written = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        found[name] = constants[written] ?? found[name];
    }
    return found;
}

function cell(letter, isSieged) {
    if (letter === "?") return { isVisible: false, owner: UNKNOWN_PLAYER_ID, isSieged: false };
    const owner = letter === "." ? NEUTRAL_PLAYER_ID : Number(letter);
    return { isVisible: true, owner, isSieged };
}

// A relation; the dash of a country to itself becomes UNDISCOVERED.
function status(letter) {
    return Math.max(RELATIONS.indexOf(letter), DiplomaticStatus.UNDISCOVERED);
}

function usual(status) {
    if (status === DiplomaticStatus.ALLIED) return DiplomaticCommand.FORM_ALLIANCE;
    if (status === DiplomaticStatus.AT_WAR) return DiplomaticCommand.JUSTIFY_WAR;
    return DiplomaticCommand.KEEP_NEUTRAL;
}
