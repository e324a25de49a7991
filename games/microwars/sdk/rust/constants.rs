// Written from the engine of the game. Do not edit: the referee has the same numbers.
#![allow(dead_code)]
pub const LONGEST: i32 = 30;
pub const SHIFT: i32 = 5;
pub const PLACES: i32 = 1024;
pub const AROUND: [i32; 8] = [-33, -32, -31, -1, 1, 31, 32, 33];
pub const STEP: i32 = 1;
pub const TANK: i32 = 0;
pub const CANNON: i32 = 1;
pub const REACH: [i32; 2] = [1, 4];
pub const BLAST: [i32; 2] = [0, 1];
pub const POWER: [i32; 2] = [1, 1];
pub const UNAVAILABLE: i32 = 1;
pub const OWN_TANK: i32 = 2;
pub const OWN_CANNON: i32 = 3;
pub const ENEMY_TANK: i32 = 4;
pub const ENEMY_CANNON: i32 = 5;
pub const BANK_MS: i32 = 10000;
