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
        Connection.Start start = connection.readStart();
        State state = new State(start.items(), start.rounds());
        Strategy strategy = new Strategy(start.player());
        while (true) {
            if (!state.over && state.player == start.player()) {
                connection.send(legal(state, strategy.choose(state)));
            }
            Connection.Message message = connection.readMessage();
            if (message instanceof Connection.End end) {
                System.err.println("the end: " + end.scores()[0] + " : " + end.scores()[1]);
                return;
            }
            state.apply((Op) message);
        }
    }

    /** {@code op}, or something harmless where the rules forbid it: that would lose the half. */
    private static Op legal(State state, Op op) {
        if (state.legal(op)) return op;
        System.err.println("round " + state.round + ": illegal operation " + op + " replaced");
        for (Op move : Op.MOVES) {
            if (state.foresee(move) == Result.MOVES) return move;
        }
        for (Op other : Op.values()) {
            if (state.legal(other)) return other;
        }
        throw new IllegalStateException("no operation is legal");
    }
}
