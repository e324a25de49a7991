// Your bot.  Change `choose`; it is called once for every operation of one of your snakes.
//
// This sample walks to the nearest item that it can reach and prefers moves that leave it room.
import { distances, MOVES, MOVES_ON, NOTHING, SOLIDIFIES, SPLIT, step } from "./state.js";

const SPLIT_LENGTH = 12;

// The operation of `state.acting`, which is yours.
export function choose(state) {
    const { body } = state.acting;
    if (body.length >= SPLIT_LENGTH && !state.refusal(SPLIT)) return SPLIT;
    const moves = MOVES.filter((op) => state.foresee(op) === MOVES_ON);
    if (moves.length) return best(moves, (op) => worth(state, op));
    // Boxed in.  A loop saves its cells as wall; anything else loses the snake.
    const loops = MOVES.filter((op) => state.foresee(op) === SOLIDIFIES);
    if (loops.length) return best(loops, (op) => state.solidArea(op).size);
    return state.refusal(SPLIT) ? state.legalOps()[0] : SPLIT;
}

// How good it is to move there: room for the body first, then the way to the next item.
function worth(state, op) {
    const snake = state.acting;
    const steps = distances(step(snake.head, op), (cell) => !state.isFree(cell));
    let room = 0;
    let nearest = 100;
    for (const [cell, count] of steps.entries()) {
        if (count < 0) continue;
        room += 1;
        if (state.itemAt[cell] !== NOTHING) nearest = Math.min(nearest, count);
    }
    return Math.min(room, snake.body.length + 8) - nearest / 100;
}

function best(ops, value) {
    return ops.reduce((found, op) => (value(op) > value(found) ? op : found));
}
