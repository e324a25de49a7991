import java.util.ArrayList;
import java.util.List;

/**
 * Follows a game as the Java kit does, for test_kits.py. Reads what a program reads, and after each
 * state orders: how many of our own come first, how many of both sides, then these, then orders to
 * be judged. Prints a line for each state: the score, the units, the units after the turn, the
 * judgements.
 */
final class Trace {
    private Trace() {}

    private static List<Order> readOrders(Connection connection, int count) {
        List<Order> orders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int unit = Places.at(connection.number(), connection.number());
            int shot = Places.at(connection.number(), connection.number());
            int move = Places.at(connection.number(), connection.number());
            orders.add(new Order(unit, shot, move));
        }
        return orders;
    }

    private static String text(List<Unit> units) {
        StringBuilder text = new StringBuilder(" ");
        for (Unit unit : units) {
            text.append(Places.text(unit.place()).replace(' ', ',')).append(',');
            text.append(unit.kind()).append(',').append(unit.hp()).append(',');
            text.append(unit.mine() ? 1 : 0).append(',').append(unit.number()).append(';');
        }
        return text.toString();
    }

    public static void main(String[] arguments) {
        Connection connection = new Connection(System.in, System.out);
        State state = connection.readStart();
        while (state.turn < state.turns) {
            state.update(connection.readState());
            String line = state.won + " " + state.lost + text(state.units);
            int own = connection.number();
            int all = connection.number();
            int odd = connection.number();
            List<Order> orders = readOrders(connection, all);
            State next = state.copy();
            next.play(orders);
            line += text(next.units) + " ";
            for (Order order : readOrders(connection, odd)) {
                line += state.refusal(order) == null ? 1 : 0;
            }
            System.out.println(line);
            state.sent(orders.subList(0, own));
        }
    }
}
