import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The board at the start of the turn that you answer for, the units on it, and the rules. */
final class State {
    private static final int NOBODY = Unit.NOBODY;
    /** Seconds that starting may cost. */
    private static final double GRACE = 1;
    /** Seconds after which the sample takes less time to think; BANK_MS are lost. */
    private static final double PRUDENT = 7;

    final int width;
    final int height;
    final int turns;
    /** From 1 to turns. */
    int turn;
    /** All units, by place. */
    List<Unit> units = new ArrayList<>();
    /** The enemies destroyed. */
    int won;
    /** Your own units lost. */
    int lost;

    /** The index of the unit on each place, or NOBODY. */
    private final int[] at;
    private final boolean[] open;
    private List<Order> given = List.of();
    private int mineAtFirst;
    private int theirsAtFirst;

    State(int width, int height, int turns) {
        this.width = width;
        this.height = height;
        this.turns = turns;
        at = new int[Constants.PLACES];
        Arrays.fill(at, NOBODY);
        open = new boolean[Constants.PLACES];
    }

    private State(State other) {
        width = other.width;
        height = other.height;
        turns = other.turns;
        turn = other.turn;
        units = new ArrayList<>(other.units);
        won = other.won;
        lost = other.lost;
        at = other.at.clone();
        open = other.open; // it never changes
        given = other.given;
        mineAtFirst = other.mineAtFirst;
        theirsAtFirst = other.theirsAtFirst;
    }

    /** An independent state in the same position. */
    State copy() {
        return new State(this);
    }

    /** Whether this is a field of the board. */
    boolean inside(int place) {
        int x = Places.column(place);
        int y = Places.row(place);
        return 1 <= x && x <= width && 1 <= y && y <= height;
    }

    /** Whether units can ever stand there. */
    boolean available(int place) {
        return open[place];
    }

    /** Whether a unit beside it may choose to move there: available, and nobody is there now. */
    boolean empty(int place) {
        return open[place] && at[place] == NOBODY;
    }

    /** The unit that stands there; null for nobody. */
    Unit at(int place) {
        return at[place] == NOBODY ? null : units.get(at[place]);
    }

    /** The places that a unit may choose to move to; its own is not among them. */
    List<Integer> steps(Unit unit) {
        List<Integer> found = new ArrayList<>();
        for (int step : Constants.AROUND) {
            if (empty(unit.place() + step)) found.add(unit.place() + step);
        }
        return found;
    }

    /** The places at most {@code radius} away that are on the board; the place itself is one. */
    List<Integer> around(int place, int radius) {
        List<Integer> found = new ArrayList<>();
        int x = Places.column(place);
        int y = Places.row(place);
        for (int i = Math.max(1, x - radius); i <= Math.min(width, x + radius); i++) {
            for (int j = Math.max(1, y - radius); j <= Math.min(height, y + radius); j++) {
                found.add(Places.at(i, j));
            }
        }
        return found;
    }

    /** The places that a unit may shoot at. */
    List<Integer> targets(Unit unit) {
        return around(unit.place(), Constants.REACH[unit.kind()]);
    }

    /** Why an order of yours would lose the game; null where it is allowed. */
    String refusal(Order order) {
        if (!known(order.unit()) || !known(order.shot()) || !known(order.move())) {
            return "no place at all";
        }
        Unit unit = at(order.unit());
        if (unit == null || !unit.mine()) return "no unit of yours stands there";
        if (order.shot() != 0) {
            if (!inside(order.shot())) return "the target is not on the board";
            if (!unit.reaches(order.shot())) return "the target is out of range";
        }
        if (order.move() == order.unit()) return null;
        if (Places.distance(order.unit(), order.move()) > Constants.STEP) {
            return "the field to move to is no neighbour";
        }
        return empty(order.move()) ? null : "the field to move to is not empty";
    }

    private static boolean known(int place) {
        return 0 <= place && place < Constants.PLACES;
    }

    /** Play one turn of allowed orders of both sides: for looking ahead in a copy. */
    void play(List<Order> orders) {
        int[] hits = new int[Constants.PLACES];
        int[] chosen = new int[Constants.PLACES];
        int[] goals = units.stream().mapToInt(Unit::place).toArray();
        for (Order order : orders) {
            int kind = at(order.unit()).kind();
            if (order.shot() != 0) {
                for (int hit : around(order.shot(), Constants.BLAST[kind])) {
                    hits[hit] += Constants.POWER[kind];
                }
            }
            if (order.move() != order.unit()) {
                goals[at[order.unit()]] = order.move();
                chosen[order.move()]++;
            }
        }
        List<Unit> after = new ArrayList<>();
        for (int i = 0; i < goals.length; i++) {
            Unit unit = units.get(i);
            int hp = unit.hp() - hits[unit.place()];
            int place = chosen[goals[i]] <= 1 ? goals[i] : unit.place();
            if (hp > 0) {
                after.add(new Unit(place, unit.kind(), hp, unit.mine(), unit.number()));
            } else if (unit.mine()) {
                lost++;
            } else {
                won++;
            }
        }
        set(after);
        turn++;
    }

    /**
     * Steps to the nearest of these places, by place, over available fields as if nobody stood
     * there; -1 where there is no way.
     */
    int[] distances(List<Integer> goals) {
        int[] found = new int[Constants.PLACES];
        Arrays.fill(found, -1);
        int[] queue = new int[Constants.PLACES];
        int last = 0;
        for (int goal : goals) {
            if (found[goal] >= 0) continue;
            found[goal] = 0;
            queue[last++] = goal;
        }
        for (int first = 0; first < last; first++) {
            for (int step : Constants.AROUND) {
                int near = queue[first] + step;
                if (!known(near) || !open[near] || found[near] >= 0) continue;
                found[near] = found[queue[first]] + 1;
                queue[last++] = near;
            }
        }
        return found;
    }

    /** Seconds of computing time that your program has used, with those of the virtual machine. */
    static double spent() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime() / 1e9;
    }

    /** Whether a larger part of your time than of the turns is over: time to think less. */
    boolean late() {
        return late(PRUDENT);
    }

    boolean late(double seconds) {
        return spent() > GRACE + (seconds - GRACE) * turn / turns;
    }

    // For the main loop: you need not call these.

    /** Take in the fields of a turn, in whatever order they come. */
    void update(Connection.Told[] fields) {
        turn++;
        List<Unit> now = new ArrayList<>();
        for (Connection.Told field : fields) {
            int where = Places.at(field.x(), field.y());
            if (turn == 1) open[where] = field.what() != Constants.UNAVAILABLE;
            if (field.what() < Constants.OWN_TANK) continue;
            boolean mine = field.what() < Constants.ENEMY_TANK;
            int kind = field.what() - (mine ? Constants.OWN_TANK : Constants.ENEMY_TANK);
            now.add(new Unit(where, kind, field.hp(), mine, NOBODY));
        }
        List<Unit> before = units;
        set(now);
        number(before);
        int mine = (int) units.stream().filter(Unit::mine).count();
        int theirs = units.size() - mine;
        if (turn == 1) {
            mineAtFirst = mine;
            theirsAtFirst = theirs;
        }
        won = theirsAtFirst - theirs;
        lost = mineAtFirst - mine;
    }

    /** Remember the orders of this turn: they tell next turn's units apart. */
    void sent(List<Order> orders) {
        given = List.copyOf(orders);
    }

    private void set(List<Unit> now) {
        for (Unit unit : units) at[unit.place()] = NOBODY;
        now.sort(Comparator.comparingInt(Unit::place));
        units = now;
        for (int i = 0; i < now.size(); i++) at[now.get(i).place()] = i;
    }

    /**
     * Give own units the numbers that they had. A unit stands where it was or where it wanted to
     * go. No other unit can have come to either field: the one was taken, and on the other nobody
     * arrives whom it did not stop.
     */
    private void number(List<Unit> before) {
        if (turn == 1) {
            for (int i = 0; i < units.size(); i++) {
                if (units.get(i).mine()) rename(i, i);
            }
        }
        int[] goal = new int[Constants.PLACES];
        for (Order order : given) goal[order.unit()] = order.move();
        for (Unit old : before) {
            if (!old.mine() || take(old.number(), old.place())) continue;
            take(old.number(), goal[old.place()]);
        }
    }

    /** Gives a number to your unit on this place; false where none is there that needs one. */
    private boolean take(int number, int place) {
        int index = at[place];
        if (index == NOBODY || !units.get(index).mine()) return false;
        if (units.get(index).number() != NOBODY) return false;
        rename(index, number);
        return true;
    }

    private void rename(int index, int number) {
        Unit unit = units.get(index);
        units.set(index, new Unit(unit.place(), unit.kind(), unit.hp(), unit.mine(), number));
    }
}
