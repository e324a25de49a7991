import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All knowledge of a player, who sees only their own layer.
 *
 * <p>Every message updates it, in any order. An invalid message is ignored, and the message at the
 * beginning of your next turn corrects the state.
 *
 * <p>In your turn it is complete and current, with one exception. If you change layers in this
 * turn, you do not know the hit points of the players on the new layer until your next turn.
 */
final class Knowledge {
    /** The actions of the game. */
    enum Verb { MOVE, ATTACK, MACHINE, CAPSULE, BOX, MATERIALS, TRAP, KIT, BLINK, DETECT }

    /** An action of yours; what names a kind of trap, and on tells start from stop. */
    record Deed(Verb verb, Pos pos, int target, String what, boolean on) {
        boolean major() {
            return verb != Verb.TRAP && verb != Verb.BLINK && verb != Verb.DETECT;
        }
    }

    static final int NO_KEY = -1;

    int id;
    int round = 1;
    int inturn;
    final List<Player> players = new ArrayList<>();
    Set<Pos> boxes = new TreeSet<>();

    /** Whether the major action of your turn is used up. */
    boolean major;

    /** Whether it is not your turn, or your turn is over. */
    boolean over = true;

    /** The first round in which you can detect again. */
    int rested = 1;

    /** The round of your last death. */
    int died;

    /** Your turns until the capsule leaves; 0: you have not started it. */
    int countdown;

    /** The key that a machine makes for you, which arrives in your next turn. */
    int coming = NO_KEY;

    /** The messages outside your turns since your last turn. */
    List<Message> news = List.of();

    private List<Message> heard = new ArrayList<>();
    private boolean skipped;

    Knowledge() {
        for (Pos pos : Station.SPAWNS) players.add(new Player(players.size(), pos));
    }

    Player me() {
        return players.get(id);
    }

    List<Player> others() {
        List<Player> found = new ArrayList<>(players);
        found.remove(id);
        return found;
    }

    /** The round in which you return; -1 if you are alive, or dead for good. */
    int returns() {
        boolean dead = me().status == Status.DEAD && died <= Constants.LAST_CLOSING;
        return dead ? died + Constants.AWAY : -1;
    }

    /** Applies any message except the reply to an action. */
    void hear(Message message) {
        Protocol.guarded(message, () -> take(message));
    }

    /** Applies the reply to a successful action of yours. */
    void done(Deed deed, Message reply) {
        Protocol.guarded(reply, () -> effect(deed, reply));
    }

    private void take(Message message) {
        switch (message.type()) {
            case "roundbegin":
                if (message.has("status")) ownTurn(message);
                else otherTurn(message);
                break;
            case "offround":
                heard.add(message);
                off(message.list("content"), player(message.at("playerid")).id, message);
                break;
            case "id": id = player(message.at("id")).id; break;
            case "other_death": dies(player(message.at("playerid")), round); break;
            case "death": dies(me(), round); break;
            case "escaped": leaves(me(), Status.ESCAPED); break;
            case "box_disappear": boxes.remove(Message.place(message.at("pos"))); break;
            default:
        }
    }

    private Player player(Object said) {
        return players.get(Message.number(said));
    }

    private static Status status(Object said) {
        return Status.values()[Message.number(said)];
    }

    private void otherTurn(Message message) {
        inturn = player(message.at("inturn")).id;
        round = message.number("state");
        over = true;
        if (skipped && me().status == Status.SKIPPING) me().status = Status.ALIVE;
        skipped = false;
    }

    /** Reads the whole message before anything changes. */
    private void ownTurn(Message message) {
        Player me = me();
        Status now = status(message.at("status"));
        List<Object> others = message.list("others");
        Tool bag = bag(message.part("tools"));
        int hp = message.number("hp");
        List<Integer> keys = Message.sorted(message.at("keys"));
        int state = message.number("state");
        Pos pos = me.pos;
        if (message.has("pos")) pos = Message.place(message.at("pos"));
        else if (me.status == Status.DEAD && now != Status.DEAD) pos = Station.SPAWNS.get(id);

        inturn = id;
        round = state;
        major = false;
        over = now != Status.ALIVE && now != Status.COUNTDOWN;
        skipped = now == Status.SKIPPING;
        countdown = now == Status.COUNTDOWN ? Math.max(1, countdown - 1) : 0;
        coming = NO_KEY;
        news = heard;
        heard = new ArrayList<>();
        me.pos = pos;
        me.status = now;
        me.hp = hp;
        me.keys = keys;
        me.tools = bag;
        for (Object other : others) about(Message.part(other));
        forget();
    }

    private static Tool bag(Message said) {
        Tool bag = new Tool();
        bag.landmineNumber = traps(said.list("LandMine"), bag.landminePos);
        bag.stickyNumber = traps(said.list("Sticky"), bag.stickyPos);
        bag.kit = said.number("Kit");
        bag.transport = said.number("Transport");
        return bag;
    }

    private static int[] traps(List<Object> said, List<Pos> where) {
        for (Object each : said.subList(2, said.size())) where.add(Message.place(each));
        return new int[] {Message.number(said.get(0)), Message.number(said.get(1))};
    }

    private void about(Message said) {
        Player other = player(said.at("player_id"));
        other.status = status(said.at("status"));
        other.hp = said.number("hp");
        other.keys = Message.sorted(said.at("keys"));
        if (!other.up() || other.hp == Player.UNKNOWN) other.pos = Pos.NOWHERE;
    }

    /** Forgets players and boxes of other layers. */
    private void forget() {
        int z = me().pos.z();
        boxes.removeIf(pos -> pos.z() != z);
        for (Player other : others()) if (other.pos.z() != z) lose(other);
    }

    /** Forgets place and hit points of a player who is out of sight. */
    private static void lose(Player other) {
        other.pos = Pos.NOWHERE;
        other.hp = other.status == Status.DEAD ? 0 : Player.UNKNOWN;
    }

    private void dies(Player player, int now) {
        player.status = Status.DEAD;
        player.hp = 0;
        player.keys = List.of();
        if (player.id != id) {
            player.pos = Pos.NOWHERE;
            return;
        }
        Tool bag = player.tools;
        bag.landmineNumber[0] = bag.stickyNumber[0] = bag.kit = bag.transport = 0;
        countdown = 0;
        coming = NO_KEY;
        died = now;
        over = true;
        skipped = false;
    }

    private void leaves(Player player, Status status) {
        player.status = status;
        player.pos = Pos.NOWHERE;
        if (player.id != id) {
            player.hp = Player.UNKNOWN;
            return;
        }
        over = true;
        countdown = 0;
    }

    private void off(List<Object> content, int by, Message message) {
        switch ((String) content.get(0)) {
            case "see": see(content); break;
            case "died": dies(player(content.get(1)), message.number("state")); break;
            case "escaped": leaves(players.get(by), Status.ESCAPED); break;
            case "ai_error": leaves(players.get(by), Status.ERROR); break;
            case "hp_update": me().hp = Message.number(content.get(1)); break;
            case "getkey":
                Set<Integer> keys = new TreeSet<>(players.get(by).keys);
                keys.addAll(Message.sorted(content.get(1)));
                players.get(by).keys = List.copyOf(keys);
                break;
            case "trap_triggered":
            case "trap_destroyed":
            case "trap_destoryed":
                trapGone((String) content.get(1), Message.place(content.get(2)));
                break;
            default:
        }
    }

    private void see(List<Object> content) {
        String kind = (String) content.get(1);
        Pos pos = Message.place(content.get(2));
        if (kind.equals("interprops_status_update")) {
            if (!content.get(3).equals("Box")) return;
            if (content.get(4).equals("appear")) boxes.add(pos);
            if (content.get(4).equals("disappear")) boxes.remove(pos);
            return;
        }
        Player player = player(content.get(3));
        if (player.id == id) return;
        if (kind.equals("regenerate")) {
            player.status = Status.ALIVE;
            player.hp = Constants.FULL;
            player.keys = List.of(player.id);
        }
        if (kind.equals("pos_update") && pos.equals(Pos.NOWHERE)) lose(player);
        else player.pos = pos;
    }

    private int[] trapNumber(String kind) {
        return kind.equals("Sticky") ? me().tools.stickyNumber : me().tools.landmineNumber;
    }

    private List<Pos> trapPlaces(String kind) {
        return kind.equals("Sticky") ? me().tools.stickyPos : me().tools.landminePos;
    }

    /** Removes a trap of yours. */
    private void trapGone(String kind, Pos pos) {
        if (trapPlaces(kind).remove(pos)) trapNumber(kind)[1]--;
    }

    private void effect(Deed deed, Message reply) {
        major = major || deed.major();
        Player me = me();
        switch (deed.verb()) {
            case MOVE: case BLINK: arrive(deed, reply); break;
            case ATTACK: hit(players.get(deed.target())); break;
            case TRAP:
                trapNumber(deed.what())[0]--;
                trapNumber(deed.what())[1]++;
                trapPlaces(deed.what()).add(me.pos);
                break;
            case KIT:
                me.tools.kit--;
                int healed = Math.min(Constants.FULL, me.hp + Constants.KIT_HEALS);
                me.hp = reply.has("hp") ? reply.number("hp") : healed;
                break;
            case DETECT: rested = round + Constants.DETECT_RESTS; break;
            case MACHINE:
                coming = Station.MACHINES.getOrDefault(me.pos, NO_KEY);
                over = true;
                break;
            case CAPSULE:
                me.status = deed.on() ? Status.COUNTDOWN : Status.ALIVE;
                countdown = deed.on() ? Constants.COUNTDOWN_TURNS : 0;
                over = deed.on();
                break;
            case BOX:
                me.keys = Message.sorted(reply.at("keys"));
                boxes.remove(me.pos);
                break;
            default: refill(me.tools, reply.part("tools"));
        }
    }

    private static void refill(Tool bag, Message tools) {
        bag.landmineNumber[0] = tools.number("LandMine");
        bag.stickyNumber[0] = tools.number("Sticky");
        bag.kit = tools.number("Kit");
        bag.transport = tools.number("Transport");
    }

    private void arrive(Deed deed, Message reply) {
        Player me = me();
        me.pos = deed.pos();
        if (reply.has("hp")) me.hp = reply.number("hp");
        if (deed.verb() == Verb.BLINK) me.tools.transport--;
        if (reply.has("view")) lookAround(reply.list("view"));
        if (reply.has("status")) me.status = status(reply.at("status"));
        if (me.status == Status.DEAD) {
            // The message about the death comes next.
            dies(me, round);
            boxes.add(deed.pos());
        }
        over = me.status != Status.ALIVE;
    }

    /** Another layer; an empty view is that of the same one. */
    private void lookAround(List<Object> view) {
        if (view.isEmpty()) return;
        boxes = new TreeSet<>();
        others().forEach(Knowledge::lose);
        for (Object each : view) {
            List<Object> node = Message.list(each);
            Pos pos = Message.place(node.get(0));
            if ((Boolean) node.get(1)) boxes.add(pos);
            if (node.size() < 3) continue;
            for (Object number : Message.list(node.get(2))) player(number).pos = pos;
        }
    }

    private void hit(Player victim) {
        Pos at = victim.pos;
        victim.hp = Math.max(0, victim.hp - Constants.HIT);
        if (victim.hp > 0) return;
        dies(victim, round);
        boxes.add(at);
    }
}
