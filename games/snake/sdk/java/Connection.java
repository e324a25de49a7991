import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The bytes between a bot and the referee (big-endian, no separators). */
final class Connection {
    /** A message of the referee while the half runs: an operation, or the end. */
    sealed interface Message permits Op, End {}

    /** The message to a bot before the first operation. */
    record Start(int rounds, int player, List<Item> items) {}

    /**
     * How the half ended.
     *
     * @param type 0 normal, 0x10 crash or timeout, 0x11 illegal operation, 0x12 malformed bytes,
     *     0x20 a fault of the referee
     */
    record End(int type, int winner, int[] scores) implements Message {}

    /** The referee closed the connection. */
    static final class Hangup extends RuntimeException {
        private static final long serialVersionUID = 1;

        Hangup() {
            super("the referee has gone");
        }
    }

    private final InputStream input;
    private final PrintStream output;

    Connection(InputStream input, PrintStream output) {
        this.input = new BufferedInputStream(input);
        this.output = output;
    }

    Start readStart() {
        readByte(); // length and width of the board, always 16
        readByte();
        int rounds = readShort();
        int player = readByte();
        int tag = readByte();
        if (tag != Constants.ITEMS_TAG) {
            throw new IllegalStateException("expected the item list, got byte " + tag);
        }
        int count = readShort();
        List<Item> items = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            int x = readByte();
            int y = readByte();
            Item.Type type = readByte() == Constants.RAY_ITEM ? Item.Type.RAY : Item.Type.LENGTH;
            int time = readShort();
            items.add(new Item(Cells.at(x, y), time, type, readShort()));
        }
        return new Start(rounds, player, items);
    }

    /** The next accepted operation (of either player), or the end of the half. */
    Message readMessage() {
        int tag = readByte();
        if (tag == Constants.END_TAG) {
            int type = readByte();
            int winner = readByte();
            return new End(type, winner, new int[] {readShort(), readShort()});
        }
        for (Op op : Op.values()) {
            if (op.code == tag) return op;
        }
        throw new IllegalStateException("expected an operation or the end, got byte " + tag);
    }

    void send(Op op) {
        byte[] frame = {0, 0, 0, 1, (byte) op.code};
        output.write(frame, 0, frame.length);
        if (output.checkError()) throw new Hangup(); // it flushes, too
    }

    private int readShort() {
        int high = readByte();
        return (short) (high << 8 | readByte());
    }

    private int readByte() {
        int value;
        try {
            value = input.read();
        } catch (IOException broken) {
            throw new Hangup();
        }
        if (value < 0) throw new Hangup();
        return value;
    }
}
