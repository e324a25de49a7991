// The lines between a bot and the referee: one JSON object on each.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The referee closed the connection. */
final class Hangup extends RuntimeException {
    private static final long serialVersionUID = 1;

    Hangup() {
        super("the referee has gone");
    }
}

/** The referee sent something that this kit does not know. */
final class ProtocolError extends RuntimeException {
    private static final long serialVersionUID = 1;

    ProtocolError(String why) {
        super(why);
    }
}

/** The referee asks for a bid; you have this money. */
record Bid(int money) {}

/** The referee asks for a place; others have named these before you, in this order. */
record Spawn(List<Position> chosen) {}

/** The end of the game. */
record End(int rank, String words) {}

/** The referee's lines as values, and your answers as lines. */
final class Protocol {
    private final BufferedReader source;
    private final PrintStream sink;
    private final int player;
    private final int players;
    private final BaseMap map;

    /** Reads the start. */
    Protocol(InputStream source, PrintStream sink) {
        this.source = new BufferedReader(new InputStreamReader(source, StandardCharsets.UTF_8));
        this.sink = sink;
        String line = line();
        Members start = members(line);
        try {
            if (!start.text("type").equals("start")) throw new ProtocolError("no start: " + line);
            map = baseMap(start);
            player = start.number("player");
            players = start.object("scene").number("players");
            if (player < 0 || player >= players) throw new ProtocolError("no such player");
        } catch (ClassCastException | IllegalArgumentException | IndexOutOfBoundsException error) {
            throw wrong(line, error);
        }
    }

    BaseMap map() {
        return map;
    }

    /** The next message: a Bid, a Spawn, an Info or an End. Blocks until there is one. */
    Object read() {
        String line = line();
        Members data = members(line);
        try {
            String type = data.text("type");
            if (type.equals("end")) return new End(data.number("rank"), data.text("words"));
            if (!type.equals("ask")) throw new ProtocolError("an unknown line: " + type);
            String phase = data.text("phase");
            switch (phase) {
                case "bid": return new Bid(data.number("money"));
                case "spawn": return new Spawn(data.list("chosen", Protocol::point));
                case "round": return info(data);
                default: throw new ProtocolError("an unknown phase: " + phase);
            }
        } catch (ClassCastException | IllegalArgumentException | IndexOutOfBoundsException error) {
            throw wrong(line, error);
        }
    }

    void bid(int price, int money) {
        send("{\"bid\":" + Math.min(Math.max(price, 0), money) + "}");
    }

    void spawn(Position at) {
        send("{\"spawn\":" + pointText(at) + "}");
    }

    /** Sends the answer in info, without the bombs that the rules would skip in any case. */
    void answer(Info info) {
        StringBuilder stances = new StringBuilder();
        for (int id = 0; id < players; id++) {
            DiplomaticCommand stance = info.diplomaticCommands[id];
            boolean none = id == player || stance == null;
            stances.append(none ? '-' : Constants.STANCES.charAt(stance.ordinal()));
        }
        String bombs = bombs(info.militaryCommands);
        String answer = "{\"stances\":\"" + stances + "\",\"bombs\":[" + bombs + "]";
        if (info.newCapital != null) answer += ",\"capital\":" + pointText(info.newCapital);
        send(answer + "}");
    }

    private String bombs(List<MilitaryCommand> commands) {
        List<String> found = new ArrayList<>();
        for (MilitaryCommand bomb : commands) {
            Position at = bomb.place();
            if (at == null || !map.inside(at) || bomb.bombSize() <= 0) continue;
            if (found.size() == Constants.MOST_BOMBS) {
                String most = "more than " + Constants.MOST_BOMBS + " bombs";
                System.err.println(most + ": the rest is left out");
                break;
            }
            found.add("[" + at.x() + "," + at.y() + "," + bomb.bombSize() + "]");
        }
        return String.join(",", found);
    }

    private String pointText(Position at) {
        return at != null && map.inside(at) ? "[" + at.x() + "," + at.y() + "]" : "[-1,-1]";
    }

    private void send(String answer) {
        sink.print(answer + "\n");
        if (sink.checkError()) throw new Hangup(); // it flushes, too
    }

    private String line() {
        StringBuilder line = new StringBuilder();
        try {
            for (int c; (c = source.read()) != '\n'; line.append((char) c)) {
                if (c < 0) throw new Hangup();
            }
        } catch (IOException closed) {
            throw new Hangup();
        }
        return line.toString();
    }

    private static Members members(String line) {
        try {
            return new Members(Json.object(line));
        } catch (IllegalArgumentException error) {
            throw wrong(line, error);
        }
    }

    private static ProtocolError wrong(String line, RuntimeException error) {
        String begin = line.substring(0, Math.min(line.length(), 200));
        return new ProtocolError("cannot read " + begin + ": " + error.getMessage());
    }

    private static BaseMap baseMap(Members start) {
        Members scene = start.object("scene");
        int rows = scene.number("rows");
        int cols = scene.number("cols");
        double[][] kernel = scene.list("kernel", Protocol::weights).toArray(double[][]::new);
        return new BaseMap(
                rows,
                cols,
                board(scene, "resource", cols, rows),
                board(scene, "attack", cols, rows),
                board(scene, "defence", cols, rows),
                kernel,
                rules(scene.object("constants")),
                scene.text("title"),
                start.list("names", String.class::cast),
                scene.list("points", Protocol::namedPoint),
                scene.list("words", String.class::cast));
    }

    private static double[] weights(Object row) {
        List<Integer> found = Members.elements(row, Members::number);
        return found.stream().mapToDouble(each -> (double) each / Constants.KERNEL_UNIT).toArray();
    }

    /** The messages list the board row by row: place = y * cols + x. */
    private static int[][] board(Members scene, String name, int cols, int rows) {
        List<Integer> values = scene.list(name, Members::number);
        if (values.size() != cols * rows) throw new IllegalArgumentException("no whole board");
        int[][] found = new int[cols][rows];
        for (int at = 0; at < values.size(); at++) found[at % cols][at / cols] = values.get(at);
        return found;
    }

    private static Rules rules(Members constants) {
        return new Rules(
                constants.number("max_round", Constants.MAX_ROUND),
                constants.number("initial_money", Constants.INITIAL_MONEY),
                constants.number("bomb_cost", Constants.BOMB_COST),
                constants.number("suppress_limit", Constants.SUPPRESS_LIMIT),
                constants.number("capital_influence", Constants.CAPITAL_INFLUENCE),
                constants.number("city_income", Constants.CITY_INCOME),
                constants.number("corruption", Constants.CORRUPTION),
                constants.number("justify_rounds", Constants.JUSTIFY_ROUNDS),
                constants.number("justify_price", Constants.JUSTIFY_PRICE),
                constants.number("border", Constants.BORDER),
                constants.number("spawn_distance", Constants.SPAWN_DISTANCE),
                constants.number("spawn_anywhere", Constants.SPAWN_ANYWHERE));
    }

    private static Point namedPoint(Object data) {
        Members point = Members.of(data);
        Position place = new Position(point.number("x"), point.number("y"));
        return new Point(point.text("name"), place, point.list("tags", String.class::cast));
    }

    private static Position point(Object data) {
        List<Integer> at = Members.elements(data, Members::number);
        return new Position(at.get(0), at.get(1));
    }

    private Info info(Members data) {
        String owner = data.text("owner");
        Info info = new Info();
        info.id = player;
        info.playerSize = players;
        info.rows = map.rows();
        info.cols = map.cols();
        info.round = data.number("round");
        info.map = map;
        info.backstabUsed = data.flag("backstab_used");
        info.playerInfo = data.list("players", this::country);
        info.marks = data.list("marks", this::mark);
        if (owner.length() != info.rows * info.cols || info.playerInfo.size() != players) {
            throw new IllegalArgumentException("a round without a whole board or all players");
        }
        boolean[] sieged = new boolean[owner.length()];
        for (int at : data.list("sieged", Members::number)) sieged[at] = true;
        info.mapPointInfo = new MapPointInfo[info.cols][info.rows];
        for (int at = 0; at < owner.length(); at++) {
            Position here = position(at);
            info.mapPointInfo[here.x()][here.y()] = cell(owner.charAt(at), sieged[at]);
        }
        info.diplomaticCommands =
                info.playerInfo.stream()
                        .map(country -> usual(country.dipStatus()))
                        .toArray(DiplomaticCommand[]::new);
        info.newCapital = info.me().capital();
        return info;
    }

    private static MapPointInfo cell(char letter, boolean sieged) {
        if (letter == '?') return new MapPointInfo(false, Info.UNKNOWN_PLAYER_ID, false);
        int owner = letter == '.' ? Info.NEUTRAL_PLAYER_ID : letter - '0';
        return new MapPointInfo(true, owner, sieged);
    }

    private PlayerInfo country(Object data) {
        Members nation = Members.of(data);
        int capital = nation.number("capital", -1);
        return new PlayerInfo(
                status(nation.text("status").charAt(0)),
                nation.flag("visible"),
                nation.flag("union"),
                nation.number("area", -1),
                nation.list("wars", Members::number),
                nation.number("saving", 0),
                nation.number("income", 0),
                capital < 0 ? null : position(capital),
                nation.text("relation").chars().mapToObj(Protocol::status).toList());
    }

    private Mark mark(Object data) {
        Members mark = Members.of(data);
        Position place = position(mark.number("place"));
        return new Mark(place, mark.text("kind"), mark.text("text"), mark.number("player", -1));
    }

    private Position position(int place) {
        return new Position(place % map.cols(), place / map.cols());
    }

    /** A relation; the dash of a country to itself becomes UNDISCOVERED. */
    private static DiplomaticStatus status(int letter) {
        return DiplomaticStatus.values()[Math.max(Constants.RELATIONS.indexOf(letter), 0)];
    }

    private static DiplomaticCommand usual(DiplomaticStatus status) {
        switch (status) {
            case ALLIED: return DiplomaticCommand.FORM_ALLIANCE;
            case AT_WAR: return DiplomaticCommand.JUSTIFY_WAR;
            default: return DiplomaticCommand.KEEP_NEUTRAL;
        }
    }
}

/** The members of an object of JSON. Missing lists are empty, and so are missing texts. */
record Members(Map<String, Object> values) {
    @SuppressWarnings("unchecked")
    static Members of(Object data) {
        return new Members((Map<String, Object>) data);
    }

    static int number(Object data) {
        if (data == null) throw new IllegalArgumentException("a number is missing");
        return Math.toIntExact((Long) data);
    }

    static <T> List<T> elements(Object data, Function<Object, T> read) {
        return ((List<?>) data).stream().<T>map(read::apply).toList();
    }

    Members object(String name) {
        if (values.get(name) == null) throw new IllegalArgumentException("no " + name);
        return of(values.get(name));
    }

    int number(String name) {
        return number(values.get(name));
    }

    int number(String name, int otherwise) {
        return values.get(name) == null ? otherwise : number(name);
    }

    boolean flag(String name) {
        return Boolean.TRUE.equals(values.get(name));
    }

    String text(String name) {
        return values.get(name) == null ? "" : (String) values.get(name);
    }

    <T> List<T> list(String name, Function<Object, T> read) {
        return values.get(name) == null ? List.of() : elements(values.get(name), read);
    }
}
