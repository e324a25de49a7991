//! The lines between a bot and the referee: one JSON object on each.

use std::io::{BufRead, Write};
use std::rc::Rc;

use crate::constants::*;
use crate::definition::*;
use crate::json::{self, Json};

/// The reason why no more lines come or go.
#[derive(Debug)]
pub enum Failure {
    /// The referee closed the connection.
    Hangup,
    /// The referee sent something that this kit does not know.
    Protocol(String),
}

/// A message of the referee.
pub enum Message {
    /// A question for a bid; you have `money`.
    Bid { money: i32 },
    /// A question for a place; others have named `chosen` before you, in this order.
    Spawn { chosen: Vec<Position> },
    /// A question for orders.
    Round(Box<Info>),
    End { rank: i32, words: String },
}

/// The referee's lines as values, and your answers as lines.
pub struct Referee {
    player: usize,
    players: usize,
    map: Rc<BaseMap>,
}

impl Referee {
    /// Reads the start.
    pub fn start() -> Result<Referee, Failure> {
        let start = read_line()?;
        if start.get("type").text() != Some("start") {
            return Err(wrong("expected the start"));
        }
        let map = Rc::new(base_map(&start)?);
        let player = index(start.get("player"))?;
        let players = index(start.get("scene").get("players"))?;
        if player >= players {
            return Err(wrong("no such player"));
        }
        Ok(Referee { player, players, map })
    }

    pub fn map(&self) -> Rc<BaseMap> {
        self.map.clone()
    }

    /// The next message; it waits for one.
    pub fn read(&mut self) -> Result<Message, Failure> {
        let data = read_line()?;
        match (data.get("type").text(), data.get("phase").text()) {
            (Some("end"), _) => {
                Ok(Message::End { rank: number(data.get("rank"))?, words: text(data.get("words")) })
            }
            (Some("ask"), Some("bid")) => Ok(Message::Bid { money: number(data.get("money"))? }),
            (Some("ask"), Some("spawn")) => {
                let chosen = data.get("chosen").list().iter().map(point).collect::<Result<_, _>>()?;
                Ok(Message::Spawn { chosen })
            }
            (Some("ask"), Some("round")) => Ok(Message::Round(Box::new(self.info(&data)?))),
            (kind, phase) => Err(wrong(&format!("an unknown line: {:?}, {:?}", kind, phase))),
        }
    }

    pub fn bid(&self, price: i32, money: i32) -> Result<(), Failure> {
        send(&format!("{{\"bid\":{}}}", price.max(0).min(money)))
    }

    pub fn spawn(&self, at: Position) -> Result<(), Failure> {
        send(&format!("{{\"spawn\":{}}}", self.point_text(at)))
    }

    /// Sends the answer in `info`, without the bombs that the rules would skip in any case.
    pub fn answer(&self, info: &Info) -> Result<(), Failure> {
        let letter = |id: usize| match info.diplomatic_commands.get(id) {
            Some(&command) if id != self.player => &STANCES[command as usize..][..1],
            _ => "-",
        };
        let stances: String = (0..self.players).map(letter).collect();
        let mut bombs: Vec<String> = info
            .military_commands
            .iter()
            .filter(|bomb| self.map.inside(bomb.place) && bomb.bomb_size > 0)
            .map(|bomb| format!("[{},{},{}]", bomb.place.x, bomb.place.y, bomb.bomb_size))
            .collect();
        if bombs.len() > MOST_BOMBS as usize {
            eprintln!("more than {} bombs: the rest is left out", MOST_BOMBS);
            bombs.truncate(MOST_BOMBS as usize);
        }
        let capital = match info.new_capital {
            Some(at) => format!(",\"capital\":{}", self.point_text(at)),
            None => String::new(),
        };
        let bombs = bombs.join(",");
        send(&format!("{{\"stances\":\"{}\",\"bombs\":[{}]{}}}", stances, bombs, capital))
    }

    fn point_text(&self, at: Position) -> String {
        if self.map.inside(at) {
            format!("[{},{}]", at.x, at.y)
        } else {
            "[-1,-1]".to_string()
        }
    }

    fn info(&self, data: &Json) -> Result<Info, Failure> {
        let owner = text(data.get("owner"));
        let nations = data.get("players").list();
        let size = (self.map.rows * self.map.cols) as usize;
        if owner.len() != size || nations.len() != self.players {
            return Err(wrong("a round without a whole board or all players"));
        }
        let mut cells: Vec<MapPointInfo> = owner.bytes().map(cell).collect();
        for place in data.get("sieged").list() {
            let place = index(place)?;
            cells.get_mut(place).ok_or_else(|| wrong("no such place"))?.is_sieged = true;
        }
        let player_info: Vec<PlayerInfo> =
            nations.iter().map(|nation| self.country(nation)).collect::<Result<_, _>>()?;
        let marks = data.get("marks").list();
        Ok(Info {
            id: self.player,
            player_size: self.players,
            rows: self.map.rows,
            cols: self.map.cols,
            round: number(data.get("round"))?,
            map: self.map.clone(),
            map_point_info: columns(&cells, self.map.cols),
            backstab_used: data.get("backstab_used").flag().unwrap_or(false),
            marks: marks.iter().map(|mark| self.mark(mark)).collect::<Result<_, _>>()?,
            military_commands: Vec::new(),
            diplomatic_commands: player_info.iter().map(|one| usual(one.dip_status)).collect(),
            new_capital: player_info[self.player].capital,
            player_info,
        })
    }

    fn country(&self, nation: &Json) -> Result<PlayerInfo, Failure> {
        Ok(PlayerInfo {
            dip_status: text(nation.get("status")).bytes().next().map_or(UNDISCOVERED, status),
            is_visible: nation.get("visible").flag().unwrap_or(false),
            is_union: nation.get("union").flag().unwrap_or(false),
            map_area: optional(nation.get("area"))?,
            war_list: nation.get("wars").list().iter().map(index).collect::<Result<_, _>>()?,
            saving: optional(nation.get("saving"))?,
            income: optional(nation.get("income"))?,
            capital: optional(nation.get("capital"))?.map(|place| self.position(place)),
            relations: text(nation.get("relation")).bytes().map(status).collect(),
        })
    }

    fn mark(&self, mark: &Json) -> Result<Mark, Failure> {
        Ok(Mark {
            place: self.position(number(mark.get("place"))?),
            kind: text(mark.get("kind")),
            text: text(mark.get("text")),
            player: optional(mark.get("player"))?.map(|id| id as usize),
        })
    }

    fn position(&self, place: i32) -> Position {
        Position { x: place % self.map.cols, y: place / self.map.cols }
    }
}

const UNDISCOVERED: DiplomaticStatus = DiplomaticStatus::Undiscovered;

fn read_line() -> Result<Json, Failure> {
    let mut line = String::new();
    match std::io::stdin().lock().read_line(&mut line) {
        Ok(_) if line.ends_with('\n') => json::parse(line.trim_end()).map_err(Failure::Protocol),
        _ => Err(Failure::Hangup),
    }
}

fn send(answer: &str) -> Result<(), Failure> {
    let mut sink = std::io::stdout().lock();
    writeln!(sink, "{}", answer).and_then(|_| sink.flush()).map_err(|_| Failure::Hangup)
}

fn wrong(why: &str) -> Failure {
    Failure::Protocol(why.to_string())
}

fn optional(value: &Json) -> Result<Option<i32>, Failure> {
    match value {
        Json::Null => Ok(None),
        _ => number(value).map(Some),
    }
}

fn number(value: &Json) -> Result<i32, Failure> {
    let found = value.number().and_then(|found| i32::try_from(found).ok());
    found.ok_or_else(|| wrong(&format!("a number is missing: {:?}", value)))
}

fn index(value: &Json) -> Result<usize, Failure> {
    usize::try_from(number(value)?).map_err(|_| wrong("a number is negative"))
}

fn numbers(value: &Json) -> Result<Vec<i32>, Failure> {
    value.list().iter().map(number).collect()
}

/// A text; empty where there is none.
fn text(value: &Json) -> String {
    value.text().unwrap_or("").to_string()
}

fn texts(value: &Json) -> Vec<String> {
    value.list().iter().map(text).collect()
}

fn point(value: &Json) -> Result<Position, Failure> {
    match numbers(value)?[..] {
        [x, y] => Ok(Position { x, y }),
        _ => Err(wrong("a point has two numbers")),
    }
}

fn base_map(start: &Json) -> Result<BaseMap, Failure> {
    let scene = start.get("scene");
    let (rows, cols) = (number(scene.get("rows"))?, number(scene.get("cols"))?);
    let board = |name: &str| {
        let values = numbers(scene.get(name))?;
        if cols <= 0 || values.len() as i64 != i64::from(rows) * i64::from(cols) {
            return Err(wrong("the start has no whole board"));
        }
        Ok(columns(&values, cols))
    };
    let weights = |row: &Json| {
        let weights = numbers(row)?;
        Ok(weights.into_iter().map(|weight| f64::from(weight) / f64::from(KERNEL_UNIT)).collect())
    };
    Ok(BaseMap {
        rows,
        cols,
        resource: board("resource")?,
        attack: board("attack")?,
        defence: board("defence")?,
        military_kernel: scene.get("kernel").list().iter().map(weights).collect::<Result<_, _>>()?,
        constants: rules(scene.get("constants"))?,
        title: text(scene.get("title")),
        names: texts(start.get("names")),
        points: scene.get("points").list().iter().map(named_point).collect::<Result<_, _>>()?,
        words: texts(scene.get("words")),
    })
}

fn named_point(point: &Json) -> Result<Point, Failure> {
    Ok(Point {
        name: text(point.get("name")),
        place: Position { x: number(point.get("x"))?, y: number(point.get("y"))? },
        tags: texts(point.get("tags")),
    })
}

fn rules(told: &Json) -> Result<Rules, Failure> {
    let value = |name: &str, usual: i32| Ok(optional(told.get(name))?.unwrap_or(usual));
    Ok(Rules {
        max_round: value("max_round", MAX_ROUND)?,
        initial_money: value("initial_money", INITIAL_MONEY)?,
        bomb_cost: value("bomb_cost", BOMB_COST)?,
        suppress_limit: value("suppress_limit", SUPPRESS_LIMIT)?,
        capital_influence: value("capital_influence", CAPITAL_INFLUENCE)?,
        city_income: value("city_income", CITY_INCOME)?,
        corruption: value("corruption", CORRUPTION)?,
        justify_rounds: value("justify_rounds", JUSTIFY_ROUNDS)?,
        justify_price: value("justify_price", JUSTIFY_PRICE)?,
        border: value("border", BORDER)?,
        spawn_distance: value("spawn_distance", SPAWN_DISTANCE)?,
        spawn_anywhere: value("spawn_anywhere", SPAWN_ANYWHERE)?,
    })
}

/// The messages list the board row by row: place = y * cols + x.
fn columns<T: Copy>(values: &[T], cols: i32) -> Board<T> {
    let cols = cols as usize;
    (0..cols).map(|x| values.iter().skip(x).step_by(cols).copied().collect()).collect()
}

fn cell(letter: u8) -> MapPointInfo {
    let (is_visible, owner) = match letter {
        b'?' => (false, UNKNOWN_PLAYER_ID),
        b'.' => (true, NEUTRAL_PLAYER_ID),
        _ => (true, usize::from(letter.wrapping_sub(b'0'))),
    };
    MapPointInfo { is_visible, owner, is_sieged: false }
}

/// A relation; the dash of a country to itself becomes `Undiscovered`.
fn status(letter: u8) -> DiplomaticStatus {
    match RELATIONS.bytes().position(|known| known == letter) {
        Some(1) => DiplomaticStatus::Neutral,
        Some(2) => DiplomaticStatus::Allied,
        Some(3) => DiplomaticStatus::AtWar,
        _ => UNDISCOVERED,
    }
}

fn usual(status: DiplomaticStatus) -> DiplomaticCommand {
    match status {
        DiplomaticStatus::Allied => DiplomaticCommand::FormAlliance,
        DiplomaticStatus::AtWar => DiplomaticCommand::JustifyWar,
        _ => DiplomaticCommand::KeepNeutral,
    }
}
