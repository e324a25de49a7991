import java.util.ArrayList;
import java.util.List;

/**
 * The calls of the manual. Your AI is a Client with a play of its own.
 *
 * <p>An action returns a {@link Reply}; a refused action changes nothing. After the end of the
 * turn, by endTurn or by an action, the client refuses further actions and does not send them.
 */
abstract class Client {
    final Knowledge know = new Knowledge();
    private Protocol connection;
    private boolean ended = true;
    private boolean pending;

    /** Your turn. It ends when this returns, or by endTurn. */
    abstract void play();

    /**
     * Your turn while the capsule counts down. {@code interact("EscapeCapsule", false)} stops it,
     * which is a major action. Without that, the countdown continues.
     */
    void countdown() {}

    // Your knowledge. IndexOutOfBoundsException for a player who does not exist.

    final int getMyNum() {
        return know.id;
    }

    final Pos getMyPos() {
        return know.me().pos;
    }

    final int getMyHp() {
        return know.me().hp;
    }

    /** Pos.NOWHERE if you do not see that player. */
    final Pos getOtherPos(int playerId) {
        Player player = know.players.get(playerId);
        return player.up() ? player.pos : Pos.NOWHERE;
    }

    /** 0 for a dead player, Player.UNKNOWN if you do not see the player. */
    final int getOtherHp(int playerId) {
        return know.players.get(playerId).hp;
    }

    final Status getOtherStatus(int playerId) {
        return know.players.get(playerId).status;
    }

    final List<Integer> getKeys() {
        return new ArrayList<>(know.me().keys);
    }

    final List<Integer> getOtherKeys(int playerId) {
        return new ArrayList<>(know.players.get(playerId).keys);
    }

    final Tool getTools() {
        return know.me().tools;
    }

    /** The places of your mines, oldest first. */
    final List<Pos> getLandminePos() {
        return new ArrayList<>(know.me().tools.landminePos);
    }

    /** The places of your slimes, oldest first. */
    final List<Pos> getStickyPos() {
        return new ArrayList<>(know.me().tools.stickyPos);
    }

    /** The place where a player starts, and returns after a death. */
    final Pos getSpawnPos(int playerId) {
        return Station.SPAWNS.get(playerId);
    }

    final Pos getEscapePos() {
        return Station.CAPSULE;
    }

    /**
     * Open places one move away, by passage or by lift. Attacks, detection and blinks reach only
     * those on the layer of pos.
     */
    final List<Pos> getNeighbors(Pos pos) {
        return Station.ways(pos, know.round);
    }

    /** The places of boxes on your layer. */
    final List<Pos> getBoxes() {
        return new ArrayList<>(know.boxes);
    }

    final int getRound() {
        return know.round;
    }

    /** Rounds until you can detect again; 0: you can. */
    final int getCheckCd() {
        return Math.max(0, know.rested - know.round);
    }

    /** The messages since your last turn about the turns of others, in order. */
    final List<Message> getNews() {
        return new ArrayList<>(know.news);
    }

    final Player player() {
        return know.me();
    }

    final List<Player> others() {
        return know.others();
    }

    final View view() {
        View found = new View(new ArrayList<>(), new ArrayList<>());
        int z = getMyPos().z();
        for (Pos pos : Station.PASSAGES.keySet()) {
            if (pos.z() != z) continue;
            found.selfNodes().add(node(pos));
            for (Pos to : getNeighbors(pos)) {
                boolean once = pos.compareTo(to) < 0 || to.z() != z;
                if (once) found.selfEdges().add(new Edge(pos, to));
            }
        }
        return found;
    }

    final boolean turnOver() {
        return know.over || ended;
    }

    /** Whether the one major action of this turn is used up. */
    final boolean majorUsed() {
        return know.major;
    }

    // Your actions.

    /** Major: along a passage or by a lift. */
    final Reply move(Pos pos) {
        return act(deed(Knowledge.Verb.MOVE, pos), "\"move\"," + json(pos), exists(pos));
    }

    /** Major: strike a player who is at pos, your own place or one passage away. */
    final Reply attack(Pos pos, int playerId) {
        boolean known = exists(pos) && playerId >= 0 && playerId < Constants.PLAYERS;
        var deed = new Knowledge.Deed(Knowledge.Verb.ATTACK, pos, playerId, "", true);
        return act(deed, "\"attack\"," + json(pos) + "," + playerId, known);
    }

    /** Major: use the "KeyMachine", or start the "EscapeCapsule". Both end the turn. */
    final Reply interact(String toolType) {
        return interact(toolType, true);
    }

    /** Major: the same; false stops the "EscapeCapsule". */
    final Reply interact(String toolType, boolean start) {
        if (toolType.equals("KeyMachine")) {
            return act(deed(Knowledge.Verb.MACHINE, null), "\"interact\",\"KeyMachine\"", true);
        }
        var deed = new Knowledge.Deed(Knowledge.Verb.CAPSULE, null, 0, "", start);
        String words = "\"interact\",\"" + toolType + "\"," + start;
        return act(deed, words, toolType.equals("EscapeCapsule"));
    }

    /** Major: take the keys of a "Box". */
    final Reply viewBox(String boxType) {
        return viewBox(boxType, "");
    }

    /**
     * Major: take the keys of a "Box", or from "Materials" the item toolType. An empty material
     * point costs the major action.
     */
    final Reply viewBox(String boxType, String toolType) {
        if (boxType.equals("Box")) {
            return act(deed(Knowledge.Verb.BOX, null), "\"interact\",\"Box\"", true);
        }
        String item = spelt(toolType);
        boolean takes = boxType.equals("Materials") && Tool.most(item) > 0;
        boolean emptyPoint = takes && willTake(item);
        String words = "\"interact\",\"Materials\",\"" + item + "\"";
        Reply reply = act(deed(Knowledge.Verb.MATERIALS, null), words, takes);
        if (emptyPoint && !reply.success() && !turnOver()) know.major = true;
        return reply;
    }

    /** Minor: "LandMine" or "Sticky", at your own place. */
    final Reply putTrap(String trapType) {
        String kind = spelt(trapType);
        var deed = new Knowledge.Deed(Knowledge.Verb.TRAP, null, 0, kind, true);
        boolean known = kind.equals("LandMine") || kind.equals("Sticky");
        return act(deed, "\"trap\",\"" + kind + "\"", known);
    }

    /** Major: use a "Kit". */
    final Reply useTool(String toolType) {
        String words = "\"tool\",\"" + toolType + "\"";
        return act(deed(Knowledge.Verb.KIT, null), words, toolType.equals("Kit"));
    }

    /** Minor: "Transport", a blink to pos. */
    final Reply useTool(String toolType, Pos pos) {
        if (!toolType.equals("Transport")) return useTool(toolType);
        String words = "\"tool\",\"Transport\"," + json(pos);
        return act(deed(Knowledge.Verb.BLINK, pos), words, exists(pos));
    }

    /** Minor, every five rounds: hasTrap of the reply. It destroys a trap of others. */
    final Reply detect(Pos pos) {
        return act(deed(Knowledge.Verb.DETECT, pos), "\"detect\"," + json(pos), exists(pos));
    }

    final void endTurn() {
        if (ended) return;
        ended = true;
        connection.send("{\"type\":\"finish\",\"state\":" + know.round + "}");
    }

    /** Reads messages and plays until the referee ends, which throws Hangup. */
    final void run(Protocol referee) {
        connection = referee;
        while (true) {
            hear(connection.read());
            while (pending) {
                pending = false;
                ended = false;
                if (know.me().status == Status.COUNTDOWN) countdown();
                else play();
                endTurn();
            }
        }
    }

    private static Knowledge.Deed deed(Knowledge.Verb verb, Pos pos) {
        return new Knowledge.Deed(verb, pos, 0, "", true);
    }

    private static boolean exists(Pos pos) {
        return Station.PASSAGES.containsKey(pos);
    }

    private static String spelt(String item) {
        return item.equals("Landmine") ? "LandMine" : item;
    }

    private static String json(Pos pos) {
        return "[" + pos.x() + "," + pos.y() + "," + pos.z() + "]";
    }

    /** Whether the action can fail only because the material point is empty. */
    private boolean willTake(String item) {
        Player me = know.me();
        boolean free = !turnOver() && !know.major && me.status == Status.ALIVE;
        boolean there = Station.MATERIALS.contains(me.pos);
        return free && there && me.tools.count(item) < Tool.most(item);
    }

    private Node node(Pos pos) {
        List<String> things = new ArrayList<>();
        if (know.boxes.contains(pos)) things.add("Box");
        if (Station.MATERIALS.contains(pos)) things.add("Materials");
        if (Station.MACHINES.containsKey(pos)) things.add("KeyMachine");
        if (pos.equals(Station.CAPSULE)) things.add("EscapeCapsule");
        if (Station.STOPS.containsKey(pos)) things.add("Elevator");
        List<Integer> standing = new ArrayList<>();
        for (Player each : know.players) {
            if (each.up() && each.pos.equals(pos)) standing.add(each.id);
        }
        return new Node(pos, things, standing);
    }

    /** Sends an action and reads messages up to its reply. */
    private Reply act(Knowledge.Deed deed, String words, boolean known) {
        int now = know.round;
        if (!known) System.err.println("round " + now + ": nothing of the game: " + words);
        if (!known || turnOver()) return Reply.REFUSED;
        connection.send("{\"type\":\"action\",\"action\":[" + words + "],\"state\":" + now + "}");
        while (true) {
            Message message = connection.read();
            if (message.type().equals("action")) {
                Reply reply = new Reply(message.flag("success"), message.flag("has_trap"));
                if (reply.success()) know.done(deed, message);
                return reply;
            }
            hear(message);
            if (message.type().equals("roundbegin")) {
                // The referee has continued without an answer.
                ended = true;
                return Reply.REFUSED;
            }
        }
    }

    private void hear(Message message) {
        know.hear(message);
        boolean own = message.type().equals("roundbegin") && message.has("status");
        if (own) pending = !know.over;
    }
}
