//! The station, which never changes: places, passages, lifts, machines, material points, zones.
#![allow(dead_code)]

use std::collections::{BTreeMap, VecDeque};

use crate::constants::*;
use crate::definition::Pos;

/// Places that close at the end of round `closes`, which kills all players inside.
pub struct Zone {
    pub title: &'static str,
    pub closes: i32,
    pub nodes: Vec<Pos>,
}

/// The map.
pub struct Station {
    /// Every place, by x, then y, then z.
    pub places: Vec<Pos>,
    /// For every place, the places one passage away, which are on the same layer.
    pub passages: BTreeMap<Pos, Vec<Pos>>,
    /// For every place with a lift, the other stops of the lift.
    pub stops: BTreeMap<Pos, Vec<Pos>>,
    /// The material points.
    pub materials: Vec<Pos>,
    /// For every place with a machine, the key that the machine makes.
    pub machines: BTreeMap<Pos, i32>,
    /// The place of each player's start.
    pub spawns: Vec<Pos>,
    /// The place of the escape capsule.
    pub capsule: Pos,
    /// The last open round of each place in a zone.  Places outside the zones are missing.
    pub closes: BTreeMap<Pos, i32>,
    /// In the order in which they close.
    pub zones: Vec<Zone>,
}

/// The station; the first call reads it from the constants.
pub fn station() -> &'static Station {
    thread_local!(static STATION: &'static Station = Box::leak(Box::new(Station::read())));
    STATION.with(|found| *found)
}

impl Station {
    /// Whether a place is open in round `now`.
    pub fn is_open(&self, pos: Pos, now: i32) -> bool {
        self.exists(pos) && self.closes.get(&pos).map_or(true, |&last| now <= last)
    }

    /// Whether this is a place of the station, open or closed.
    pub fn exists(&self, pos: Pos) -> bool {
        self.passages.contains_key(&pos)
    }

    /// The open places one passage away: the targets of attacks, detection and blinks.
    pub fn open_passages(&self, pos: Pos, now: i32) -> Vec<Pos> {
        self.open(self.passages.get(&pos), now)
    }

    /// The open places one move away, by passage or by lift.
    pub fn ways(&self, pos: Pos, now: i32) -> Vec<Pos> {
        let mut found = self.open_passages(pos, now);
        found.extend(self.open(self.stops.get(&pos), now));
        found
    }

    /// The moves from every place to the nearest goal, through places that are open in round `now`.
    /// Paths do not lead through the places to avoid.  Places without a path are missing.
    pub fn distances(&self, goals: &[Pos], now: i32, avoid: &[Pos]) -> BTreeMap<Pos, i32> {
        let mut queue: VecDeque<Pos> = goals.iter().copied().collect();
        queue.retain(|&goal| self.is_open(goal, now));
        let mut found: BTreeMap<Pos, i32> = queue.iter().map(|&goal| (goal, 0)).collect();
        while let Some(here) = queue.pop_front() {
            let moves = found[&here] + 1;
            for near in self.ways(here, now) {
                if !found.contains_key(&near) && !avoid.contains(&near) {
                    found.insert(near, moves);
                    queue.push_back(near);
                }
            }
        }
        found
    }

    fn open(&self, places: Option<&Vec<Pos>>, now: i32) -> Vec<Pos> {
        let all = places.into_iter().flatten().copied();
        all.filter(|&pos| self.is_open(pos, now)).collect()
    }

    fn read() -> Station {
        let closes = by_place(&ZONE_PLACES, &ZONE_PLACE_ROUNDS);
        Station {
            places: unpacked(&STATION_PLACES),
            passages: read_passages(),
            stops: read_stops(),
            materials: unpacked(&STATION_MATERIALS),
            machines: by_place(&STATION_MACHINES, &STATION_MACHINE_KEYS),
            spawns: unpacked(&STATION_SPAWNS),
            capsule: place(STATION_CAPSULE),
            zones: read_zones(&closes),
            closes,
        }
    }
}

fn place(packed: i32) -> Pos {
    Pos { x: packed / 100, y: packed / 10 % 10, z: packed % 10 }
}

fn unpacked(numbers: &[i32]) -> Vec<Pos> {
    numbers.iter().copied().map(place).collect()
}

fn by_place(places: &[i32], values: &[i32]) -> BTreeMap<Pos, i32> {
    unpacked(places).into_iter().zip(values.iter().copied()).collect()
}

fn read_passages() -> BTreeMap<Pos, Vec<Pos>> {
    let mut found: BTreeMap<Pos, Vec<Pos>> = BTreeMap::new();
    for ends in unpacked(&STATION_PASSAGES).chunks(2) {
        found.entry(ends[0]).or_default().push(ends[1]);
        found.entry(ends[1]).or_default().push(ends[0]);
    }
    for near in found.values_mut() {
        near.sort();
    }
    found
}

fn read_stops() -> BTreeMap<Pos, Vec<Pos>> {
    let stops = unpacked(&STATION_LIFTS);
    let others = |stop: Pos| {
        let same = stops.iter().filter(move |to| (to.x, to.y) == (stop.x, stop.y));
        same.copied().filter(move |&to| to != stop).collect()
    };
    stops.iter().map(|&stop| (stop, others(stop))).collect()
}

fn read_zones(closes: &BTreeMap<Pos, i32>) -> Vec<Zone> {
    let zone = |(&title, &last): (&&'static str, &i32)| {
        let inside = closes.iter().filter(|&(_, &closes)| closes == last);
        Zone { title, closes: last, nodes: inside.map(|(&pos, _)| pos).collect() }
    };
    ZONE_TITLES.iter().zip(&ZONE_ROUNDS).map(zone).collect()
}
