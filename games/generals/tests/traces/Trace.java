import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Follows games with the Java kit and prints what it knows, for test_kits.py.
 *
 * <p>Input and output are those of trace.cpp.
 */
final class Trace {
    private Trace() {}

    private static String text(State state) {
        StringBuilder owners = new StringBuilder();
        StringBuilder kinds = new StringBuilder();
        StringBuilder units = new StringBuilder();
        StringBuilder seen = new StringBuilder();
        for (int place = 0; place < state.size; place++) {
            owners.append(state.owners[place]).append(',');
            kinds.append(state.kinds[place]).append(',');
            units.append(state.units[place]).append(',');
            State.Sight sight = state.sight(place);
            seen.append(sight.owner() + ":" + sight.kind() + ":" + sight.half() + ",");
        }
        return owners + " " + kinds + " " + units + " " + seen + " " + state.queue.size();
    }

    private static void answer(State state, String line) {
        for (Object operation : (List<?>) Json.parse(line)) {
            switch ((String) ((List<?>) operation).get(0)) {
                case "move": state.queue.add(new Order(0, 0, 'U', false)); break;
                case "clear": state.queue.clear(); break;
                default: state.queue.pollLast();
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        PrintStream printed = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        InputStreamReader letters = new InputStreamReader(System.in, StandardCharsets.UTF_8);
        BufferedReader source = new BufferedReader(letters);
        State state = null;
        for (String line; (line = source.readLine()) != null; ) {
            if (line.startsWith("[")) {
                answer(state, line);
                continue;
            }
            Object message = Protocol.parse(line);
            if (message instanceof Start start) state = new State(start);
            else if (message instanceof Turn turn) state.update(turn);
            printed.println(text(state));
        }
        printed.flush();
    }
}
