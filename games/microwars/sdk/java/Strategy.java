import java.util.ArrayList;
import java.util.List;

/**
 * Your bot. Change {@code choose}; it is called once for every turn.
 *
 * <p>This sample walks to the nearest enemy and shoots where it hits most.
 */
final class Strategy {
    private final State state;

    /**
     * {@code state} is that of the first turn, and stays up to date. Keep here what you want to
     * remember between turns.
     */
    Strategy(State state) {
        this.state = state;
    }

    /** Orders for your units; those without one stay and do not shoot. */
    List<Order> choose() {
        List<Order> orders = new ArrayList<>();
        if (state.late()) return orders;
        List<Integer> enemies = new ArrayList<>();
        for (Unit unit : state.units) {
            if (!unit.mine()) enemies.add(unit.place());
        }
        int[] ways = state.distances(enemies);
        for (Unit unit : state.units) {
            if (unit.mine()) orders.add(new Order(unit.place(), shot(unit), step(unit, ways)));
        }
        return orders;
    }

    /** The target with the most enemies and none of your units in its blast; 0 for none. */
    private int shot(Unit unit) {
        int best = 0;
        int bestWorth = 0;
        for (int target : state.targets(unit)) {
            int worth = 0;
            for (int hit : state.around(target, Constants.BLAST[unit.kind()])) {
                Unit other = state.at(hit);
                if (other != null) worth += other.mine() ? -9 : 1;
            }
            if (worth > bestWorth) {
                best = target;
                bestWorth = worth;
            }
        }
        return best;
    }

    /** One field nearer to the enemy, unless it is within range already. */
    private int step(Unit unit, int[] ways) {
        for (Unit other : state.units) {
            if (!other.mine() && unit.reaches(other.place())) return unit.place();
        }
        int best = unit.place();
        for (int near : state.steps(unit)) {
            if (ways[near] >= 0 && ways[near] < ways[best]) best = near;
        }
        return best;
    }
}
