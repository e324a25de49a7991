// Written from the engine of the game. Do not edit: the referee has the same numbers.
export const SIZE = 16;
export const MAX_SNAKES = 4;
export const FIRST_SNAKES = 2;
export const AUTO_GROWTH_ROUNDS = 8;
export const ITEM_LIFETIME = 16;
export const RIGHT = 1;
export const UP = 2;
export const LEFT = 3;
export const DOWN = 4;
export const RAY = 5;
export const SPLIT = 6;
export const LENGTH_ITEM = 0;
export const RAY_ITEM = 2;
export const ITEMS_TAG = 16;
export const END_TAG = 17;
