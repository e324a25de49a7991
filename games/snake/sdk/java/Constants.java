// Written from the engine of the game. Do not edit: the referee has the same numbers.
final class Constants {
    static final int SIZE = 16;
    static final int CELLS = 256;
    static final int[] START_CELLS = {240, 15};
    static final int MAX_SNAKES = 4;
    static final int AUTO_GROWTH_SNAKES = 2;
    static final int AUTO_GROWTH_ROUNDS = 8;
    static final int ITEM_LIFETIME = 16;
    static final int NOTHING = -1;
    static final int RIGHT = 1;
    static final int UP = 2;
    static final int LEFT = 3;
    static final int DOWN = 4;
    static final int RAY = 5;
    static final int SPLIT = 6;
    static final int LENGTH_ITEM = 0;
    static final int RAY_ITEM = 2;
    static final int ITEMS_TAG = 16;
    static final int END_TAG = 17;
}
