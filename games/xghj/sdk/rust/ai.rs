//! Your AI.  Change the three public functions.
//!
//! This sample takes free land with bombs of a useful size and offers alliances to all countries.

use crate::constants::KERNEL_REACH;
use crate::definition::*;

/// Your bid: higher bids choose their places earlier, and you pay it in any case.
pub fn birthplace_price(_map: &BaseMap) -> i32 {
    1
}

/// The place with the most resources around it, far enough from the others.
pub fn birthplace(chosen: &[Position], map: &BaseMap) -> Position {
    let mut best = Position { x: 0, y: 0 };
    let mut most = -1;
    for here in everywhere(map) {
        let apart = chosen.iter().map(|&other| here.distance(other)).min().unwrap_or(8).min(8);
        if map.attack(here) == 0 || apart < map.constants.spawn_distance {
            continue;
        }
        let land = around(map, here, KERNEL_REACH).filter(|&cell| map.attack(cell) > 0);
        let worth = 20 * apart + land.map(|cell| 1 + map.resource(cell)).sum::<i32>();
        if worth > most {
            (best, most) = (here, worth);
        }
    }
    best
}

/// Writes your orders for this round into `info`.
pub fn player_ai(info: &mut Info) {
    for (command, player) in info.diplomatic_commands.iter_mut().zip(&info.player_info) {
        if player.dip_status != DiplomaticStatus::Undiscovered {
            *command = DiplomaticCommand::FormAlliance;
        }
    }

    // My cells, those with the most free cells around them first.
    let map = info.map.clone();
    let mut own: Vec<(usize, Position)> = everywhere(&map)
        .filter(|&here| info.owner(here) == info.id)
        .map(|here| (free_cells(info, here), here))
        .collect();
    own.sort_by_key(|&(free, _)| std::cmp::Reverse(free));

    let mut money = info.me().saving.unwrap_or(0);
    let mut bombed: Vec<Position> = Vec::new();
    for (free, here) in own {
        let size = useful_size(&map, here);
        let price = size * map.constants.bomb_cost;
        let crowded = bombed.iter().any(|&other| here.distance(other) < KERNEL_REACH);
        if free < 3 || crowded || size == 0 || price > money {
            continue;
        }
        info.bomb(here, size);
        money -= price;
        bombed.push(here);
    }
}

fn everywhere(map: &BaseMap) -> impl Iterator<Item = Position> {
    around(map, Position { x: 0, y: 0 }, map.cols.max(map.rows))
}

/// The cells at most `reach` columns and rows away.
fn around(map: &BaseMap, at: Position, reach: i32) -> impl Iterator<Item = Position> {
    let rows = (at.y - reach).max(0)..map.rows.min(at.y + reach + 1);
    let cols = (at.x - reach).max(0)..map.cols.min(at.x + reach + 1);
    cols.flat_map(move |x| rows.clone().map(move |y| Position { x, y }))
}

/// The number of free cells near a place that countries can take.
fn free_cells(info: &Info, at: Position) -> usize {
    around(&info.map, at, 2)
        .filter(|&cell| info.map.attack(cell) > 0 && info.owner(cell) == NEUTRAL_PLAYER_ID)
        .count()
}

/// The smallest bomb there that takes the free cells beside it and those two steps away.
fn useful_size(map: &BaseMap, at: Position) -> i32 {
    let middle = KERNEL_REACH as usize;
    let reach = f64::from(map.attack(at)) * map.military_kernel[middle + 2][middle];
    if reach > 0.0 {
        (f64::from(map.constants.suppress_limit) / reach) as i32 + 1
    } else {
        0
    }
}
