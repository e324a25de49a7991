import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The bot's main loop. You need not change it: your ideas go into Strategy.java. */
final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        Connection connection = new Connection(System.in, System.out);
        System.setOut(System.err); // standard output belongs to the protocol
        try {
            play(connection);
        } catch (Connection.Hangup gone) {
            System.err.println(gone.getMessage());
        }
    }

    private static void play(Connection connection) {
        State state = connection.readStart();
        Strategy strategy = null;
        while (state.turn < state.turns) {
            state.update(connection.readState());
            if (strategy == null) strategy = new Strategy(state);
            List<Order> orders = legal(state, strategy.choose());
            connection.send(orders);
            state.sent(orders);
        }
        System.err.println(
                "before the last turn: " + state.won + " : " + state.lost + ", "
                        + State.spent() + " s");
    }

    /** The orders that the rules allow: any other one would lose the game. */
    private static List<Order> legal(State state, List<Order> orders) {
        List<Order> kept = new ArrayList<>();
        Set<Integer> named = new HashSet<>();
        for (Order order : orders) {
            String refusal = state.refusal(order);
            if (refusal == null && !named.add(order.unit())) {
                refusal = "the unit has an order already";
            }
            if (refusal == null) {
                kept.add(order);
            } else {
                System.err.println("turn " + state.turn + ": " + order + " refused: " + refusal);
            }
        }
        return kept;
    }
}
