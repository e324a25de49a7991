import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Plays halves with the Java kit's rules and prints what they come to, for test_kits.py.
 *
 * <p>Standard input, for each half: rounds, number of items, (x y time type param) of each, number
 * of ops, the ops. Standard output: the state as a line after each finished round, "illegal" where
 * an op is refused, and "end &lt;over&gt; &lt;score 0&gt; &lt;score 1&gt;".
 */
final class Trace {
    private Trace() {}

    private static String text(Snake snake) {
        String cells =
                Arrays.stream(snake.body)
                        .mapToObj(cell -> ":" + Cells.column(cell) + "." + Cells.row(cell))
                        .collect(Collectors.joining());
        return snake.id + "," + snake.owner + "," + snake.bank + "," + snake.ray + cells + ";";
    }

    private static String text(State state) {
        StringBuilder line = new StringBuilder();
        for (List<Snake> side : state.sides) {
            for (Snake snake : side) line.append(text(snake));
        }
        line.append('|');
        for (int owner : state.walls) line.append(owner == Constants.NOTHING ? "." : owner);
        String items =
                IntStream.of(state.itemAt)
                        .filter(id -> id != Constants.NOTHING)
                        .sorted()
                        .mapToObj(String::valueOf)
                        .collect(Collectors.joining(","));
        return line + "|" + items + "|" + state.nextId;
    }

    private static List<Item> readItems(Scanner input) {
        List<Item> items = new ArrayList<>();
        for (int count = input.nextInt(); count > 0; count--) {
            int cell = Cells.at(input.nextInt(), input.nextInt());
            int time = input.nextInt();
            boolean ray = input.nextInt() == Constants.RAY_ITEM;
            Item.Type type = ray ? Item.Type.RAY : Item.Type.LENGTH;
            items.add(new Item(cell, time, type, input.nextInt()));
        }
        return items;
    }

    private static void play(State start, List<Op> ops) {
        State state = start;
        for (Op op : ops) {
            if (!state.legal(op)) {
                System.out.println("illegal");
                break;
            }
            state = state.copy();
            state.act(op);
            boolean alive = state.sides.stream().anyMatch(side -> !side.isEmpty());
            if (alive && state.roundDone()) System.out.println(text(state));
            state.advance();
        }
        int over = state.over ? 1 : 0;
        System.out.println("end " + over + " " + state.score(0) + " " + state.score(1));
    }

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextInt()) {
            int rounds = input.nextInt();
            List<Item> items = readItems(input);
            List<Op> ops = new ArrayList<>();
            for (int count = input.nextInt(); count > 0; count--) {
                ops.add(Op.values()[input.nextInt() - 1]);
            }
            play(new State(items, rounds), ops);
        }
    }
}
