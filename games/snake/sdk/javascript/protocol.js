// The bytes between a bot and the referee (big-endian, no separators).
import { END_TAG, ITEMS_TAG } from "./constants.js";
import { Input, ProtocolError, send } from "./pipe.js";
import { OPS, cellAt } from "./state.js";

export { Hangup } from "./pipe.js";

const input = new Input();

// The message to a bot before the first operation: { rounds, player, items }.
export function readStart() {
    input.bytes(2); // length and width of the board, always 16
    const rounds = readShort();
    const player = input.byte();
    const tag = input.byte();
    if (tag !== ITEMS_TAG) throw new ProtocolError(`expected the item list, got byte ${tag}`);
    const items = Array.from({ length: readShort() }, readItem);
    return { rounds, player, items };
}

// The next accepted operation (of either player), or the end of the half: { type, winner, scores }.
// The types are 0 normal, 0x10 crash or timeout, 0x11 illegal operation, 0x12 malformed bytes,
// 0x20 a fault of the referee.
export function readMessage() {
    const tag = input.byte();
    if (tag === END_TAG) {
        const [type, winner] = input.bytes(2);
        return { type, winner, scores: [readShort(), readShort()] };
    }
    if (OPS.includes(tag)) return tag;
    throw new ProtocolError(`expected an operation or the end, got byte ${tag}`);
}

export function isEnd(message) {
    return typeof message === "object";
}

export function sendOp(op) {
    send([0, 0, 0, 1, op]);
}

function readItem() {
    const [x, y, type] = input.bytes(3);
    return { cell: cellAt(x, y), time: readShort(), type, param: readShort() };
}

function readShort() {
    return input.bytes(2).readInt16BE();
}
