import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The lines between a bot and the referee. Large boards are millions of lines. */
final class Connection {
    /** A field at the beginning of a turn, as it was sent. */
    record Told(int x, int y, int what, int hp) {}

    /** The referee closed the connection. */
    static final class Hangup extends RuntimeException {
        private static final long serialVersionUID = 1;

        Hangup() {
            super("the referee has gone");
        }
    }

    private final InputStream input;
    private final PrintStream output;
    private final byte[] buffer = new byte[1 << 16];
    private int next;
    private int end;
    private Told[] fields = {};

    Connection(InputStream input, PrintStream output) {
        this.input = input;
        this.output = output;
    }

    /** The message that a bot gets once. */
    State readStart() {
        int width = number();
        int height = number();
        int turns = number();
        if (outside(width) || outside(height)) {
            throw new IllegalStateException("the board has a strange size");
        }
        fields = new Told[width * height];
        return new State(width, height, turns);
    }

    /** All fields of a turn. */
    Told[] readState() {
        for (int i = 0; i < fields.length; i++) {
            Told field = new Told(number(), number(), number(), number());
            if (outside(field.x) || outside(field.y) || field.what > Constants.ENEMY_CANNON) {
                throw new IllegalStateException("expected a field");
            }
            fields[i] = field;
        }
        return fields;
    }

    void send(List<Order> orders) {
        StringBuilder text = new StringBuilder();
        for (Order order : orders) text.append(order).append('\n');
        byte[] bytes = text.append("0\n").toString().getBytes(StandardCharsets.US_ASCII);
        output.write(bytes, 0, bytes.length);
        if (output.checkError()) throw new Hangup(); // it flushes, too
    }

    /** The next number, with the byte that ends it. */
    int number() {
        int digit = readByte();
        while (blank(digit)) digit = readByte();
        int value = 0;
        for (; !blank(digit); digit = readByte()) {
            if (digit < '0' || digit > '9' || value > 9999) {
                throw new IllegalStateException("expected a number");
            }
            value = 10 * value + digit - '0';
        }
        return value;
    }

    private static boolean outside(int coordinate) {
        return coordinate < 1 || coordinate > Constants.LONGEST;
    }

    private static boolean blank(int digit) {
        return digit == ' ' || digit == '\n' || digit == '\r' || digit == '\t';
    }

    private int readByte() {
        if (next == end) {
            try {
                end = input.read(buffer);
            } catch (IOException broken) {
                throw new Hangup();
            }
            if (end < 0) throw new Hangup();
            next = 0;
        }
        return buffer[next++] & 0xFF;
    }
}
