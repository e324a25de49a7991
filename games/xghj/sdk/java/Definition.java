// The view that your AI gets, and its answer. The names are those of the contest, in Java's
// spelling.
//
// All boards are indexed [x][y]: x is the column from 0 to cols - 1, y the row from 0 to rows - 1.

import java.util.ArrayList;
import java.util.List;

/** The relation between two countries. */
enum DiplomaticStatus {
    UNDISCOVERED,
    NEUTRAL,
    ALLIED,
    AT_WAR
}

/** Your stance towards another country. */
enum DiplomaticCommand {
    KEEP_NEUTRAL,
    FORM_ALLIANCE,
    JUSTIFY_WAR,
    BACKSTAB
}

/** A cell. */
record Position(int x, int y) {
    /** The number of steps to another cell. */
    int distance(Position other) {
        return Math.abs(x - other.x) + Math.abs(y - other.y);
    }
}

/** A bomb. */
record MilitaryCommand(Position place, int bombSize) {}

/**
 * The numbers of this game, which a scenario may change; {@link Constants} has the usual ones.
 *
 * <p>The game stops when the counter of rounds reaches maxRound. capitalInfluence and corruption
 * are in thousandths, cityIncome in hundredths.
 */
record Rules(
        int maxRound,
        int initialMoney,
        int bombCost,
        int suppressLimit,
        int capitalInfluence,
        int cityIncome,
        int corruption,
        int justifyRounds,
        int justifyPrice,
        int border,
        int spawnDistance,
        int spawnAnywhere) {
    /** The size of a capital's free bomb: a share of the last income buys it, rounded up. */
    int capitalBomb(int income) {
        int unit = 1000 * bombCost;
        return (capitalInfluence * income + unit - 1) / unit;
    }
}

/** A cell with a name, and tags by which the special rules find it. */
record Point(String name, Position place, List<String> tags) {}

/** A sign that a special rule shows on the board now; player is -1 where it concerns no country. */
record Mark(Position place, String kind, String text, int player) {}

/**
 * The facts that never change: the cells by [x][y], and the scenario.
 *
 * <p>words are its special rules in sentences.
 */
record BaseMap(
        int rows,
        int cols,
        int[][] resource,
        int[][] attack,
        int[][] defence,
        double[][] militaryKernel,
        Rules constants,
        String title,
        List<String> names,
        List<Point> points,
        List<String> words) {
    boolean inside(Position at) {
        return at.x() >= 0 && at.x() < cols && at.y() >= 0 && at.y() < rows;
    }
}

/**
 * A country, or you. Values that you do not know are 0, empty or null; an unknown mapArea is -1.
 *
 * <p>Where isVisible (neutral, allied or yourself), you know mapArea and warList. Where isUnion
 * (allied or yourself), you know the rest. capital is also null where a country has none. income is
 * that of the last round. relations has its relation to each country, by id.
 */
record PlayerInfo(
        DiplomaticStatus dipStatus,
        boolean isVisible,
        boolean isUnion,
        int mapArea,
        List<Integer> warList,
        int saving,
        int income,
        Position capital,
        List<DiplomaticStatus> relations) {}

/** A cell; it is sieged where it lies outside its owner's supply area. */
record MapPointInfo(boolean isVisible, int owner, boolean isSieged) {}

/** A round that you must answer. */
final class Info {
    /** The owner of a free cell. */
    static final int NEUTRAL_PLAYER_ID = 233;

    /** The owner of a cell that you do not see. */
    static final int UNKNOWN_PLAYER_ID = 213;

    int id;

    /** The number of players, including those who are out. */
    int playerSize;

    int rows;
    int cols;

    /** From 1. */
    int round;

    BaseMap map;
    List<PlayerInfo> playerInfo;
    MapPointInfo[][] mapPointInfo;

    /** You have used your backstab. */
    boolean backstabUsed;

    List<Mark> marks;

    // Your answer. By default it has no bombs, keeps all relations, and keeps the capital.

    final List<MilitaryCommand> militaryCommands = new ArrayList<>();

    /** One for each id. */
    DiplomaticCommand[] diplomaticCommands;

    Position newCapital;

    PlayerInfo me() {
        return playerInfo.get(id);
    }

    int owner(Position at) {
        return mapPointInfo[at.x()][at.y()].owner();
    }

    /** Adds a bomb to your answer. */
    void bomb(Position place, int size) {
        militaryCommands.add(new MilitaryCommand(place, size));
    }
}
