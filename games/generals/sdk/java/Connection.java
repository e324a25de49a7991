import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The lines between a bot and the referee: one JSON value on each. */
final class Connection {
    /** The referee closed the connection. */
    static final class Hangup extends RuntimeException {
        private static final long serialVersionUID = 1;

        Hangup() {
            super("the referee has gone");
        }
    }

    private final BufferedReader source;
    private final PrintStream sink;

    Connection(InputStream source, PrintStream sink) {
        InputStreamReader letters = new InputStreamReader(source, StandardCharsets.UTF_8);
        this.source = new BufferedReader(letters, 1 << 16);
        this.sink = sink;
    }

    /** The first line. */
    Start readStart() {
        if (Protocol.parse(line()) instanceof Start start) return start;
        throw new IllegalArgumentException("the first line is the start");
    }

    /** The next line, a Turn or the End. Blocks until there is one. */
    Object read() {
        Object message = Protocol.parse(line());
        if (message instanceof Start) throw new IllegalArgumentException("the game starts once");
        return message;
    }

    /** Sends the operations of one answer, each already written as JSON. */
    void send(List<String> operations) {
        sink.print("[" + String.join(",", operations) + "]\n");
        if (sink.checkError()) throw new Hangup(); // it flushes, too
    }

    private String line() {
        StringBuilder line = new StringBuilder();
        try {
            for (int c; (c = source.read()) != '\n'; line.append((char) c)) {
                if (c < 0) throw new Hangup();
            }
        } catch (IOException closed) {
            throw new Hangup();
        }
        return line.toString();
    }
}
