// Talks to the referee and calls your AI.  You need not change it: write your code in ai.js.
import { Hangup } from "./pipe.js";
import { Referee } from "./protocol.js";
import * as ai from "./ai.js";

// The first place where a country may begin, for an AI without `birthplace`.
function firstFree(chosen, map) {
    const apart = map.constants.spawnDistance;
    for (let y = 0; y < map.rows; ++y) {
        for (let x = 0; x < map.cols; ++x) {
            const far = chosen.every((other) => Math.abs(other.x - x) + Math.abs(other.y - y) >= apart);
            if (map.attack[x][y] && far) return { x, y };
        }
    }
    return null;
}

function play() {
    // Functions that ai.js leaves out have a default.
    const { birthplacePrice = () => 0, birthplace = firstFree, playerAi } = ai;
    const referee = new Referee();
    while (true) {
        const message = referee.read();
        if (message.type === "bid") {
            referee.bid(birthplacePrice(referee.map), message.money);
        } else if (message.type === "spawn") {
            referee.spawn(birthplace(message.chosen, referee.map));
        } else if (message.type === "round") {
            playerAi(message.info);
            referee.answer(message.info);
        } else {
            console.error(`the end: rank ${message.rank}, ${message.words}`);
            return;
        }
    }
}

try {
    play();
} catch (error) {
    if (!(error instanceof Hangup)) throw error;
    console.error(error.message);
}
