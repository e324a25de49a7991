// Written from the engine of the game. Do not edit: the referee has the same numbers.
#![allow(dead_code)]
pub const MAX_ROUND: i32 = 50;
pub const INITIAL_MONEY: i32 = 10;
pub const BOMB_COST: i32 = 1;
pub const SUPPRESS_LIMIT: i32 = 400;
pub const CAPITAL_INFLUENCE: i32 = 300;
pub const CITY_INCOME: i32 = 50;
pub const CORRUPTION: i32 = 1;
pub const JUSTIFY_ROUNDS: i32 = 3;
pub const JUSTIFY_PRICE: i32 = 1;
pub const BORDER: i32 = 2;
pub const SPAWN_DISTANCE: i32 = 3;
pub const SPAWN_ANYWHERE: i32 = 1;
pub const KERNEL_REACH: i32 = 4;
pub const KERNEL_UNIT: i32 = 10000;
pub const MOST_BOMBS: i32 = 2500;
pub const RELATIONS: &str = "UNAW";
pub const STANCES: &str = "KAJB";
