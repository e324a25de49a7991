import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Your team's view and memory of the game, updated from the referee's lines.
 *
 * <p>A place is a number, x * width + y with row x and column y from 0. owners, kinds and units are
 * your team's view, exactly as the referee has it: out of view a tile is 0, 0, 0. sight also
 * remembers tiles seen earlier.
 */
final class State {
    static final int NEVER = -1;

    /** The distance of what cannot be reached. */
    static final int FAR = 1 << 29;

    /** The changes of row and column by the index of a letter of Constants.LETTERS. */
    static final int[][] STEPS = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    /** A tile as it was last seen, before half-turn half (NEVER: it was never in view). */
    record Sight(int owner, int kind, long units, int half) {}

    private static final Sight UNSEEN =
            new Sight(Constants.NEUTRAL, Constants.HIDDEN, 0, NEVER);

    final int player;
    final int players;
    final int width;
    final int height;
    final int halfturns;

    /** Yours. */
    final int team;

    /** width * height */
    final int size;

    /** Element p - 1 is the team of player p. */
    final List<Integer> teams;

    final List<String> names;
    final Modifiers modifiers;

    /** The half-turn that is played with your next answer. */
    int half;

    final int[] echo;
    final int[] owners;
    final int[] kinds;
    final long[] units;

    /** Your capital's place. */
    int capital = NEVER;

    /** Your orders that wait, in the order in which they are played. */
    final Deque<Order> queue = new ArrayDeque<>();

    /** By team, empty under Silent War. */
    List<TeamRank> ranking = List.of();

    List<String> messages = List.of();

    /** The players who are out. */
    final Set<Integer> beaten = new TreeSet<>();

    private final Sight[] memory;
    private final int[][] neighbours;

    State(Start start) {
        player = start.player();
        players = start.players();
        width = start.width();
        height = start.height();
        halfturns = start.halfturns();
        teams = start.teams();
        team = teams.get(player - 1);
        size = width * height;
        names = start.names();
        modifiers = start.modifiers();
        echo = start.echo();
        owners = new int[size];
        kinds = new int[size];
        units = new long[size];
        memory = new Sight[size];
        neighbours = new int[size][];
        Arrays.fill(memory, UNSEEN);
        for (int place = 0; place < size; place++) {
            neighbours[place] = around(place);
            put(place, start.owners()[place], start.kinds()[place], start.units()[place]);
        }
    }

    // The board.

    int place(int x, int y) {
        return x * width + y;
    }

    int row(int place) {
        return place / width;
    }

    int column(int place) {
        return place % width;
    }

    /** The two to four places next to another one. */
    int[] neighbours(int place) {
        return neighbours[place];
    }

    /** Whether the owner is you or a player of your team. */
    boolean friendly(int owner) {
        return owner != Constants.NEUTRAL && teams.get(owner - 1) == team;
    }

    boolean enemy(int owner) {
        return owner != Constants.NEUTRAL && teams.get(owner - 1) != team;
    }

    boolean visible(int place) {
        return kinds[place] != Constants.HIDDEN;
    }

    /** The tile as it is, or as it was last seen. */
    Sight sight(int place) {
        if (!visible(place)) return memory[place];
        return new Sight(owners[place], kinds[place], units[place], half);
    }

    /** Whether an army might walk there: blanks, swamps, capitals, and cities that were seen. */
    boolean open(int place) {
        if (echo[place] != Constants.MAYBE_MOUNTAIN) return true;
        return kinds[place] == Constants.CITY || memory[place].kind == Constants.CITY;
    }

    /** The units that must arrive to take the tile, as last seen; 0 for your team's tiles. */
    long cost(int place) {
        Sight seen = sight(place);
        return friendly(seen.owner) ? 0 : Math.max(seen.units, 0) + 1;
    }

    /** Your places. */
    List<Integer> own() {
        return chosen(place -> owners[place] == player);
    }

    /** Those from which units can move, the largest army first. */
    List<Integer> armies() {
        List<Integer> found = chosen(place -> owners[place] == player && units[place] > 1);
        found.sort((a, b) -> Long.compare(units[b], units[a]));
        return found;
    }

    /** Those next to open tiles that your team does not own. */
    List<Integer> frontier() {
        IntPredicate beyond = near -> open(near) && !friendly(owners[near]);
        return chosen(
                place ->
                        owners[place] == player
                                && IntStream.of(neighbours[place]).anyMatch(beyond));
    }

    // Distances and paths.

    /** Steps over open tiles from the nearest source to every place, FAR without a way. */
    int[] distances(int... sources) {
        int[] steps = new int[size];
        Arrays.fill(steps, FAR);
        Deque<Integer> edge = new ArrayDeque<>();
        for (int place : sources) {
            steps[place] = 0;
            edge.add(place);
        }
        while (!edge.isEmpty()) {
            int here = edge.poll();
            for (int near : neighbours[here]) {
                if (steps[near] != FAR || !open(near)) continue;
                steps[near] = steps[here] + 1;
                edge.add(near);
            }
        }
        return steps;
    }

    /**
     * The places from the source to the nearest wanted one, both included; empty without one.
     *
     * <p>Cities that are not your team's are only entered as the goal.
     */
    List<Integer> path(int source, IntPredicate wanted) {
        int[] before = new int[size];
        Arrays.fill(before, NEVER);
        before[source] = source;
        Deque<Integer> edge = new ArrayDeque<>(List.of(source));
        while (!edge.isEmpty()) {
            int here = edge.poll();
            if (here != source && wanted.test(here)) return wayBack(before, here);
            boolean city = kinds[here] == Constants.CITY && !friendly(owners[here]);
            if (here != source && city) continue;
            for (int near : neighbours[here]) {
                if (before[near] != NEVER || !open(near)) continue;
                before[near] = here;
                edge.add(near);
            }
        }
        return List.of();
    }

    // Updates.

    /** Applies a line of the referee: natural growth, then all other changes. */
    void update(Turn turn) {
        half = turn.half();
        if (half > 0) {
            grow();
            queue.poll();
        }
        if (turn.dropped() != null) queue.clear();
        for (Diff diff : turn.diffs()) {
            put(place(diff.x(), diff.y()), diff.owner(), diff.kind(), diff.units());
        }
        ranking = turn.ranking();
        messages = turn.messages();
        beaten.addAll(turn.beaten());
    }

    private int[] around(int place) {
        return Arrays.stream(STEPS)
                .map(step -> new int[] {row(place) + step[0], column(place) + step[1]})
                .filter(at -> at[0] >= 0 && at[0] < height && at[1] >= 0 && at[1] < width)
                .mapToInt(at -> place(at[0], at[1]))
                .toArray();
    }

    private List<Integer> chosen(IntPredicate choose) {
        List<Integer> found = new ArrayList<>();
        for (int place = 0; place < size; place++) if (choose.test(place)) found.add(place);
        return found;
    }

    private static List<Integer> wayBack(int[] before, int end) {
        List<Integer> way = new ArrayList<>(List.of(end));
        for (int place = end; before[place] != place; place = before[place]) {
            way.add(before[place]);
        }
        Collections.reverse(way);
        return way;
    }

    /** Natural growth, when half half-turns are over. */
    private void grow() {
        if (half % Constants.HALF_TURNS_A_TURN != 0) return;
        int everywhere = half % Constants.HALF_TURNS_A_ROUND == 0 ? 1 : 0;
        for (int at = 0; at < size; at++) {
            if (owners[at] == Constants.NEUTRAL) continue;
            if (kinds[at] == Constants.CITY || kinds[at] == Constants.CAPITAL) units[at]++;
            if (kinds[at] == Constants.SWAMP) units[at]--;
            units[at] += everywhere;
        }
    }

    private void put(int at, int owner, int kind, long count) {
        if (kind == Constants.HIDDEN && visible(at)) {
            memory[at] = new Sight(owners[at], kinds[at], units[at], half - 1);
        }
        owners[at] = owner;
        kinds[at] = kind;
        units[at] = count;
        if (kind == Constants.CAPITAL && owner == player) capital = at;
    }
}
