import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The bot's main loop. You need not change it: your ideas go into Strategy.java. */
final class Main {
    private Main() {}

    public static void main(String[] args) {
        PrintStream replies = System.out;
        FileOutputStream log = new FileOutputStream(FileDescriptor.err);
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        System.setOut(System.err); // all that you print goes to your log
        try {
            play(new Connection(System.in, replies));
        } catch (Connection.Hangup gone) {
            System.err.println(gone.getMessage());
        }
    }

    private static void play(Connection connection) {
        State state = new State(connection.readStart());
        Strategy strategy = new Strategy(state);
        while (true) {
            Object message = connection.read();
            if (message instanceof End end) {
                System.err.println("the end: rank " + end.rank() + ", " + end.words());
                return;
            }
            Turn turn = (Turn) message;
            if (turn.dropped() != null) {
                Order lost = turn.dropped().order();
                String order = lost.x() + " " + lost.y() + " " + lost.letter();
                String when = "half-turn " + (turn.half() - 1);
                System.err.println(when + ": " + order + ": " + turn.dropped().reason());
            }
            state.update(turn);
            Operations operations = new Operations(state);
            strategy.choose(operations);
            connection.send(operations.lines());
        }
    }
}
