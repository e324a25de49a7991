import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Your AI. Change these three methods.
 *
 * <p>This sample takes free land with bombs of a useful size and offers alliances to all countries.
 */
final class Ai {
    private static final int REACH = Constants.KERNEL_REACH;

    private Ai() {}

    /** Your bid: higher bids choose their places earlier, and you pay it in any case. */
    static int birthplacePrice(BaseMap map) {
        return 1;
    }

    /** The place with the most resources around it, far enough from the others. */
    static Position birthplace(List<Position> chosen, BaseMap map) {
        Position best = new Position(0, 0);
        int most = -1;
        for (Position here : around(map, best, Math.max(map.cols(), map.rows()))) {
            int apart = 8;
            for (Position other : chosen) apart = Math.min(apart, here.distance(other));
            boolean near = apart < map.constants().spawnDistance();
            if (map.attack()[here.x()][here.y()] == 0 || near) continue;
            int worth = 20 * apart;
            for (Position cell : around(map, here, REACH)) {
                if (map.attack()[cell.x()][cell.y()] > 0) {
                    worth += 1 + map.resource()[cell.x()][cell.y()];
                }
            }
            if (worth > most) {
                most = worth;
                best = here;
            }
        }
        return best;
    }

    /** Writes your orders for this round into info. */
    static void playerAi(Info info) {
        Arrays.setAll(
                info.diplomaticCommands,
                id ->
                        info.playerInfo.get(id).dipStatus() == DiplomaticStatus.UNDISCOVERED
                                ? info.diplomaticCommands[id]
                                : DiplomaticCommand.FORM_ALLIANCE);

        // My cells, those with the most free cells around them first.
        List<Position> own = new ArrayList<>();
        Map<Position, Integer> free = new HashMap<>();
        for (int x = 0; x < info.cols; x++) {
            for (int y = 0; y < info.rows; y++) {
                Position here = new Position(x, y);
                if (info.owner(here) != info.id) continue;
                own.add(here);
                free.put(here, freeCells(info, here));
            }
        }
        own.sort(Comparator.comparing(free::get, Comparator.reverseOrder()));

        int money = info.me().saving();
        List<Position> bombed = new ArrayList<>();
        for (Position here : own) {
            int size = usefulSize(info.map, here);
            int price = size * info.map.constants().bombCost();
            boolean crowded = bombed.stream().anyMatch(other -> here.distance(other) < REACH);
            if (free.get(here) < 3 || crowded || size == 0 || price > money) continue;
            info.bomb(here, size);
            money -= price;
            bombed.add(here);
        }
    }

    /** The cells at most this number of columns and rows away. */
    private static List<Position> around(BaseMap map, Position at, int reach) {
        List<Position> found = new ArrayList<>();
        int right = Math.min(map.cols() - 1, at.x() + reach);
        int bottom = Math.min(map.rows() - 1, at.y() + reach);
        for (int x = Math.max(0, at.x() - reach); x <= right; x++) {
            for (int y = Math.max(0, at.y() - reach); y <= bottom; y++) {
                found.add(new Position(x, y));
            }
        }
        return found;
    }

    /** The number of free cells near a place that countries can take. */
    private static int freeCells(Info info, Position at) {
        int count = 0;
        for (Position cell : around(info.map, at, 2)) {
            boolean open = info.map.attack()[cell.x()][cell.y()] > 0;
            if (open && info.owner(cell) == Info.NEUTRAL_PLAYER_ID) count++;
        }
        return count;
    }

    /** The smallest bomb there that takes the free cells beside it and those two steps away. */
    private static int usefulSize(BaseMap map, Position at) {
        double reach = map.attack()[at.x()][at.y()] * map.militaryKernel()[REACH + 2][REACH];
        return reach > 0 ? (int) (map.constants().suppressLimit() / reach) + 1 : 0;
    }
}
