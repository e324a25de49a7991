/**
 * Drawings for the replay: shapes over the board, numbers in the chart, marks on the bar.
 *
 * <p>Only you and your team see them, on the page of the match and in replays of your own runs. Each
 * call writes one line to standard error, and counts towards its limit. Points are the game's own.
 *
 * <p>Colours: red, orange, yellow, green, teal, blue, purple, pink, brown, grey, white, black.
 */
final class Draw {
    private Draw() {}

    /** Tint cells, each a point such as {x, y}. */
    static void cells(double[][] points, String color, String layer) {
        StringBuilder list = new StringBuilder();
        for (double[] point : points) {
            list.append(list.length() == 0 ? "[" : ",[").append(numbers(point)).append("]");
        }
        write("\"cells\":[" + list + "]" + look(color, layer));
    }

    /** An arrow from a point to another. */
    static void arrow(double[] start, double[] end, String color, String layer) {
        write("\"arrows\":[[" + numbers(start, end) + "]]" + look(color, layer));
    }

    /** A circle around a point; the radius is in cells. */
    static void circle(double[] point, double radius, String color, String layer) {
        write("\"circles\":[[" + numbers(point, new double[] {radius}) + "]]" + look(color, layer));
    }

    /** A short text at a point. */
    static void text(double[] point, String words, String color, String layer) {
        write("\"texts\":[[" + numbers(point) + "," + quoted(words) + "]]" + look(color, layer));
    }

    /** A number of this turn, for the chart. */
    static void series(String name, double number) {
        write("\"series\":{" + quoted(name) + ":" + number + "}");
    }

    /** A mark on the bar at this turn. */
    static void mark(String label) {
        write("\"mark\":" + quoted(label));
    }

    private static void write(String members) {
        System.err.println("#draw {" + members + "}");
    }

    private static String look(String color, String layer) {
        return ",\"color\":" + quoted(color) + ",\"layer\":" + quoted(layer);
    }

    private static String numbers(double[]... points) {
        StringBuilder list = new StringBuilder();
        for (double[] point : points) {
            for (double number : point) list.append(list.length() == 0 ? "" : ",").append(number);
        }
        return list.toString();
    }

    private static String quoted(String words) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : words.toCharArray()) {
            if (c == '"' || c == '\\') out.append('\\');
            out.append(c < ' ' ? ' ' : c);
        }
        return out.append('"').toString();
    }
}
