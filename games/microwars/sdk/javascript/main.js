// The bot's main loop.  You need not change it: your ideas go into strategy.js.
import { Hangup } from "./pipe.js";
import { Connection } from "./protocol.js";
import { column, row, State } from "./state.js";

const text = (at) => `${column(at)} ${row(at)}`;

// The orders that the rules allow: any other one would lose the game.
function legal(state, orders) {
    const named = new Set();
    return orders.filter((order) => {
        const refusal = state.refusal(order) || (named.has(order.unit) ? "the unit has an order already" : "");
        if (!refusal) named.add(order.unit);
        else console.error(`turn ${state.turn}: ${Object.values(order).map(text).join(" ")} refused: ${refusal}`);
        return !refusal;
    });
}

async function play() {
    const connection = new Connection();
    // Not before, as its first lines may already print.
    const { Strategy } = await import("./strategy.js");
    const state = connection.readStart();
    let strategy;
    while (state.turn < state.turns) {
        state.update(connection.readState());
        strategy ??= new Strategy(state);
        const orders = legal(state, strategy.choose());
        connection.send(orders);
        state.sent(orders);
    }
    console.error(`before the last turn: ${state.won} : ${state.lost}, ${State.spent().toFixed(2)} s`);
}

try {
    await play();
} catch (error) {
    if (!(error instanceof Hangup)) throw error;
    console.error(error.message);
}
