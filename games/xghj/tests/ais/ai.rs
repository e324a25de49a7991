//! Prints what the referee tells, as numbers, one line a round, and answers nothing of its own.
use crate::definition::*;

fn say(word: &str, values: &[i64]) {
    let all: Vec<String> = values.iter().map(i64::to_string).collect();
    eprintln!("{} {}", word, all.join(" "));
}

fn point(at: Option<Position>) -> [i64; 2] {
    at.map_or([255, 255], |at| [at.x.into(), at.y.into()])
}

pub fn birthplace_price(map: &BaseMap) -> i32 {
    let mut found = vec![map.cols, map.rows];
    for x in 0..map.cols {
        for y in 0..map.rows {
            let at = Position { x, y };
            found.extend([map.resource(at), map.attack(at), map.defence(at)]);
        }
    }
    let r = &map.constants;
    found.extend([r.max_round, r.initial_money, r.bomb_cost, r.suppress_limit, r.capital_influence]);
    found.extend([r.city_income, r.corruption, r.justify_rounds, r.justify_price, r.border]);
    found.extend([r.spawn_distance, r.spawn_anywhere]);
    let dear = Rules { bomb_cost: 3, ..r.clone() };
    found.extend([0, 10, 11, 101].map(|income| dear.capital_bomb(income)));
    for one in &map.points {
        found.extend([one.place.x, one.place.y, one.tags.len() as i32]);
    }
    found.extend([map.names.len() as i32, map.words.len() as i32]);
    say("ground", &found.into_iter().map(i64::from).collect::<Vec<_>>());
    1
}

pub fn birthplace(chosen: &[Position], _map: &BaseMap) -> Position {
    say("chosen", &chosen.iter().flat_map(|&at| point(Some(at))).collect::<Vec<_>>());
    Position { x: 0, y: 0 }
}

pub fn player_ai(info: &mut Info) {
    let mut found = vec![info.id as i64, info.player_size as i64];
    found.extend([info.rows, info.cols, info.round].map(i64::from));
    found.push(info.backstab_used.into());
    for one in &info.player_info {
        found.extend([one.dip_status as i64, one.is_visible.into(), one.is_union.into()]);
        let known = [one.map_area.unwrap_or(-1), one.saving.unwrap_or(0), one.income.unwrap_or(0)];
        found.extend(known.map(i64::from));
        found.extend(point(one.capital));
        found.extend([one.war_list.len() as i64, one.relations.len() as i64]);
        found.extend(one.war_list.iter().map(|&id| id as i64));
        found.extend(one.relations.iter().map(|&status| status as i64));
    }
    for cell in info.map_point_info.iter().flatten() {
        found.extend([cell.is_visible.into(), cell.owner as i64, cell.is_sieged.into()]);
    }
    for weight in info.map.military_kernel.iter().flatten() {
        found.push((weight * 10000.0).round() as i64);
    }
    for mark in &info.marks {
        found.extend(point(Some(mark.place)));
        found.push(mark.player.map_or(-1, |id| id as i64));
    }
    found.extend(info.diplomatic_commands.iter().map(|&command| command as i64));
    found.extend(point(info.new_capital));
    found.push(info.military_commands.len() as i64);
    say("round", &found);
}
