// The pipe between a bot and the referee.
import { readSync, writeSync } from "node:fs";

// The referee closed the connection.
export class Hangup extends Error {
    constructor() {
        super("the referee has gone");
    }
}

// The referee sent something that this kit does not know.
export class ProtocolError extends Error {}

// Standard output belongs to the protocol: whatever the bot logs goes to standard error.
console.log = console.info = console.debug = console.error;

// Standard input; each call waits for what it returns.
export class Input {
    #buffer = Buffer.alloc(1 << 16);
    #next = 0;
    #end = 0;

    // The next byte, 0 to 255.
    byte() {
        if (this.#next === this.#end) this.#fill();
        return this.#buffer[this.#next++];
    }

    // The next `count` bytes.
    bytes(count) {
        const found = Buffer.alloc(count);
        for (let at = 0; at < count; ++at) found[at] = this.byte();
        return found;
    }

    // The next line, without its end.
    line() {
        const parts = [];
        while (true) {
            if (this.#next === this.#end) this.#fill();
            const end = this.#buffer.indexOf(10, this.#next);
            if (end >= 0 && end < this.#end) {
                parts.push(Buffer.from(this.#buffer.subarray(this.#next, end)));
                this.#next = end + 1;
                return Buffer.concat(parts).toString();
            }
            parts.push(Buffer.from(this.#buffer.subarray(this.#next, this.#end)));
            this.#next = this.#end;
        }
    }

    #fill() {
        const count = again(() => readSync(0, this.#buffer));
        if (count === 0) throw new Hangup();
        this.#next = 0;
        this.#end = count;
    }
}

// Write all of a Buffer or a text to the referee.
export function send(data) {
    const rest = Buffer.from(data);
    for (let at = 0; at < rest.length; ) at += again(() => writeSync(1, rest, at));
}

// A terminal and some pipes answer that nothing is there yet; a closed one is a hangup.
function again(call) {
    while (true) {
        try {
            return call();
        } catch (error) {
            if (error.code === "EPIPE" || error.code === "EOF") throw new Hangup();
            if (error.code !== "EAGAIN") throw error;
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        }
    }
}
