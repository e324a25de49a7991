// Written from the engine of the game. Do not edit: the referee has the same numbers.
export const MAX_ROUND = 50;
export const INITIAL_MONEY = 10;
export const BOMB_COST = 1;
export const SUPPRESS_LIMIT = 400;
export const CAPITAL_INFLUENCE = 300;
export const CITY_INCOME = 50;
export const CORRUPTION = 1;
export const JUSTIFY_ROUNDS = 3;
export const JUSTIFY_PRICE = 1;
export const BORDER = 2;
export const SPAWN_DISTANCE = 3;
export const SPAWN_ANYWHERE = 1;
export const KERNEL_REACH = 4;
export const KERNEL_UNIT = 10000;
export const MOST_BOMBS = 2500;
export const RELATIONS = "UNAW";
export const STANCES = "KAJB";
