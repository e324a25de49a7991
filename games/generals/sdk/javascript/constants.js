// Written from the engine of the game. Do not edit: the referee has the same numbers.
export const LETTERS = "UDLR";
export const HALF_TURNS_A_TURN = 2;
export const HALF_TURNS_A_ROUND = 50;
export const MOST_OPERATIONS = 256;
export const NEUTRAL = 0;
export const HIDDEN = 0;
export const MOUNTAIN = 1;
export const CITY = 2;
export const BLANK = 3;
export const CAPITAL = 4;
export const SWAMP = 5;
export const MAYBE_MOUNTAIN = 1;
export const MAYBE_BLANK = 2;
export const FOGGY_SWAMP = 3;
