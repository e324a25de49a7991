//! The geometry of the board, units and orders.
//!
//! Places are numbers: neighbours are at fixed distances, and around the board there is a border
//! that nobody enters and of which nothing has to be checked.
#![allow(dead_code)]

use std::fmt;

use crate::constants;

const SHIFT: usize = constants::SHIFT as usize;
pub const PLACES: usize = constants::PLACES as usize;

/// x and y are counted from 1, y upwards.
pub fn place_at(x: usize, y: usize) -> usize {
    x << SHIFT | y
}

pub fn column(place: usize) -> usize {
    place >> SHIFT
}

pub fn row(place: usize) -> usize {
    place & ((1 << SHIFT) - 1)
}

/// (x, y) of a place, as the calls of `draw` take it.
pub fn position(place: usize) -> [f64; 2] {
    [column(place) as f64, row(place) as f64]
}

/// Fields between two places; a diagonal step is as long as a straight one.
pub fn distance(one: usize, other: usize) -> usize {
    column(one).abs_diff(column(other)).max(row(one).abs_diff(row(other)))
}

/// The eight neighbours of a place of the board.
pub fn neighbours(place: usize) -> [usize; 8] {
    constants::AROUND.map(|step| (place as i32 + step) as usize)
}

/// A kind of units; the values are its indices in the tables of constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Tank = constants::TANK as isize,
    Cannon = constants::CANNON as isize,
}

impl Kind {
    /// How far a target may lie, in all eight directions.
    pub fn reach(self) -> usize {
        constants::REACH[self as usize] as usize
    }

    /// How far around its target a shot hits.
    pub fn blast(self) -> usize {
        constants::BLAST[self as usize] as usize
    }

    /// Points that one hit takes.
    pub fn power(self) -> i32 {
        constants::POWER[self as usize]
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    pub place: usize,
    pub kind: Kind,
    /// The points that it has left.
    pub hp: i32,
    pub mine: bool,
    /// Your own units keep theirs for the whole game, and replays have the same; the enemy's have
    /// none.
    pub number: Option<usize>,
}

impl Unit {
    /// Whether it may shoot at this place, which is one of the board.
    pub fn reaches(&self, target: usize) -> bool {
        distance(self.place, target) <= self.kind.reach()
    }
}

/// The unit on the place `unit` shoots at `shot`, and chooses to move to `goal`, or stays where
/// that is its own place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    pub unit: usize,
    pub shot: Option<usize>,
    pub goal: usize,
}

/// The six numbers of the protocol.
impl fmt::Display for Order {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        let [unit, shot, goal] = [self.unit, self.shot.unwrap_or(0), self.goal]
            .map(|place| format!("{} {}", column(place), row(place)));
        write!(out, "{unit} {shot} {goal}")
    }
}
