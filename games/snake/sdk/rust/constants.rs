// Written from the engine of the game. Do not edit: the referee has the same numbers.
#![allow(dead_code)]
pub const SIZE: i32 = 16;
pub const CELLS: i32 = 256;
pub const START_CELLS: [i32; 2] = [240, 15];
pub const MAX_SNAKES: i32 = 4;
pub const AUTO_GROWTH_SNAKES: i32 = 2;
pub const AUTO_GROWTH_ROUNDS: i32 = 8;
pub const ITEM_LIFETIME: i32 = 16;
pub const NOTHING: i32 = -1;
pub const RIGHT: i32 = 1;
pub const UP: i32 = 2;
pub const LEFT: i32 = 3;
pub const DOWN: i32 = 4;
pub const RAY: i32 = 5;
pub const SPLIT: i32 = 6;
pub const LENGTH_ITEM: i32 = 0;
pub const RAY_ITEM: i32 = 2;
pub const ITEMS_TAG: i32 = 16;
pub const END_TAG: i32 = 17;
