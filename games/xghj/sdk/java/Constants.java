// Written from the engine of the game. Do not edit: the referee has the same numbers.
final class Constants {
    static final int MAX_ROUND = 50;
    static final int INITIAL_MONEY = 10;
    static final int BOMB_COST = 1;
    static final int SUPPRESS_LIMIT = 400;
    static final int CAPITAL_INFLUENCE = 300;
    static final int CITY_INCOME = 50;
    static final int CORRUPTION = 1;
    static final int JUSTIFY_ROUNDS = 3;
    static final int JUSTIFY_PRICE = 1;
    static final int BORDER = 2;
    static final int SPAWN_DISTANCE = 3;
    static final int SPAWN_ANYWHERE = 1;
    static final int KERNEL_REACH = 4;
    static final int KERNEL_UNIT = 10000;
    static final int MOST_BOMBS = 2500;
    static final String RELATIONS = "UNAW";
    static final String STANCES = "KAJB";
}
