// The lines between a bot and the referee.
import { LARGEST } from "./constants.js";
import { Input, ProtocolError, send } from "./pipe.js";
import { column, isSize, row, State } from "./state.js";

const ZERO = 48, NINE = 57;
const BLANKS = [9, 10, 11, 12, 13, 32];

// A bot's end of the line.  Large boards are millions of lines: texts would be much slower.
export class Connection {
    #input = new Input();
    #fields = [];

    // The state before the first turn, from the message that a bot gets once.
    readStart() {
        const [width, height, turns] = [this.number(), this.number(), this.number()];
        if (!isSize(width, height)) throw new ProtocolError("the board has a strange size");
        this.#fields = Array.from({ length: width * height }, () => ({ x: 0, y: 0, what: 0, hp: 0 }));
        return new State(width, height, turns);
    }

    // All fields of a turn.  The next turn's take their place.
    readState() {
        for (const field of this.#fields) {
            field.x = this.number();
            field.y = this.number();
            field.what = this.number();
            field.hp = this.number();
            if (field.x < 1 || field.x > LARGEST || field.y < 1 || field.y > LARGEST || field.what > 5) {
                throw new ProtocolError("expected a field");
            }
        }
        return this.#fields;
    }

    send(orders) {
        const text = (at) => `${column(at)} ${row(at)}`;
        const lines = orders.map(({ unit, shot, move }) => `${text(unit)} ${text(shot)} ${text(move)}\n`);
        send(`${lines.join("")}0\n`);
    }

    // The next number, with the byte that ends it.
    number() {
        let byte = this.#input.byte();
        while (BLANKS.includes(byte)) byte = this.#input.byte();
        let value = 0;
        for (; !BLANKS.includes(byte); byte = this.#input.byte()) {
            if (byte < ZERO || byte > NINE || value > 9999) throw new ProtocolError("expected a number");
            value = 10 * value + byte - ZERO;
        }
        return value;
    }
}
