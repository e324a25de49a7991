// Your bot.  Change `choose`; it is called once for every operation of one of your snakes.
//
// This sample walks to the nearest item that it can reach and prefers moves that leave it room.
import { CELLS, MAX_SNAKES, NOTHING, SPLIT } from "./constants.js";
import { MOVES, Result, distances, step } from "./state.js";

const SPLIT_LENGTH = 12;

export class Strategy {
    // `player` is your number, 0 or 1.  Keep here what you want to remember between calls.
    constructor(player) {
        this.player = player;
    }

    // The operation of state.acting, which is yours.
    choose(state) {
        const snake = state.acting;
        const sisters = state.sides[this.player].length;
        if (snake.body.length >= SPLIT_LENGTH && sisters < MAX_SNAKES) return SPLIT;
        let best = SPLIT;
        let bestWorth = -Infinity;
        for (const move of MOVES) {
            const value = worth(state, snake, move);
            if (value > bestWorth && state.legal(move)) {
                best = move;
                bestWorth = value;
            }
        }
        return bestWorth < 0 && state.legal(SPLIT) ? SPLIT : best;
    }
}

// How good a move is: room for the body first, then the way to the next item.
function worth(state, snake, move) {
    const result = state.foresee(move, snake);
    if (result === Result.DIES || result === Result.ILLEGAL) return -1;
    // Boxed in, a loop still saves its cells as wall.
    if (result === Result.SOLIDIFIES) return state.solidArea(move, snake).length / CELLS;
    const steps = distances(step(snake.body[0], move), (cell) => !state.free(cell));
    let room = 0;
    let nearest = 100;
    for (let cell = 0; cell < CELLS; ++cell) {
        if (steps[cell] < 0) continue;
        ++room;
        if (state.itemAt[cell] !== NOTHING) nearest = Math.min(nearest, steps[cell]);
    }
    return 1 + Math.min(room, snake.body.length + 8) - nearest / 100;
}
