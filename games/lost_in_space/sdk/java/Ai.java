import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Your AI. Change play.
 *
 * <p>This sample fetches missing keys from the machines, attacks players in its way, and escapes in
 * the capsule.
 */
final class Ai extends Client {
    /** One turn: one major action, and any number of minor ones. */
    @Override
    void play() {
        Pos here = getMyPos();
        if (strikeNear(here)) return;
        List<Pos> goals = goals();
        if (getBoxes().contains(here)) viewBox("Box");
        else if (!goals.contains(here)) walk(here, goals);
        else if (here.equals(getEscapePos())) interact("EscapeCapsule", true);
        else interact("KeyMachine");
    }

    /** The capsule if no key is missing, else the machines of the missing keys. */
    private List<Pos> goals() {
        List<Integer> keys = getKeys();
        if (keys.size() == Constants.KEYS) return List.of(getEscapePos());
        List<Pos> found = new ArrayList<>(Station.MACHINES.keySet());
        found.removeIf(pos -> keys.contains(Station.MACHINES.get(pos)));
        return found;
    }

    private boolean strikeNear(Pos here) {
        List<Pos> near = getNeighbors(here);
        for (Player other : others()) {
            Pos pos = getOtherPos(other.id);
            boolean inReach = pos.equals(here) || near.contains(pos);
            if (inReach && pos.z() == here.z()) return attack(pos, other.id).success();
        }
        return false;
    }

    /** One step along a shortest path. */
    private void walk(Pos here, List<Pos> goals) {
        Map<Pos, Integer> far = Station.distances(goals, getRound(), Set.of());
        Pos best = null;
        for (Pos pos : getNeighbors(here)) {
            boolean leads = far.containsKey(pos);
            if (leads && (best == null || far.get(pos) < far.get(best))) best = pos;
        }
        if (best != null) move(best);
    }
}
