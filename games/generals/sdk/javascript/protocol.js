// The lines between a bot and the referee: one JSON value on each.
import { Input, ProtocolError, send } from "./pipe.js";

const KNOWN = ["start", "turn", "end"];
const RADIX = 17; // 0 to 9, then a to g for 10 to 16
const input = new Input();

// The numbers of a text that has one character for each.
export function digits(text) {
    return Uint8Array.from(text, (letter) => {
        const value = Number.parseInt(letter, RADIX);
        if (Number.isNaN(value)) throw new ProtocolError(`no digit: ${letter}`);
        return value;
    });
}

// A line of the referee: an object whose `type` is "start", "turn" or "end".  The page of the rules
// lists its members.  ProtocolError if this kit does not know the line.
export function readLine(line) {
    const begin = line.slice(0, 200);
    let found = null;
    try {
        found = JSON.parse(line);
    } catch (error) {
        throw new ProtocolError(`cannot read ${begin}: ${error.message}`);
    }
    const known = KNOWN.includes(found?.type);
    const numbered = found?.type !== "turn" || Number.isInteger(found.half);
    if (!known || !numbered) throw new ProtocolError(`an unknown line: ${begin}`);
    return found;
}

// The next line; it waits for one.
export function readMessage() {
    return readLine(input.line());
}

// Sends the operations of one answer.
export function answer(operations) {
    send(`${JSON.stringify(operations)}\n`);
}
