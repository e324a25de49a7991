// The bytes between a bot and the referee (big-endian, no separators).
import { END_TAG, ITEMS_TAG } from "./constants.js";
import { Input, ProtocolError, send } from "./pipe.js";
import { cellAt, OPS } from "./state.js";

const hex = (byte) => `0x${byte.toString(16)}`;

// A bot's end of the line.  Reading blocks; Hangup once the referee has gone.
export class Connection {
    #input = new Input();

    // The message before the first operation: {rounds, player, items}.
    readStart() {
        this.#input.bytes(2); // length and width of the board, always 16
        const rounds = this.#short();
        const player = this.#input.byte();
        const tag = this.#input.byte();
        if (tag !== ITEMS_TAG) throw new ProtocolError(`expected the item list, got ${hex(tag)}`);
        const items = Array.from({ length: this.#short() }, () => this.#item());
        return { rounds, player, items };
    }

    // The next accepted operation of either player as {op}, or the end of the half as {end}: its
    // type (0 normal, 0x10 crash or timeout, 0x11 illegal operation, 0x12 malformed bytes, 0x20 a
    // fault of the referee), winner and scores.
    readMessage() {
        const tag = this.#input.byte();
        if (tag === END_TAG) {
            const [type, winner] = [this.#input.byte(), this.#input.byte()];
            return { end: { type, winner, scores: [this.#short(), this.#short()] } };
        }
        if (!OPS.includes(tag)) throw new ProtocolError(`expected an operation or the end, got ${hex(tag)}`);
        return { op: tag };
    }

    send(op) {
        send(Uint8Array.of(0, 0, 0, 1, op));
    }

    #item() {
        const [x, y, type] = this.#input.bytes(3);
        const [time, param] = [this.#short(), this.#short()];
        return { cell: cellAt(x, y), time, type, param };
    }

    #short() {
        return this.#input.bytes(2).readInt16BE();
    }
}
