// The types of your knowledge, as in the manual. Changing them does not change the game.

import java.util.ArrayList;
import java.util.List;

/**
 * A place, as on the wire: in drawings x grows upwards and y to the right. z is the layer; layer 0
 * is the top one.
 */
record Pos(int x, int y, int z) implements Comparable<Pos> {
    /** The place of a player whom you do not see. */
    static final Pos NOWHERE = new Pos(-1, -1, -1);

    /** By x, then y, then z. */
    @Override
    public int compareTo(Pos other) {
        if (x != other.x) return Integer.compare(x, other.x);
        return y != other.y ? Integer.compare(y, other.y) : Integer.compare(z, other.z);
    }
}

/** The status of a player; the ordinals are the numbers on the wire. */
enum Status {
    ALIVE,
    DEAD,
    ESCAPED,
    /** Caught in slime: this turn is over, and the next one is skipped. */
    SKIPPING,
    /** In the capsule, which counts down. */
    COUNTDOWN,
    /** The program has failed. */
    ERROR
}

/**
 * A bag and the placed traps: per kind of trap {in the bag, placed} and the places of placed traps,
 * oldest first, and the numbers of kits and blinks.
 */
final class Tool {
    int[] landmineNumber = {0, 0};
    List<Pos> landminePos = new ArrayList<>();
    int[] stickyNumber = {0, 0};
    List<Pos> stickyPos = new ArrayList<>();
    int kit;
    int transport;

    /** The number of an item in the bag, by its name on the wire. */
    int count(String kind) {
        switch (kind) {
            case "LandMine": return landmineNumber[0];
            case "Sticky": return stickyNumber[0];
            case "Kit": return kit;
            case "Transport": return transport;
            default: throw new IllegalArgumentException("there is no item " + kind);
        }
    }

    /** The maximum of an item in the bag, not counting placed traps; 0 for other names. */
    static int most(String kind) {
        int at = List.of(Constants.ITEMS).indexOf(kind);
        return at < 0 ? 0 : Constants.CARRY[at];
    }
}

/**
 * A player. Of others, you know place and hit points only on your own layer, and never the tools.
 */
final class Player {
    /** The hit points of a player whom you do not see. */
    static final int UNKNOWN = -1;

    final int id;
    Pos pos;
    Status status = Status.ALIVE;
    int hp = Constants.FULL;
    List<Integer> keys;
    Tool tools = new Tool();

    Player(int id, Pos pos) {
        this.id = id;
        this.pos = pos;
        keys = List.of(id);
    }

    /** Whether this player stands somewhere in the station. */
    boolean up() {
        return status == Status.ALIVE || status == Status.SKIPPING || status == Status.COUNTDOWN;
    }
}

/**
 * A place with its things and players.
 *
 * @param interprops can have Box, Materials, KeyMachine, EscapeCapsule and Elevator
 * @param player the numbers of the players who stand there, including you
 */
record Node(Pos pos, List<String> interprops, List<Integer> player) {}

/** A passage or a lift; both lead in both directions. */
record Edge(Pos stpos, Pos edpos) {}

/** Your layer: its places, open passages and lifts, including lifts to other layers. */
record View(List<Node> selfNodes, List<Edge> selfEdges) {}

/** The referee's reply to an action; hasTrap is that of a detection. */
record Reply(boolean success, boolean hasTrap) {
    static final Reply REFUSED = new Reply(false, false);
}
