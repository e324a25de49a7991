//! The view that your AI gets, and its answer.  The names are those of the contest, in Rust's
//! spelling.
//!
//! All boards are indexed `[x][y]`: x is the column from 0 to `cols - 1`, y the row from 0 to
//! `rows - 1`.
#![allow(dead_code)]

use std::rc::Rc;

/// The owner of a free cell.
pub const NEUTRAL_PLAYER_ID: usize = 233;
/// The owner of a cell that you do not see.
pub const UNKNOWN_PLAYER_ID: usize = 213;

/// The relation between two countries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiplomaticStatus {
    Undiscovered,
    Neutral,
    Allied,
    AtWar,
}

/// Your stance towards another country.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DiplomaticCommand {
    KeepNeutral,
    FormAlliance,
    JustifyWar,
    Backstab,
}

/// A cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub x: i32,
    pub y: i32,
}

impl Position {
    /// The number of steps to another cell.
    pub fn distance(self, other: Position) -> i32 {
        (self.x - other.x).abs() + (self.y - other.y).abs()
    }
}

/// A bomb.
#[derive(Clone, Copy, Debug)]
pub struct MilitaryCommand {
    pub place: Position,
    pub bomb_size: i32,
}

/// The numbers of this game, which a scenario may change; `constants` has the usual ones.
///
/// The game stops when the counter of rounds reaches `max_round`.  `capital_influence` and
/// `corruption` are in thousandths, `city_income` in hundredths.
#[derive(Clone, Debug)]
pub struct Rules {
    pub max_round: i32,
    pub initial_money: i32,
    pub bomb_cost: i32,
    pub suppress_limit: i32,
    pub capital_influence: i32,
    pub city_income: i32,
    pub corruption: i32,
    pub justify_rounds: i32,
    pub justify_price: i32,
    pub border: i32,
    pub spawn_distance: i32,
    pub spawn_anywhere: i32,
}

impl Rules {
    /// The size of a capital's free bomb: a share of the last income buys it, rounded up.
    pub fn capital_bomb(&self, income: i32) -> i32 {
        let unit = 1000 * self.bomb_cost;
        (self.capital_influence * income + unit - 1) / unit
    }
}

/// A cell with a name, and tags by which the special rules find it.
#[derive(Clone, Debug)]
pub struct Point {
    pub name: String,
    pub place: Position,
    pub tags: Vec<String>,
}

/// A sign that a special rule shows on the board now; `player` is the country that it concerns.
#[derive(Clone, Debug)]
pub struct Mark {
    pub place: Position,
    pub kind: String,
    pub text: String,
    pub player: Option<usize>,
}

/// Values by `[x][y]`.
pub type Board<T> = Vec<Vec<T>>;

/// The facts that never change.
#[derive(Debug)]
pub struct BaseMap {
    pub rows: i32,
    pub cols: i32,
    pub resource: Board<i32>,
    pub attack: Board<i32>,
    pub defence: Board<i32>,
    /// `[dx + 4][dy + 4]`
    pub military_kernel: Board<f64>,
    pub constants: Rules,
    pub title: String,
    /// Of the players.
    pub names: Vec<String>,
    pub points: Vec<Point>,
    /// The special rules, in sentences.
    pub words: Vec<String>,
}

impl BaseMap {
    pub fn inside(&self, at: Position) -> bool {
        (0..self.cols).contains(&at.x) && (0..self.rows).contains(&at.y)
    }
    pub fn resource(&self, at: Position) -> i32 {
        self.resource[at.x as usize][at.y as usize]
    }
    pub fn attack(&self, at: Position) -> i32 {
        self.attack[at.x as usize][at.y as usize]
    }
    pub fn defence(&self, at: Position) -> i32 {
        self.defence[at.x as usize][at.y as usize]
    }
}

/// A country, or you.  Values that you do not know are None or empty.
#[derive(Clone, Debug)]
pub struct PlayerInfo {
    /// Its relation to you.
    pub dip_status: DiplomaticStatus,
    /// Neutral, allied or yourself: you know `map_area` and `war_list`.
    pub is_visible: bool,
    /// Allied or yourself: you know everything.
    pub is_union: bool,
    pub map_area: Option<i32>,
    pub war_list: Vec<usize>,
    pub saving: Option<i32>,
    /// Of the last round.
    pub income: Option<i32>,
    /// Also None where a country has none.
    pub capital: Option<Position>,
    /// Its relation to each country, by id.
    pub relations: Vec<DiplomaticStatus>,
}

/// A cell.
#[derive(Clone, Copy, Debug)]
pub struct MapPointInfo {
    pub is_visible: bool,
    pub owner: usize,
    /// Outside its owner's supply area.
    pub is_sieged: bool,
}

/// A round that you must answer.
#[derive(Debug)]
pub struct Info {
    pub id: usize,
    /// The number of players, including those who are out.
    pub player_size: usize,
    pub rows: i32,
    pub cols: i32,
    /// From 1.
    pub round: i32,
    pub map: Rc<BaseMap>,
    pub player_info: Vec<PlayerInfo>,
    pub map_point_info: Board<MapPointInfo>,
    /// You have used your backstab.
    pub backstab_used: bool,
    pub marks: Vec<Mark>,

    // Your answer.  By default it has no bombs, keeps all relations, and keeps the capital.
    pub military_commands: Vec<MilitaryCommand>,
    /// One for each id.
    pub diplomatic_commands: Vec<DiplomaticCommand>,
    pub new_capital: Option<Position>,
}

impl Info {
    pub fn me(&self) -> &PlayerInfo {
        &self.player_info[self.id]
    }
    pub fn owner(&self, at: Position) -> usize {
        self.map_point_info[at.x as usize][at.y as usize].owner
    }
    /// Adds a bomb to your answer.
    pub fn bomb(&mut self, place: Position, size: i32) {
        self.military_commands.push(MilitaryCommand { place, bomb_size: size });
    }
}
