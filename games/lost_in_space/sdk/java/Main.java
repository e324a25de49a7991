import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Starts your AI. You need not change it: your ideas go into Ai.java. */
final class Main {
    private Main() {}

    public static void main(String[] args) {
        PrintStream messages = System.out;
        FileOutputStream log = new FileOutputStream(FileDescriptor.err);
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        System.setOut(System.err); // all that you print goes to your log
        try {
            new Ai().run(new Protocol(System.in, messages));
        } catch (Hangup gone) {
            // Every game ends like this.
            System.err.println("the end");
        }
    }
}
