/**
 * Your bot. Change {@code choose}; it is called once for every operation of one of your snakes.
 *
 * <p>This sample walks to the nearest item that it can reach and prefers moves that leave it room.
 */
final class Strategy {
    private static final int SPLIT_LENGTH = 12;

    private final int player;

    /** {@code player} is your number, 0 or 1. Keep here what you want to remember between calls. */
    Strategy(int player) {
        this.player = player;
    }

    /** The operation of {@code state.acting()}, which is yours. */
    Op choose(State state) {
        Snake snake = state.acting();
        boolean more = state.sides.get(player).size() < Constants.MAX_SNAKES;
        if (snake.length() >= SPLIT_LENGTH && more) return Op.SPLIT;
        Op best = Op.SPLIT;
        double bestWorth = Double.NEGATIVE_INFINITY;
        for (Op move : Op.MOVES) {
            double worth = worth(state, snake, move);
            if (worth > bestWorth && state.legal(move)) {
                best = move;
                bestWorth = worth;
            }
        }
        return bestWorth < 0 && state.legal(Op.SPLIT) ? Op.SPLIT : best;
    }

    /** How good a move is: room for the body first, then the way to the next item. */
    private static double worth(State state, Snake snake, Op move) {
        Result result = state.foresee(snake, move);
        if (result == Result.DIES || result == Result.ILLEGAL) return -1;
        if (result == Result.SOLIDIFIES) { // boxed in, a loop still saves its cells as wall
            return (double) state.solidArea(snake, move).cardinality() / Constants.CELLS;
        }
        int[] steps = Cells.distances(Cells.step(snake.head(), move), cell -> !state.free(cell));
        int room = 0;
        int nearest = 100;
        for (int cell = 0; cell < Constants.CELLS; cell++) {
            if (steps[cell] < 0) continue;
            room++;
            if (state.itemAt[cell] != Constants.NOTHING) nearest = Math.min(nearest, steps[cell]);
        }
        return 1 + Math.min(room, snake.length() + 8) - nearest / 100.0;
    }
}
