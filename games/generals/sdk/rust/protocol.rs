//! The lines between a bot and the referee: one JSON value on each.
#![allow(dead_code)]

use std::io::{BufRead, BufReader, Stdin, Write};

use crate::json::{self, Json};

/// The reason why no more lines come or go.
#[derive(Debug)]
pub enum Failure {
    /// The referee closed the connection.
    Hangup,
    /// The referee sent something that this kit does not know.
    Protocol(String),
}

/// A tile of your team's view as it is now; if it left the view, owner, kind and units are 0.
#[derive(Clone, Copy, Debug)]
pub struct Diff {
    pub x: usize,
    pub y: usize,
    pub owner: usize,
    pub kind: i32,
    pub units: i64,
}

/// A move from row `x`, column `y`; `half` moves the larger half instead of all but one.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    pub x: usize,
    pub y: usize,
    pub letter: char,
    pub half: bool,
}

/// A player on the leaderboard; a beaten player has neither land nor units.
#[derive(Clone, Debug)]
pub struct PlayerRank {
    pub player: usize,
    pub beaten: bool,
    pub land: usize,
    pub units: i64,
}

/// A team on the leaderboard.
#[derive(Clone, Debug)]
pub struct TeamRank {
    pub team: i32,
    pub land: usize,
    pub units: i64,
    pub players: Vec<PlayerRank>,
}

/// Special rules.  `misty_veil` is the distance of the view, None without that rule.
#[derive(Clone, Debug)]
pub struct Modifiers {
    pub leapfrog: bool,
    pub city_state: bool,
    pub crystal_clear: bool,
    pub silent_war: bool,
    pub misty_veil: Option<i64>,
}

/// The first line to a bot.  `teams[i]` and `names[i]` belong to player `i + 1`.  The last four have
/// one element per tile, row by row: the fog echo, and the view of your team.
pub struct Start {
    pub player: usize,
    pub players: usize,
    pub width: usize,
    pub height: usize,
    pub halfturns: i32,
    pub teams: Vec<i32>,
    pub names: Vec<String>,
    pub modifiers: Modifiers,
    pub echo: Vec<i32>,
    pub owners: Vec<usize>,
    pub kinds: Vec<i32>,
    pub units: Vec<i64>,
}

/// The changes of the half-turn before `half`; your answer is for `half`.
pub struct Turn {
    pub half: i32,
    /// The number of your orders that wait.
    pub queue: usize,
    pub diffs: Vec<Diff>,
    pub ranking: Vec<TeamRank>,
    pub messages: Vec<String>,
    /// The players who were beaten in the half-turn before.
    pub beaten: Vec<usize>,
    /// An order of yours that was illegal, with the reason; it has cleared your queue.
    pub dropped: Option<(Order, String)>,
}

/// The end of the game: `ranks[i]` is the rank of player `i + 1`, `winner` a team or 0.
pub struct End {
    pub rank: i32,
    pub winner: i32,
    pub ranks: Vec<i32>,
    pub words: String,
}

/// A message of the referee.
pub enum Message {
    Start(Box<Start>),
    Turn(Turn),
    End(End),
}

/// A bot's connection to the referee.
pub struct Connection {
    source: BufReader<Stdin>,
}

impl Connection {
    pub fn new() -> Self {
        Connection { source: BufReader::with_capacity(1 << 16, std::io::stdin()) }
    }

    /// The next message; it waits for one.
    pub fn read(&mut self) -> Result<Message, Failure> {
        let mut line = String::new();
        match self.source.read_line(&mut line) {
            Ok(_) if line.ends_with('\n') => parse(line.trim_end()),
            _ => Err(Failure::Hangup),
        }
    }

    /// Sends the operations of one answer, each already written as JSON.
    pub fn send(&mut self, operations: &[String]) -> Result<(), Failure> {
        let mut sink = std::io::stdout().lock();
        let line = format!("[{}]\n", operations.join(","));
        sink.write_all(line.as_bytes()).and_then(|_| sink.flush()).map_err(|_| Failure::Hangup)
    }
}

/// Reads a line of the referee.
pub fn parse(line: &str) -> Result<Message, Failure> {
    let data = json::parse(line).map_err(Failure::Protocol)?;
    match data.get("type").text() {
        Some("start") => Ok(Message::Start(Box::new(start(&data)?))),
        Some("turn") => Ok(Message::Turn(turn(&data)?)),
        Some("end") => Ok(Message::End(End {
            rank: number(data.get("rank"))?,
            winner: number(data.get("winner"))?,
            ranks: each(data.get("ranks"), number)?,
            words: text(data.get("words"))?,
        })),
        _ => Err(wrong(&data)),
    }
}

fn wrong(value: &Json) -> Failure {
    Failure::Protocol(format!("cannot read {:.200}", format!("{:?}", value)))
}

/// A whole number of any type.
fn number<T: TryFrom<i64>>(value: &Json) -> Result<T, Failure> {
    value.number().and_then(|found| T::try_from(found).ok()).ok_or_else(|| wrong(value))
}

fn text(value: &Json) -> Result<String, Failure> {
    value.text().map(str::to_string).ok_or_else(|| wrong(value))
}

fn flag(value: &Json) -> Result<bool, Failure> {
    value.flag().ok_or_else(|| wrong(value))
}

fn each<T>(value: &Json, read: impl Fn(&Json) -> Result<T, Failure>) -> Result<Vec<T>, Failure> {
    value.list().iter().map(read).collect()
}

/// One number per character: 0 to 9, then a to g for 10 to 16.
fn digits<T: From<u8>>(value: &Json) -> Result<Vec<T>, Failure> {
    let digit = |letter: char| letter.to_digit(17).map(|digit| T::from(digit as u8));
    text(value)?.chars().map(|letter| digit(letter).ok_or_else(|| wrong(value))).collect()
}

fn start(data: &Json) -> Result<Start, Failure> {
    let rules = data.get("modifiers");
    let veil = rules.get("misty_veil");
    let start = Start {
        player: number(data.get("player"))?,
        players: number(data.get("players"))?,
        width: number(data.get("width"))?,
        height: number(data.get("height"))?,
        halfturns: number(data.get("halfturns"))?,
        teams: each(data.get("teams"), number)?,
        names: each(data.get("names"), text)?,
        modifiers: Modifiers {
            leapfrog: flag(rules.get("leapfrog"))?,
            city_state: flag(rules.get("city_state"))?,
            crystal_clear: flag(rules.get("crystal_clear"))?,
            silent_war: flag(rules.get("silent_war"))?,
            misty_veil: if *veil == Json::Null { None } else { Some(number(veil)?) },
        },
        echo: digits(data.get("echo"))?,
        owners: digits(data.get("owners"))?,
        kinds: digits(data.get("kinds"))?,
        units: each(data.get("units"), number)?,
    };
    let size = start.width * start.height;
    let sizes = [start.echo.len(), start.owners.len(), start.kinds.len(), start.units.len()];
    if sizes != [size; 4] || start.player == 0 || start.player > start.teams.len() {
        return Err(wrong(data));
    }
    Ok(start)
}

fn turn(data: &Json) -> Result<Turn, Failure> {
    let dropped = data.get("dropped");
    Ok(Turn {
        half: number(data.get("half"))?,
        queue: number(data.get("queue"))?,
        diffs: each(data.get("diffs"), diff)?,
        ranking: each(data.get("ranking"), team_rank)?,
        messages: each(data.get("messages"), text)?,
        beaten: each(data.get("beaten"), number)?,
        dropped: match dropped {
            Json::Null => None,
            _ => Some((order(dropped.get("order"))?, text(dropped.get("reason"))?)),
        },
    })
}

fn diff(row: &Json) -> Result<Diff, Failure> {
    match row.list() {
        [x, y, owner, kind, units] => Ok(Diff {
            x: number(x)?,
            y: number(y)?,
            owner: number(owner)?,
            kind: number(kind)?,
            units: number(units)?,
        }),
        _ => Err(wrong(row)),
    }
}

/// `["move", x, y, letter, half]`; the last one may be missing.
fn order(row: &Json) -> Result<Order, Failure> {
    match row.list() {
        [_, x, y, letter, rest @ ..] => Ok(Order {
            x: number(x)?,
            y: number(y)?,
            letter: text(letter)?.chars().next().ok_or_else(|| wrong(row))?,
            half: rest.iter().any(|half| half.flag() == Some(true)),
        }),
        _ => Err(wrong(row)),
    }
}

fn team_rank(row: &Json) -> Result<TeamRank, Failure> {
    match row.list() {
        [team, land, units, players] => Ok(TeamRank {
            team: number(team)?,
            land: number(land)?,
            units: number(units)?,
            players: each(players, player_rank)?,
        }),
        _ => Err(wrong(row)),
    }
}

fn player_rank(row: &Json) -> Result<PlayerRank, Failure> {
    match row.list() {
        [player, beaten, land, units] => Ok(PlayerRank {
            player: number(player)?,
            beaten: flag(beaten)?,
            land: number(land)?,
            units: number(units)?,
        }),
        _ => Err(wrong(row)),
    }
}
