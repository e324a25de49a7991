import java.util.List;

/**
 * Your bot. Change choose; it is called once for every half-turn.
 *
 * <p>This sample takes the tiles that cost least. When there are none, it leads its largest army to
 * the nearest enemy that it knows.
 */
final class Strategy {
    /** Units that make an army worth leading against an enemy. */
    private static final int MARCH = 8;

    /** Orders of one march; then it looks around again. */
    private static final int LONGEST = 12;

    // Keep here what you want to remember between half-turns.
    private final State state;

    Strategy(State state) {
        this.state = state;
    }

    /** Plans when no order waits; the game plays one order per half-turn. */
    void choose(Operations operations) {
        if (!state.queue.isEmpty() || spread(operations)) return;
        List<Integer> path = march();
        operations.walk(path.subList(0, Math.min(path.size(), LONGEST + 1)));
    }

    /** Takes the tile with the most worth per unit: capitals above all, cities, then enemies. */
    private boolean spread(Operations operations) {
        int from = State.NEVER;
        int to = State.NEVER;
        double best = 0;
        for (int source : state.frontier()) {
            for (int target : state.neighbours(source)) {
                if (!state.open(target) || state.friendly(state.owners[target])) continue;
                long cost = state.cost(target);
                if (state.units[source] - 1 < cost) continue;
                double value = worth(target) / (cost + 2);
                if (value <= best) continue;
                best = value;
                from = source;
                to = target;
            }
        }
        if (from != State.NEVER) operations.move(from, to);
        return from != State.NEVER;
    }

    private double worth(int target) {
        int kind = state.kinds[target];
        if (kind == Constants.SWAMP) return 0;
        if (kind == Constants.CAPITAL) return 1000;
        int owned = state.owners[target] == Constants.NEUTRAL ? 1 : 2;
        return (kind == Constants.CITY ? 10 : 1) * owned;
    }

    /** The path of the largest army to an enemy, or else to any tile that is not ours. */
    private List<Integer> march() {
        List<Integer> armies = state.armies();
        if (armies.isEmpty()) return List.of();
        int source = armies.get(0);
        long army = state.units[source];
        if (army >= MARCH) {
            List<Integer> path = state.path(source, place -> weaker(state.sight(place), army));
            if (!path.isEmpty()) return path;
        }
        return state.path(
                source,
                place ->
                        !state.friendly(state.owners[place])
                                && state.kinds[place] != Constants.SWAMP
                                && state.cost(place) < army);
    }

    private boolean weaker(State.Sight seen, long army) {
        return state.enemy(seen.owner()) && seen.units() < army;
    }
}
