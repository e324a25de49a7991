import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;

/**
 * The geometry of the board.
 *
 * <p>Cells are numbers 0 to 255: cell = y * 16 + x, x to the right, y upwards, cell 0 bottom-left.
 */
final class Cells {
    private static final int SIZE = Constants.SIZE;

    private Cells() {}

    static int at(int x, int y) {
        return y * SIZE + x;
    }

    static int column(int cell) {
        return cell % SIZE;
    }

    static int row(int cell) {
        return cell / SIZE;
    }

    /** (x, y) of a cell, as the calls of Draw take it. */
    static double[] position(int cell) {
        return new double[] {column(cell), row(cell)};
    }

    /** The cell next to {@code cell} in the direction of a move, or NOTHING beyond the edge. */
    static int step(int cell, Op move) {
        return switch (move) {
            case RIGHT -> column(cell) < SIZE - 1 ? cell + 1 : Constants.NOTHING;
            case UP -> row(cell) < SIZE - 1 ? cell + SIZE : Constants.NOTHING;
            case LEFT -> column(cell) > 0 ? cell - 1 : Constants.NOTHING;
            case DOWN -> row(cell) > 0 ? cell - SIZE : Constants.NOTHING;
            default -> Constants.NOTHING;
        };
    }

    /** Steps from one cell to every cell, never through blocked ones; -1 where it cannot get. */
    static int[] distances(int source, IntPredicate blocked) {
        int[] steps = new int[Constants.CELLS];
        Arrays.fill(steps, -1);
        int[] queue = new int[Constants.CELLS];
        int last = 0;
        queue[last++] = source;
        steps[source] = 0;
        for (int first = 0; first < last; first++) {
            for (Op move : Op.MOVES) {
                int next = step(queue[first], move);
                if (next == Constants.NOTHING || steps[next] >= 0 || blocked.test(next)) continue;
                steps[next] = steps[queue[first]] + 1;
                queue[last++] = next;
            }
        }
        return steps;
    }

    /**
     * The cells of a closed loop and all cells inside of the curve: the loop is the first
     * {@code length} cells of {@code body}.
     *
     * <p>A cell is inside when a line from it to the left edge crosses the curve an odd number of
     * times. (Flooding from the outside would also fill the pocket of a C-shaped loop, which stays
     * open.)
     */
    static BitSet enclosed(int[] body, int length) {
        BitSet area = new BitSet(Constants.CELLS);
        BitSet crossings = new BitSet(Constants.CELLS); // cells with an edge to the cell above
        for (int i = 0; i < length; i++) {
            int here = body[i];
            int there = body[(i + 1) % length];
            area.set(here);
            if (Math.abs(here - there) == SIZE) crossings.set(Math.min(here, there));
        }
        for (int y = 0; y < SIZE; y++) {
            boolean inside = false;
            for (int x = 0; x < SIZE; x++) {
                int cell = at(x, y);
                if (inside) area.set(cell);
                if (crossings.get(cell)) inside = !inside;
            }
        }
        return area;
    }
}
