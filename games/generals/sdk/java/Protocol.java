// The lines between a bot and the referee as values.

import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A tile of your team's view as it is now; if it left the view, owner, kind and units are 0. */
record Diff(int x, int y, int owner, int kind, long units) {}

/** A move from row x, column y; half moves the larger half instead of all but one. */
record Order(int x, int y, char letter, boolean half) {}

/** A player on the leaderboard; a beaten player has neither land nor units. */
record PlayerRank(int player, boolean beaten, int land, long units) {}

/** A team on the leaderboard. */
record TeamRank(int team, int land, long units, List<PlayerRank> players) {}

/** Special rules. mistyVeil is the distance of the view, null without that rule. */
record Modifiers(
        boolean leapfrog,
        boolean cityState,
        boolean crystalClear,
        boolean silentWar,
        Integer mistyVeil) {}

/**
 * The first line to a bot. Elements i of teams and names belong to player i + 1.
 *
 * <p>The last four have one element per tile, row by row: the fog echo, and the view of your team.
 */
record Start(
        int player,
        int players,
        int width,
        int height,
        int halfturns,
        List<Integer> teams,
        List<String> names,
        Modifiers modifiers,
        int[] echo,
        int[] owners,
        int[] kinds,
        long[] units) {}

/** An order of yours that was illegal, with the reason; it has cleared your queue. */
record Dropped(Order order, String reason) {}

/**
 * The changes of the half-turn before half; your answer is for half.
 *
 * <p>queue is the number of your orders that wait, beaten has the players who were beaten in the
 * half-turn before. dropped is null where none was illegal.
 */
record Turn(
        int half,
        int queue,
        List<Diff> diffs,
        List<TeamRank> ranking,
        List<String> messages,
        List<Integer> beaten,
        Dropped dropped) {}

/** The end of the game: element i of ranks is the rank of player i + 1, winner a team or 0. */
record End(int rank, int winner, List<Integer> ranks, String words) {}

/** Parses the lines of the referee. IllegalArgumentException if this kit does not know one. */
final class Protocol {
    private Protocol() {}

    /** A Start, a Turn or an End. */
    static Object parse(String line) {
        try {
            Map<String, Object> data = Json.object(line);
            String type = String.valueOf(data.get("type"));
            switch (type) {
                case "start": return start(data);
                case "turn": return turn(data);
                case "end": return end(data);
                default: throw new IllegalArgumentException("an unknown line");
            }
        } catch (RuntimeException error) {
            String begin = line.substring(0, Math.min(line.length(), 200));
            throw new IllegalArgumentException("cannot read " + begin, error);
        }
    }

    private static Start start(Map<String, Object> data) {
        return new Start(
                number(data.get("player")),
                number(data.get("players")),
                number(data.get("width")),
                number(data.get("height")),
                number(data.get("halfturns")),
                list(data.get("teams"), Protocol::number),
                list(data.get("names"), String.class::cast),
                modifiers((Map<?, ?>) data.get("modifiers")),
                digits(data.get("echo")),
                digits(data.get("owners")),
                digits(data.get("kinds")),
                ((List<?>) data.get("units")).stream().mapToLong(Long.class::cast).toArray());
    }

    private static Modifiers modifiers(Map<?, ?> data) {
        Object veil = data.get("misty_veil");
        return new Modifiers(
                (Boolean) data.get("leapfrog"),
                (Boolean) data.get("city_state"),
                (Boolean) data.get("crystal_clear"),
                (Boolean) data.get("silent_war"),
                veil == null ? null : number(veil));
    }

    private static Turn turn(Map<String, Object> data) {
        return new Turn(
                number(data.get("half")),
                number(data.get("queue")),
                list(data.get("diffs"), Protocol::diff),
                list(data.get("ranking"), Protocol::teamRank),
                list(data.get("messages"), String.class::cast),
                list(data.get("beaten"), Protocol::number),
                dropped((Map<?, ?>) data.get("dropped")));
    }

    private static End end(Map<String, Object> data) {
        List<Integer> ranks = list(data.get("ranks"), Protocol::number);
        String words = (String) data.get("words");
        return new End(number(data.get("rank")), number(data.get("winner")), ranks, words);
    }

    private static Diff diff(Object data) {
        List<?> row = (List<?>) data;
        int owner = number(row.get(2));
        int kind = number(row.get(3));
        return new Diff(number(row.get(0)), number(row.get(1)), owner, kind, (Long) row.get(4));
    }

    private static TeamRank teamRank(Object data) {
        List<?> row = (List<?>) data;
        List<PlayerRank> players = list(row.get(3), Protocol::playerRank);
        return new TeamRank(number(row.get(0)), number(row.get(1)), (Long) row.get(2), players);
    }

    private static PlayerRank playerRank(Object data) {
        List<?> row = (List<?>) data;
        boolean beaten = number(row.get(1)) != 0;
        return new PlayerRank(number(row.get(0)), beaten, number(row.get(2)), (Long) row.get(3));
    }

    private static Dropped dropped(Map<?, ?> data) {
        if (data == null) return null;
        List<?> row = (List<?>) data.get("order"); // ["move", x, y, letter, half]
        boolean half = row.size() > 4 && (Boolean) row.get(4);
        char letter = ((String) row.get(3)).charAt(0);
        Order order = new Order(number(row.get(1)), number(row.get(2)), letter, half);
        return new Dropped(order, (String) data.get("reason"));
    }

    private static int number(Object data) {
        return Math.toIntExact((Long) data);
    }

    private static <T> List<T> list(Object data, Function<Object, T> read) {
        return ((List<?>) data).stream().<T>map(read::apply).toList();
    }

    /** One number per character: 0 to 9, then a to g for 10 to 16. */
    private static int[] digits(Object text) {
        return ((String) text).chars().map(Protocol::digit).toArray();
    }

    private static int digit(int letter) {
        int value = Character.digit(letter, 17);
        if (value < 0) throw new IllegalArgumentException("no digit: " + (char) letter);
        return value;
    }
}
