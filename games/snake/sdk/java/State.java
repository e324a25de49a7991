import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/**
 * The rules of snake: build a State, feed it every operation, ask it anything.
 *
 * <p>The referee echoes bare operation codes, so a bot has to know the rules to know whose snake
 * moved. State does that exactly. A search copies it:
 *
 * <pre>State next = state.copy(); next.apply(op);</pre>
 */
final class State {
    private static final int NOTHING = Constants.NOTHING;

    /** The items of the half, ordered by time. */
    final List<Item> items;
    /** The last round. */
    final int rounds;
    /** The round in play. */
    int round;
    /** The player whose turn it is. */
    int player;
    boolean over;
    /** The id of the next split's new snake. */
    int nextId;
    /** The live snakes of each player, in the order in which they act. */
    final List<List<Snake>> sides = List.of(new ArrayList<>(), new ArrayList<>());
    /** The owner of the wall on each cell, or NOTHING. */
    final int[] walls;
    /** The id of the snake on each cell, or NOTHING. */
    final int[] occupant;
    /** The id of the item that lies on each cell, or NOTHING. */
    final int[] itemAt;

    /** The ids of the snakes that still act in this turn, the next one first. */
    private final Deque<Integer> queue;
    /** Items before these indices are done with. */
    private int expired;
    private int appeared;

    State(List<Item> items, int rounds) {
        this.items = List.copyOf(items);
        this.rounds = rounds;
        walls = empty();
        occupant = empty();
        itemAt = empty();
        queue = new ArrayDeque<>();
        for (int cell : Constants.START_CELLS) {
            int owner = nextId++;
            sides.get(owner).add(new Snake(owner, owner, 0, new int[] {cell}));
            occupant[cell] = owner;
        }
        beginRound();
    }

    private State(State other) {
        items = other.items;
        rounds = other.rounds;
        round = other.round;
        player = other.player;
        over = other.over;
        nextId = other.nextId;
        for (List<Snake> side : other.sides) {
            for (Snake snake : side) sides.get(snake.owner).add(snake.copy());
        }
        walls = other.walls.clone();
        occupant = other.occupant.clone();
        itemAt = other.itemAt.clone();
        queue = new ArrayDeque<>(other.queue);
        expired = other.expired;
        appeared = other.appeared;
    }

    /** An independent state in the same position. */
    State copy() {
        return new State(this);
    }

    private static int[] empty() {
        int[] cells = new int[Constants.CELLS];
        Arrays.fill(cells, NOTHING);
        return cells;
    }

    // Questions.

    /** The snake with this id; null where it does not live. */
    Snake find(int id) {
        for (List<Snake> side : sides) {
            for (Snake snake : side) {
                if (snake.id == id) return snake;
            }
        }
        return null;
    }

    /** The snake whose operation comes next. Only to be asked while the half runs. */
    Snake acting() {
        if (queue.isEmpty()) throw new IllegalStateException("the half is over: nobody acts");
        return find(queue.getFirst());
    }

    /** Cells of the player's live snakes and walls. */
    int score(int owner) {
        int cells = 0;
        for (int wall : walls) {
            if (wall == owner) cells++;
        }
        for (Snake snake : sides.get(owner)) cells += snake.length();
        return cells;
    }

    boolean free(int cell) {
        return walls[cell] == NOTHING && occupant[cell] == NOTHING;
    }

    /** Whether the snake's next move keeps its tail. */
    boolean grows(Snake snake) {
        return snake.bank > 0 || autoGrowth(snake);
    }

    /** The effect of this move of a snake, made now. */
    Result foresee(Snake snake, Op move) {
        int target = Cells.step(snake.head(), move);
        int length = snake.length();
        boolean growing = grows(snake);
        if (length >= 2 && target == snake.body[1] && (length >= 3 || growing)) {
            return Result.ILLEGAL;
        }
        if (target == NOTHING || walls[target] != NOTHING) return Result.DIES;
        if (occupant[target] == NOTHING || (target == snake.tail() && !growing)) {
            return Result.MOVES;
        }
        return occupant[target] == snake.id ? Result.SOLIDIFIES : Result.DIES;
    }

    /** The effect of this move of the acting snake. */
    Result foresee(Op move) {
        return foresee(acting(), move);
    }

    /** Whether the acting snake may do this. Moves that only kill it are legal. */
    boolean legal(Op op) {
        Snake snake = acting();
        return switch (op) {
            case SPLIT ->
                snake.length() >= 2 && sides.get(snake.owner).size() < Constants.MAX_SNAKES;
            case RAY -> snake.length() >= 2 && snake.ray != NOTHING;
            default -> foresee(snake, op) != Result.ILLEGAL;
        };
    }

    /** The cells that would become wall where {@code foresee} says that the move solidifies. */
    BitSet solidArea(Snake snake, Op move) {
        int target = Cells.step(snake.head(), move);
        int hit = 0;
        while (snake.body[hit] != target) hit++;
        return Cells.enclosed(snake.body, hit + 1);
    }

    // Changes.

    /** The acting snake's operation, and on to whoever acts next. */
    void apply(Op op) {
        act(op);
        advance();
    }

    /** First half of {@code apply}: the operation alone. */
    void act(Op op) {
        if (!legal(op)) throw new IllegalArgumentException("illegal operation " + op);
        Snake snake = acting();
        queue.removeFirst();
        switch (op) {
            case SPLIT -> split(snake);
            case RAY -> fire(snake);
            default -> move(snake, op);
        }
    }

    /** Second half: skips sisters that were walled in, passes the turn, begins the round. */
    void advance() {
        queue.removeIf(id -> find(id) == null);
        while (queue.isEmpty() && !over) {
            if (sides.get(0).isEmpty() && sides.get(1).isEmpty()) {
                over = true;
            } else if (player == 0) {
                beginTurn(1);
            } else if (round == rounds) {
                over = true;
            } else {
                beginRound();
            }
        }
    }

    /** Whether {@code act} was the last one of the round: {@code advance} then begins the next. */
    boolean roundDone() {
        boolean waiting = queue.stream().anyMatch(id -> find(id) != null);
        return !waiting && (player == 1 || sides.get(1).isEmpty());
    }

    private boolean autoGrowth(Snake snake) {
        return snake.id < Constants.AUTO_GROWTH_SNAKES && round <= Constants.AUTO_GROWTH_ROUNDS;
    }

    private void beginTurn(int owner) {
        // A snapshot: snakes born in this turn act from the next round on.
        player = owner;
        for (Snake snake : sides.get(owner)) queue.addLast(snake.id);
    }

    private void beginRound() {
        round++;
        for (; expired < items.size(); expired++) {
            Item item = items.get(expired);
            if (item.time() + Constants.ITEM_LIFETIME > round) break;
            if (itemAt[item.cell()] == expired) itemAt[item.cell()] = NOTHING;
        }
        for (; appeared < items.size() && items.get(appeared).time() <= round; appeared++) {
            int cell = items.get(appeared).cell();
            Snake snake = find(occupant[cell]);
            if (snake != null) {
                eat(snake, appeared);
            } else {
                itemAt[cell] = appeared;
            }
        }
        beginTurn(0);
    }

    private void eat(Snake snake, int id) {
        Item item = items.get(id);
        if (item.type() == Item.Type.LENGTH) {
            snake.bank += item.param();
        } else {
            snake.ray = id;
        }
    }

    private void move(Snake snake, Op op) {
        Result result = foresee(snake, op);
        if (result == Result.DIES) {
            remove(snake);
            return;
        }
        int target = Cells.step(snake.head(), op);
        int length = snake.length();
        if (grows(snake)) {
            if (!autoGrowth(snake)) snake.bank--;
            length++;
        } else {
            occupant[snake.tail()] = NOTHING;
        }
        int[] body = new int[length];
        body[0] = target;
        System.arraycopy(snake.body, 0, body, 1, length - 1);
        snake.body = body;
        if (result == Result.SOLIDIFIES) {
            solidify(snake);
            return;
        }
        occupant[target] = snake.id;
        if (itemAt[target] != NOTHING) {
            eat(snake, itemAt[target]);
            itemAt[target] = NOTHING;
        }
    }

    /** The head already lies on the cell of its body that it hit. */
    private void solidify(Snake snake) {
        int hit = 1;
        while (snake.body[hit] != snake.head()) hit++;
        BitSet area = Cells.enclosed(snake.body, hit);
        remove(snake);
        // A snake cannot cross the loop, so its head tells for all of it.
        for (List<Snake> side : sides) {
            for (Snake other : List.copyOf(side)) {
                if (area.get(other.head())) remove(other);
            }
        }
        area.stream().forEach(cell -> walls[cell] = snake.owner);
    }

    private void remove(Snake snake) {
        for (int cell : snake.body) occupant[cell] = NOTHING;
        sides.get(snake.owner).remove(snake);
    }

    private void fire(Snake snake) {
        Op direction = snake.heading();
        snake.ray = NOTHING;
        int cell = Cells.step(snake.head(), direction);
        for (; cell != NOTHING; cell = Cells.step(cell, direction)) walls[cell] = NOTHING;
    }

    private void split(Snake parent) {
        int length = parent.length();
        int keep = (length + 1) / 2;
        int[] body = new int[length - keep];
        for (int i = 0; i < body.length; i++) body[i] = parent.body[length - 1 - i];
        Snake child = new Snake(nextId++, parent.owner, parent.bank, body);
        parent.bank = 0;
        parent.body = Arrays.copyOf(parent.body, keep);
        for (int cell : body) occupant[cell] = child.id;
        List<Snake> side = sides.get(parent.owner);
        side.add(side.indexOf(parent) + 1, child);
    }
}
