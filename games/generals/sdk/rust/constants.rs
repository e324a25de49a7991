// Written from the engine of the game. Do not edit: the referee has the same numbers.
#![allow(dead_code)]
pub const LETTERS: &str = "UDLR";
pub const HALF_TURNS_A_TURN: i32 = 2;
pub const HALF_TURNS_A_ROUND: i32 = 50;
pub const MOST_OPERATIONS: i32 = 256;
pub const NEUTRAL: i32 = 0;
pub const HIDDEN: i32 = 0;
pub const MOUNTAIN: i32 = 1;
pub const CITY: i32 = 2;
pub const BLANK: i32 = 3;
pub const CAPITAL: i32 = 4;
pub const SWAMP: i32 = 5;
pub const MAYBE_MOUNTAIN: i32 = 1;
pub const MAYBE_BLANK: i32 = 2;
pub const FOGGY_SWAMP: i32 = 3;
