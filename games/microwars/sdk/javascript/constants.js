// Written from the engine of the game. Do not edit: the referee has the same numbers.
export const LONGEST = 30;
export const SHIFT = 5;
export const PLACES = 1024;
export const AROUND = Object.freeze([-33, -32, -31, -1, 1, 31, 32, 33]);
export const STEP = 1;
export const TANK = 0;
export const CANNON = 1;
export const REACH = Object.freeze([1, 4]);
export const BLAST = Object.freeze([0, 1]);
export const POWER = Object.freeze([1, 1]);
export const UNAVAILABLE = 1;
export const OWN_TANK = 2;
export const OWN_CANNON = 3;
export const ENEMY_TANK = 4;
export const ENEMY_CANNON = 5;
export const BANK_MS = 10000;
