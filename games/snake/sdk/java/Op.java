import java.util.List;

/** One operation of one snake; {@code code} is what travels on the wire. */
enum Op implements Connection.Message {
    RIGHT(Constants.RIGHT),
    UP(Constants.UP),
    LEFT(Constants.LEFT),
    DOWN(Constants.DOWN),
    RAY(Constants.RAY),
    SPLIT(Constants.SPLIT);

    static final List<Op> MOVES = List.of(RIGHT, UP, LEFT, DOWN);

    final int code;

    Op(int code) {
        this.code = code;
    }
}
