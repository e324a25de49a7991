// Prints what the referee tells, as numbers, one line a round, and answers nothing of its own.
import java.util.List;

final class Ai {
    private static StringBuilder line;

    private static void say(Object... values) {
        for (Object value : values) {
            if (value instanceof Boolean flag) line.append(flag ? 1 : 0);
            else if (value instanceof Enum<?> name) line.append(name.ordinal());
            else line.append(value);
            line.append(' ');
        }
    }

    private static void place(Position at) {
        say(at == null ? 255 : at.x(), at == null ? 255 : at.y());
    }

    static int birthplacePrice(BaseMap map) {
        line = new StringBuilder("ground ");
        say(map.cols(), map.rows());
        for (int x = 0; x < map.cols(); x++) {
            for (int y = 0; y < map.rows(); y++) {
                say(map.resource()[x][y], map.attack()[x][y], map.defence()[x][y]);
            }
        }
        Rules r = map.constants();
        say(r.maxRound(), r.initialMoney(), r.bombCost(), r.suppressLimit(), r.capitalInfluence());
        say(r.cityIncome(), r.corruption(), r.justifyRounds(), r.justifyPrice(), r.border());
        say(r.spawnDistance(), r.spawnAnywhere());
        Rules dear = new Rules(0, 0, 3, 0, r.capitalInfluence(), 0, 0, 0, 0, 0, 0, 0);
        for (int income : new int[] {0, 10, 11, 101}) say(dear.capitalBomb(income));
        for (Point point : map.points()) {
            place(point.place());
            say(point.tags().size());
        }
        say(map.names().size(), map.words().size());
        System.out.println(line);
        return 1;
    }

    static Position birthplace(List<Position> chosen, BaseMap map) {
        line = new StringBuilder("chosen ");
        chosen.forEach(Ai::place);
        System.out.println(line);
        return new Position(0, 0);
    }

    static void playerAi(Info info) {
        line = new StringBuilder("round ");
        say(info.id, info.playerSize, info.rows, info.cols, info.round, info.backstabUsed);
        for (PlayerInfo one : info.playerInfo) {
            say(one.dipStatus(), one.isVisible(), one.isUnion(), one.mapArea(), one.saving(), one.income());
            place(one.capital());
            say(one.warList().size(), one.relations().size());
            one.warList().forEach(Ai::say);
            one.relations().forEach(Ai::say);
        }
        for (MapPointInfo[] column : info.mapPointInfo) {
            for (MapPointInfo cell : column) say(cell.isVisible(), cell.owner(), cell.isSieged());
        }
        for (double[] row : info.map.militaryKernel()) {
            for (double weight : row) say(Math.round(weight * 10000));
        }
        for (Mark mark : info.marks) {
            place(mark.place());
            say(mark.player());
        }
        for (DiplomaticCommand command : info.diplomaticCommands) say(command);
        place(info.newCapital);
        say(info.militaryCommands.size());
        System.out.println(line);
    }
}
