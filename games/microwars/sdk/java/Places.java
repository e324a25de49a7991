/**
 * The geometry of the board.
 *
 * <p>Places are numbers: neighbours are at fixed distances (Constants.AROUND), and around the board
 * there is a border that nobody enters and of which nothing has to be checked.
 */
final class Places {
    private Places() {}

    /** x and y are counted from 1, y upwards. */
    static int at(int x, int y) {
        return x << Constants.SHIFT | y;
    }

    static int column(int place) {
        return place >> Constants.SHIFT;
    }

    static int row(int place) {
        return place & (1 << Constants.SHIFT) - 1;
    }

    /** (x, y) of a place, as the calls of Draw take it. */
    static double[] position(int place) {
        return new double[] {column(place), row(place)};
    }

    static String text(int place) {
        return column(place) + " " + row(place);
    }

    /** Fields between two places; a diagonal step is as long as a straight one. */
    static int distance(int one, int other) {
        return Math.max(
                Math.abs(column(one) - column(other)), Math.abs(row(one) - row(other)));
    }
}
