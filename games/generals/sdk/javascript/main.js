// The bot's main loop.  You need not change it: your ideas go into strategy.js.
import { Hangup } from "./pipe.js";
import { answer, readMessage } from "./protocol.js";
import { Operations, State } from "./state.js";

async function play() {
    // Import here: the first lines of the module may already print.
    const { Strategy } = await import("./strategy.js");
    const state = new State(readMessage());
    const strategy = new Strategy(state);
    while (true) {
        const message = readMessage();
        if (message.type === "end") {
            console.error(`the end: rank ${message.rank}, ${message.words}`);
            return;
        }
        if (message.dropped) {
            const { order, reason } = message.dropped;
            const [, x, y, letter] = order;
            console.error(`half-turn ${message.half - 1}: ${x} ${y} ${letter}: ${reason}`);
        }
        state.update(message);
        const operations = new Operations(state);
        strategy.choose(operations);
        answer(operations.list);
    }
}

try {
    await play();
} catch (error) {
    if (!(error instanceof Hangup)) throw error;
    console.error(error.message);
}
