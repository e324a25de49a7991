// Written from the engine of the game. Do not edit: the referee has the same numbers.
export const LARGEST = 30;
export const TANK = 0;
export const CANNON = 1;
export const REACH = Object.freeze([1, 4]);
export const BLAST = Object.freeze([0, 1]);
export const POWER = Object.freeze([1, 1]);
