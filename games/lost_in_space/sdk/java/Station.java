import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The station, which never changes: places, passages, lifts, machines, material points, zones. */
final class Station {
    /** Places that close at the end of round closes, which kills all players inside. */
    record Zone(String title, int closes, List<Pos> nodes) {}

    /** For every place, the places one passage away, which are all on the same layer. */
    static final Map<Pos, List<Pos>> PASSAGES = readPassages();

    /** For every place with a lift, the other stops of the lift. */
    static final Map<Pos, List<Pos>> STOPS = readStops();

    static final List<Pos> MATERIALS = unpacked(Constants.STATION_MATERIALS);

    /** For every place with a machine, the key that the machine makes. */
    static final Map<Pos, Integer> MACHINES =
            byPlace(Constants.STATION_MACHINES, Constants.STATION_MACHINE_KEYS);

    static final List<Pos> SPAWNS = unpacked(Constants.STATION_SPAWNS);
    static final Pos CAPSULE = unpacked(Constants.STATION_CAPSULE).get(0);

    /** The last open round of each place in a zone. Places outside the zones are missing. */
    static final Map<Pos, Integer> CLOSES =
            byPlace(Constants.ZONE_PLACES, Constants.ZONE_PLACE_ROUNDS);

    /** The zones in the order in which they close. */
    static final List<Zone> ZONES = readZones();

    private Station() {}

    /** Whether a place is open in round now. */
    static boolean isOpen(Pos pos, int now) {
        return PASSAGES.containsKey(pos) && now <= CLOSES.getOrDefault(pos, now);
    }

    /** Open places one passage away: the targets of attacks, detection and blinks. */
    static List<Pos> passages(Pos pos, int now) {
        return open(PASSAGES.getOrDefault(pos, List.of()), now);
    }

    /** Open places one move away, by passage or by lift. */
    static List<Pos> ways(Pos pos, int now) {
        List<Pos> found = passages(pos, now);
        found.addAll(open(STOPS.getOrDefault(pos, List.of()), now));
        return found;
    }

    /**
     * Moves from every place to the nearest goal, through places that are open in round now. Paths
     * do not lead through avoid. Places without a path are left out.
     */
    static Map<Pos, Integer> distances(Collection<Pos> goals, int now, Set<Pos> avoid) {
        Map<Pos, Integer> found = new TreeMap<>();
        for (Pos goal : goals) if (isOpen(goal, now)) found.put(goal, 0);
        Deque<Pos> queue = new ArrayDeque<>(found.keySet());
        while (!queue.isEmpty()) {
            Pos here = queue.remove();
            for (Pos near : ways(here, now)) {
                if (found.containsKey(near) || avoid.contains(near)) continue;
                found.put(near, found.get(here) + 1);
                queue.add(near);
            }
        }
        return found;
    }

    private static List<Pos> open(List<Pos> places, int now) {
        List<Pos> found = new ArrayList<>(places);
        found.removeIf(pos -> !isOpen(pos, now));
        return found;
    }

    private static List<Pos> unpacked(int... numbers) {
        List<Pos> found = new ArrayList<>();
        for (int packed : numbers) found.add(new Pos(packed / 100, packed / 10 % 10, packed % 10));
        return Collections.unmodifiableList(found);
    }

    private static Map<Pos, Integer> byPlace(int[] places, int[] values) {
        Map<Pos, Integer> found = new LinkedHashMap<>();
        for (int at = 0; at < places.length; at++) found.put(unpacked(places).get(at), values[at]);
        return Collections.unmodifiableMap(found);
    }

    private static Map<Pos, List<Pos>> readPassages() {
        Map<Pos, List<Pos>> found = new TreeMap<>();
        for (Pos pos : unpacked(Constants.STATION_PLACES)) found.put(pos, new ArrayList<>());
        List<Pos> ends = unpacked(Constants.STATION_PASSAGES);
        for (int at = 0; at < ends.size(); at += 2) {
            found.get(ends.get(at)).add(ends.get(at + 1));
            found.get(ends.get(at + 1)).add(ends.get(at));
        }
        found.values().forEach(Collections::sort);
        return Collections.unmodifiableMap(found);
    }

    private static Map<Pos, List<Pos>> readStops() {
        Map<Pos, List<Pos>> found = new TreeMap<>();
        List<Pos> stops = unpacked(Constants.STATION_LIFTS);
        for (Pos stop : stops) {
            List<Pos> others = new ArrayList<>(stops);
            others.removeIf(to -> to.x() != stop.x() || to.y() != stop.y() || to.equals(stop));
            found.put(stop, others);
        }
        return Collections.unmodifiableMap(found);
    }

    private static List<Zone> readZones() {
        List<Zone> found = new ArrayList<>();
        for (int at = 0; at < Constants.ZONE_ROUNDS.length; at++) {
            int closes = Constants.ZONE_ROUNDS[at];
            List<Pos> nodes = new ArrayList<>(CLOSES.keySet());
            nodes.removeIf(pos -> CLOSES.get(pos) != closes);
            found.add(new Zone(Constants.ZONE_TITLES[at], closes, nodes));
        }
        return Collections.unmodifiableList(found);
    }
}
