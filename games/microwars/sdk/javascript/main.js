// The bot's main loop.  You need not change it: your ideas go into strategy.js.
import { Hangup, orderText, readStart, readState, sendOrders } from "./protocol.js";
import { State, spent } from "./state.js";
import { Strategy } from "./strategy.js";

// The orders that the rules allow: any other one would lose the game.
function legal(state, orders) {
    const kept = new Map();
    for (const order of orders) {
        const twice = kept.has(order.unit) ? "the unit has an order already" : "";
        const refusal = state.refusal(order) || twice;
        if (refusal === "") kept.set(order.unit, order);
        else console.error(`turn ${state.turn}: ${orderText(order)} refused: ${refusal}`);
    }
    return [...kept.values()];
}

function play() {
    const { width, height, turns } = readStart();
    const state = new State(width, height, turns);
    let strategy = null;
    while (state.turn < state.turns) {
        state.update(readState());
        strategy ??= new Strategy(state);
        const orders = legal(state, strategy.choose());
        sendOrders(orders);
        state.sent(orders);
    }
    const time = spent().toFixed(2);
    console.error(`before the last turn: ${state.won} : ${state.lost}, ${time} s`);
}

try {
    play();
} catch (error) {
    if (!(error instanceof Hangup)) throw error;
    console.error(error.message);
}
