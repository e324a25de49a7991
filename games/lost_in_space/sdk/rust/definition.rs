//! The types of your knowledge, as in the manual.  Changing them does not change the game.
#![allow(dead_code)]

use crate::constants::{CARRY, ITEMS};

/// A place, as on the wire: in drawings x grows upwards and y to the right.  z is the layer; layer
/// 0 is the top one.  Places are ordered by x, then y, then z.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pos {
    pub x: i32,
    pub y: i32,
    pub z: i32,
}

/// The place of a player whom you do not see.
pub const NOWHERE: Pos = Pos { x: -1, y: -1, z: -1 };
/// Stands for the hit points of a player whom you do not see.
pub const UNKNOWN: i32 = -1;

/// The status of a player; the values are the numbers on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    Alive,
    Dead,
    Escaped,
    /// Caught in slime: this turn is over, and the next one is skipped.
    Skipping,
    /// In the capsule.
    Countdown,
    /// The program has failed.
    Failed,
}

/// A bag and the placed traps.
#[derive(Clone, Debug, Default)]
pub struct Tool {
    /// The number of mines in the bag, and of placed ones.
    pub landmine_number: [i32; 2],
    /// The places of the placed ones, oldest first.
    pub landmine_pos: Vec<Pos>,
    /// The number of slimes in the bag, and of placed ones.
    pub sticky_number: [i32; 2],
    /// The places of the placed ones, oldest first.
    pub sticky_pos: Vec<Pos>,
    pub kit: i32,
    /// The number of blinks.
    pub transport: i32,
}

impl Tool {
    /// The number of an item in the bag, by its name on the wire; 0 for other names.
    pub fn count(&self, kind: &str) -> i32 {
        match kind {
            "LandMine" => self.landmine_number[0],
            "Sticky" => self.sticky_number[0],
            "Kit" => self.kit,
            "Transport" => self.transport,
            _ => 0,
        }
    }
    /// The maximum of an item in a bag, not counting placed traps; 0 for other names.
    pub fn most(kind: &str) -> i32 {
        ITEMS.iter().position(|&item| item == kind).map_or(0, |index| CARRY[index])
    }
}

/// A player.  Of others, you know place and hit points only on your own layer, and never the tools.
#[derive(Clone, Debug)]
pub struct Player {
    pub id: usize,
    pub pos: Pos,
    pub status: Status,
    pub hp: i32,
    /// In ascending order.
    pub keys: Vec<i32>,
    pub tools: Tool,
}

impl Player {
    /// Whether this player stands somewhere in the station.
    pub fn up(&self) -> bool {
        matches!(self.status, Status::Alive | Status::Skipping | Status::Countdown)
    }
}

/// A place with its things and players.
#[derive(Clone, Debug)]
pub struct Node {
    pub pos: Pos,
    /// Can have Box, Materials, KeyMachine, EscapeCapsule and Elevator.
    pub interprops: Vec<&'static str>,
    /// The numbers of the players who stand there, including you.
    pub player: Vec<usize>,
}

/// A passage or a lift; both lead in both directions.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub stpos: Pos,
    pub edpos: Pos,
}

/// Your layer: its places, open passages and lifts, including lifts to other layers.
#[derive(Clone, Debug, Default)]
pub struct View {
    pub self_nodes: Vec<Node>,
    pub self_edges: Vec<Edge>,
}

/// The referee's reply to an action; `has_trap` is that of a detection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reply {
    pub success: bool,
    pub has_trap: bool,
}
