// Written from the engine of the game. Do not edit: the referee has the same numbers.
final class Constants {
    static final int LONGEST = 30;
    static final int SHIFT = 5;
    static final int PLACES = 1024;
    static final int[] AROUND = {-33, -32, -31, -1, 1, 31, 32, 33};
    static final int STEP = 1;
    static final int TANK = 0;
    static final int CANNON = 1;
    static final int[] REACH = {1, 4};
    static final int[] BLAST = {0, 1};
    static final int[] POWER = {1, 1};
    static final int UNAVAILABLE = 1;
    static final int OWN_TANK = 2;
    static final int OWN_CANNON = 3;
    static final int ENEMY_TANK = 4;
    static final int ENEMY_CANNON = 5;
    static final int BANK_MS = 10000;
}
