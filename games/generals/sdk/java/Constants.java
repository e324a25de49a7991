// Written from the engine of the game. Do not edit: the referee has the same numbers.
final class Constants {
    static final String LETTERS = "UDLR";
    static final int HALF_TURNS_A_TURN = 2;
    static final int HALF_TURNS_A_ROUND = 50;
    static final int MOST_OPERATIONS = 256;
    static final int NEUTRAL = 0;
    static final int HIDDEN = 0;
    static final int MOUNTAIN = 1;
    static final int CITY = 2;
    static final int BLANK = 3;
    static final int CAPITAL = 4;
    static final int SWAMP = 5;
    static final int MAYBE_MOUNTAIN = 1;
    static final int MAYBE_BLANK = 2;
    static final int FOGGY_SWAMP = 3;
}
