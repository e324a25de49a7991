// The bot's main loop.  You need not change it: your ideas go into strategy.js.
import { Hangup, isEnd, readMessage, readStart, sendOp } from "./protocol.js";
import { MOVES, NAMES, OPS, Result, State } from "./state.js";
import { Strategy } from "./strategy.js";

// `op`, or something harmless where the rules forbid it: that would lose the half.
function legal(state, op) {
    if (OPS.includes(op) && state.legal(op)) return op;
    console.error(`round ${state.round}: illegal operation ${NAMES[op] ?? op} replaced`);
    const safe = MOVES.find((move) => state.foresee(move) === Result.MOVES);
    return safe ?? OPS.find((other) => state.legal(other));
}

function play() {
    const start = readStart();
    const state = new State(start.items, start.rounds);
    const strategy = new Strategy(start.player);
    while (true) {
        if (!state.over && state.player === start.player) {
            sendOp(legal(state, strategy.choose(state)));
        }
        const message = readMessage();
        if (isEnd(message)) {
            console.error(`the end: ${message.scores[0]} : ${message.scores[1]}`);
            return;
        }
        state.apply(message);
    }
}

try {
    play();
} catch (error) {
    if (!(error instanceof Hangup)) throw error;
    console.error(error.message);
}
