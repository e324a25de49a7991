// The lines between a bot and the referee.  Large boards are millions of lines.
import { ENEMY_CANNON, LONGEST } from "./constants.js";
import { Input, ProtocolError, send } from "./pipe.js";
import { column, row } from "./state.js";

export { Hangup } from "./pipe.js";

const input = new Input();
let fields = [];

// The message that a bot gets once: { width, height, turns }.
export function readStart() {
    const [width, height, turns] = [number(), number(), number()];
    if (outside(width) || outside(height)) {
        throw new ProtocolError("the board has a strange size");
    }
    fields = Array.from({ length: width * height }, () => ({ x: 0, y: 0, what: 0, hp: 0 }));
    return { width, height, turns };
}

// All fields of a turn, each { x, y, what, hp }.
export function readState() {
    for (const field of fields) {
        field.x = number();
        field.y = number();
        field.what = number();
        field.hp = number();
        if (outside(field.x) || outside(field.y) || field.what > ENEMY_CANNON) {
            throw new ProtocolError("expected a field");
        }
    }
    return fields;
}

export function sendOrders(orders) {
    send(`${orders.map((order) => `${orderText(order)}\n`).join("")}0\n`);
}

// The six numbers of an order.
export function orderText({ unit, shot, move }) {
    return [unit, shot, move].map((place) => `${column(place)} ${row(place)}`).join(" ");
}

// The next number, with the byte that ends it.
export function number() {
    let digit = input.byte();
    while (blank(digit)) digit = input.byte();
    let value = 0;
    for (; !blank(digit); digit = input.byte()) {
        if (digit < 48 || digit > 57 || value > 9999) throw new ProtocolError("expected a number");
        value = 10 * value + digit - 48;
    }
    return value;
}

function outside(coordinate) {
    return coordinate < 1 || coordinate > LONGEST;
}

// Whether a byte is a space, a tab, or an end of a line.
function blank(byte) {
    return byte === 32 || (byte >= 9 && byte <= 13);
}
