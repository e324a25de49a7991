// The bytes between a bot and the referee: JSON texts with lengths.
import { Input, ProtocolError, send } from "./pipe.js";

const DIGITS = 4; // of the length of a message from the referee, in bytes

// Calls a function that applies a message of the referee.  It logs an invalid message and ignores
// it.
export function guarded(said, take) {
    try {
        return take();
    } catch (error) {
        const text = typeof said === "string" ? said : JSON.stringify(said);
        console.error(`not understood: ${text.slice(0, 200)}: ${error.message}`);
        return undefined;
    }
}

// Reads and writes messages.  Reading blocks; both throw Hangup after the referee has ended.
export class Connection {
    #input = new Input();

    // The next message; an empty object for a text that is none.
    read() {
        const head = this.#input.bytes(DIGITS).toString("latin1");
        if (!/^[0-9]+$/.test(head)) {
            throw new ProtocolError(`expected the length of a message, got ${head}`);
        }
        const body = this.#input.bytes(Number(head)).toString();
        return guarded(body, () => object(JSON.parse(body))) ?? {};
    }

    send(message) {
        const body = Buffer.from(JSON.stringify(message));
        const head = Buffer.alloc(4);
        head.writeInt32BE(body.length);
        send(Buffer.concat([head, body]));
    }
}

function object(value) {
    if (value === null || typeof value !== "object" || Array.isArray(value)) {
        throw new ProtocolError("it is no object");
    }
    return value;
}
