// Makes the calls of the file CALLS, and writes what it knows before and after each of them.
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

final class Ai extends Client {
    private final List<String> calls;
    private int made;

    Ai() {
        try {
            calls = Files.readAllLines(Path.of(System.getenv("CALLS")));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static void tell(Object... values) {
        StringBuilder line = new StringBuilder("#");
        add(line, List.of(values));
        System.out.println(line);
    }

    private static void add(StringBuilder line, Object value) {
        if (value instanceof Iterable<?> list) for (Object each : list) add(line, each);
        else if (value instanceof Pos at) add(line, List.of(at.x(), at.y(), at.z()));
        else if (value instanceof Boolean flag) line.append(flag ? " 1" : " 0");
        else if (value instanceof Status status) line.append(" " + status.ordinal());
        else line.append(" " + value);
    }

    @Override
    void play() {
        turn("play");
    }

    @Override
    void countdown() {
        turn("countdown");
    }

    private void turn(String name) {
        if (made == 0) tellStation();
        tellView();
        tellKnown(name);
        while (true) {
            String[] words = calls.get(made++ % calls.size()).split(" ");
            if (words[0].equals("return")) return;
            if (words[0].equals("end_turn")) {
                endTurn();
            } else {
                Reply reply = call(words);
                tell("reply", reply.success(), reply.hasTrap());
            }
            tellKnown(words[0]);
        }
    }

    private Reply call(String[] words) {
        switch (words[0]) {
            case "move": return move(pos(words, 1));
            case "attack": return attack(pos(words, 1), Integer.parseInt(words[4]));
            case "detect": return detect(pos(words, 1));
            case "interact":
                return words.length == 2 ? interact(words[1]) : interact(words[1], words[2].equals("1"));
            case "use_tool":
                return words.length == 2 ? useTool(words[1]) : useTool(words[1], pos(words, 2));
            case "put_trap": return putTrap(words[1]);
            default: return words.length == 2 ? viewBox(words[1]) : viewBox(words[1], words[2]);
        }
    }

    private static Pos pos(String[] words, int at) {
        int x = Integer.parseInt(words[at]);
        return new Pos(x, Integer.parseInt(words[at + 1]), Integer.parseInt(words[at + 2]));
    }

    private void tellKnown(String name) {
        List<Integer> others = new ArrayList<>();
        for (Player each : others()) others.add(each.id);
        tell(name, getMyNum(), getRound(), know.inturn, majorUsed(), turnOver(), know.rested, know.died,
                know.countdown, know.coming, know.returns(), getCheckCd(), player().id, others);
        tell("me", getMyPos(), getMyHp(), player().status, getKeys());
        for (int id = 0; id < 4; id++) {
            tell("player", id, getOtherPos(id), getOtherHp(id), getOtherStatus(id), getOtherKeys(id));
        }
        Tool bag = getTools();
        List<Integer> counts = new ArrayList<>();
        for (String item : Constants.ITEMS) counts.add(bag.count(item));
        tell("bag", counts, bag.landmineNumber[1], bag.stickyNumber[1]);
        tell("mines", getLandminePos());
        tell("slimes", getStickyPos());
        tell("boxes", getBoxes());
        tell("near", getNeighbors(getMyPos()));
        List<Object> news = new ArrayList<>();
        for (Message message : getNews()) {
            boolean known = message.values().get("content") instanceof List<?> content && !content.isEmpty();
            news.add(known ? "" + message.list("content").get(0) : "none");
        }
        tell("news", news);
    }

    private void tellView() {
        View view = view();
        for (Node node : view.selfNodes()) tell("node", node.pos(), node.interprops(), node.player());
        List<Pos> ends = new ArrayList<>();
        for (Edge edge : view.selfEdges()) ends.addAll(List.of(edge.stpos(), edge.edpos()));
        tell("edges", ends);
    }

    private static void tellStation() {
        Station.PASSAGES.forEach((pos, near) -> {
            int last = 100;
            while (!Station.isOpen(pos, last)) last--;
            tell("place", pos, last, Station.CLOSES.getOrDefault(pos, 0),
                    Station.MATERIALS.contains(pos), Station.MACHINES.getOrDefault(pos, -1), near);
            tell("stops", Station.STOPS.getOrDefault(pos, List.of()));
            tell("late", Station.passages(pos, 81));
        });
        tell("machines", pairs(Station.MACHINES));
        tell("materials", Station.MATERIALS);
        tell("spawns", Station.SPAWNS, Station.CAPSULE);
        for (Station.Zone zone : Station.ZONES) {
            List<Pos> nodes = new ArrayList<>(zone.nodes());
            nodes.sort(null);
            tell("zone", zone.title().replace(' ', '_'), zone.closes(), nodes);
        }
        Set<Pos> avoid = Set.of(new Pos(1, 3, 0));
        tell("far", pairs(Station.distances(List.of(Station.CAPSULE), 1, Set.of())));
        tell("far", pairs(Station.distances(List.of(Station.CAPSULE), 81, avoid)));
    }

    private static List<Object> pairs(Map<Pos, Integer> found) {
        List<Object> list = new ArrayList<>();
        found.forEach((pos, number) -> list.addAll(List.of(pos, number)));
        return list;
    }
}
