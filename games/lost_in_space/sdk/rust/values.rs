//! Values of messages by their kinds; errors for values of another kind.

use crate::constants::PLAYERS;
use crate::definition::{Pos, Status, Tool};
use crate::json::Json;

const LAST_PLAYER: i32 = PLAYERS - 1;

pub fn list(value: &Json) -> Result<&[Json], String> {
    match value {
        Json::List(elements) => Ok(elements),
        _ => Err(format!("no list: {:?}", value)),
    }
}

/// A whole number of at most 9 digits: sums of a few of them do not overflow.
pub fn number(value: &Json) -> Result<i32, String> {
    match value.number() {
        Some(found @ -999_999_999..=999_999_999) => Ok(found as i32),
        _ => Err(format!("no number: {:?}", value)),
    }
}

/// Whole numbers in ascending order.
pub fn sorted(value: &Json) -> Result<Vec<i32>, String> {
    let mut found: Vec<i32> = list(value)?.iter().map(number).collect::<Result<_, _>>()?;
    found.sort_unstable();
    Ok(found)
}

pub fn place(value: &Json) -> Result<Pos, String> {
    match list(value)? {
        [x, y, z] => Ok(Pos { x: number(x)?, y: number(y)?, z: number(z)? }),
        _ => Err(format!("no place: {:?}", value)),
    }
}

fn places(values: &[Json]) -> Result<Vec<Pos>, String> {
    values.iter().map(place).collect()
}

pub fn player(said: &Json) -> Result<usize, String> {
    match number(said)? {
        id @ 0..=LAST_PLAYER => Ok(id as usize),
        id => Err(format!("there is no player {}", id)),
    }
}

pub fn status(said: &Json) -> Result<Status, String> {
    Ok(match number(said)? {
        0 => Status::Alive,
        1 => Status::Dead,
        2 => Status::Escaped,
        3 => Status::Skipping,
        4 => Status::Countdown,
        5 => Status::Failed,
        other => return Err(format!("there is no status {}", other)),
    })
}

/// The number, status, hit points and keys of another player.
pub fn about(said: &Json) -> Result<(usize, Status, i32, Vec<i32>), String> {
    let (id, status) = (player(said.get("player_id"))?, status(said.get("status"))?);
    Ok((id, status, number(said.get("hp"))?, sorted(said.get("keys"))?))
}

pub fn bag(said: &Json) -> Result<Tool, String> {
    let (landmine_number, landmine_pos) = traps(said.get("LandMine"))?;
    let (sticky_number, sticky_pos) = traps(said.get("Sticky"))?;
    let (kit, transport) = (number(said.get("Kit"))?, number(said.get("Transport"))?);
    Ok(Tool { landmine_number, landmine_pos, sticky_number, sticky_pos, kit, transport })
}

fn traps(said: &Json) -> Result<([i32; 2], Vec<Pos>), String> {
    match list(said)? {
        [unplaced, placed, at @ ..] => Ok(([number(unplaced)?, number(placed)?], places(at)?)),
        _ => Err("no numbers of traps".to_string()),
    }
}
