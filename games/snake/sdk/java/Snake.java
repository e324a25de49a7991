/** One live snake. */
final class Snake {
    final int id;
    final int owner;
    /** Growth still to come. */
    int bank;
    /** The id of the ray item that it holds, or NOTHING. */
    int ray = Constants.NOTHING;
    /** Its cells, head first. Every change is a new array, so that copies can share the old one. */
    int[] body;

    Snake(int id, int owner, int bank, int[] body) {
        this.id = id;
        this.owner = owner;
        this.bank = bank;
        this.body = body;
    }

    Snake copy() {
        Snake snake = new Snake(id, owner, bank, body);
        snake.ray = ray;
        return snake;
    }

    int length() {
        return body.length;
    }

    int head() {
        return body[0];
    }

    int tail() {
        return body[body.length - 1];
    }

    /** The direction in which a snake of two or more cells looks: that of its ray. */
    Op heading() {
        for (Op move : Op.MOVES) {
            if (Cells.step(body[1], move) == body[0]) return move;
        }
        throw new IllegalStateException("a snake of one cell has no heading");
    }
}
