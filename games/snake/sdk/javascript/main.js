// The bot's main loop.  You need not change it: your ideas go into strategy.js.
import { Hangup } from "./pipe.js";
import { Connection } from "./protocol.js";
import { MOVES, MOVES_ON, State } from "./state.js";

// `op`, or something harmless where the rules forbid it: that would lose the half.
function legal(state, op) {
    const refusal = state.refusal(op);
    if (!refusal) return op;
    console.error(`round ${state.round}: ${op} refused: ${refusal}`);
    return MOVES.find((move) => state.foresee(move) === MOVES_ON) ?? state.legalOps()[0];
}

async function play() {
    const connection = new Connection();
    // Not before, as its first lines may already print.
    const { choose } = await import("./strategy.js");
    const { items, rounds, player } = connection.readStart();
    const state = new State(items, rounds);
    while (true) {
        if (!state.over && state.player === player) connection.send(legal(state, choose(state)));
        const { op, end } = connection.readMessage();
        if (end) {
            console.error(`the end: ${end.scores[0]} : ${end.scores[1]}`);
            return;
        }
        state.apply(op);
    }
}

try {
    await play();
} catch (error) {
    if (!(error instanceof Hangup)) throw error;
    console.error(error.message);
}
