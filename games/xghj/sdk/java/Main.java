import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Talks to the referee and calls your AI. You need not change it: write your code in Ai.java. */
final class Main {
    private Main() {}

    public static void main(String[] args) {
        PrintStream replies = System.out;
        FileOutputStream log = new FileOutputStream(FileDescriptor.err);
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        System.setOut(System.err); // all that you print goes to your log
        try {
            play(new Protocol(System.in, replies));
        } catch (Hangup gone) {
            System.err.println(gone.getMessage());
        }
    }

    private static void play(Protocol referee) {
        while (true) {
            Object question = referee.read();
            if (question instanceof Bid ask) {
                referee.bid(Ai.birthplacePrice(referee.map()), ask.money());
            } else if (question instanceof Spawn ask) {
                referee.spawn(Ai.birthplace(ask.chosen(), referee.map()));
            } else if (question instanceof Info info) {
                Ai.playerAi(info);
                referee.answer(info);
            } else if (question instanceof End end) {
                System.err.println("the end: rank " + end.rank() + ", " + end.words());
                return;
            }
        }
    }
}
