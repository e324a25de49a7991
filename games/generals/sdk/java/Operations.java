import java.util.ArrayList;
import java.util.List;

/** Your answer for one half-turn. Each operation also updates the queue of the state. */
final class Operations {
    private final State state;
    private final List<String> lines = new ArrayList<>();

    Operations(State state) {
        this.state = state;
    }

    /** Appends an order that moves all units but one. */
    void move(int source, int target) {
        move(source, target, false);
    }

    /** Appends an order to your queue. The two places must be neighbours. */
    void move(int source, int target, boolean half) {
        int x = state.row(source);
        int y = state.column(source);
        for (int at = 0; at < State.STEPS.length; at++) {
            int[] step = State.STEPS[at];
            if (state.row(target) != x + step[0] || state.column(target) != y + step[1]) continue;
            char letter = Constants.LETTERS.charAt(at);
            String more = half ? ",true]" : "]";
            add("[\"move\"," + x + "," + y + ",\"" + letter + "\"" + more);
            state.queue.add(new Order(x, y, letter, half));
            return;
        }
        throw new IllegalArgumentException("place " + target + " is not next to " + source);
    }

    /** Appends orders that move all units along a path of neighbouring places. */
    void walk(List<Integer> path) {
        for (int i = 1; i < path.size(); i++) move(path.get(i - 1), path.get(i));
    }

    /** Takes back all orders that wait. */
    void clear() {
        add("[\"clear\"]");
        state.queue.clear();
    }

    /** Takes back the newest order that waits. */
    void undo() {
        add("[\"undo\"]");
        state.queue.pollLast();
    }

    /** The operations, each written as JSON. */
    List<String> lines() {
        return lines;
    }

    private void add(String line) {
        if (lines.size() >= Constants.MOST_OPERATIONS) {
            String most = Constants.MOST_OPERATIONS + " operations";
            throw new IllegalStateException("an answer has at most " + most);
        }
        lines.add(line);
    }
}
