//! The board at the start of the turn that you answer for, the units on it, and the rules.
#![allow(dead_code)]

use std::collections::VecDeque;
use std::os::raw::c_long;

use crate::constants::{ENEMY_CANNON, ENEMY_TANK, OWN_CANNON, OWN_TANK, STEP, UNAVAILABLE};
use crate::places::{column, distance, neighbours, place_at, row, Kind, Order, Unit, PLACES};

/// Seconds that starting may cost.
const GRACE: f64 = 1.0;
/// Seconds after which the sample gives no orders; ten are lost.
pub const PRUDENT: f64 = 7.0;

/// A field at the beginning of a turn, as it was sent.
#[derive(Clone, Debug, Default)]
pub struct Told {
    pub x: usize,
    pub y: usize,
    pub what: i32,
    pub hp: i32,
}

extern "C" {
    fn clock() -> c_long;
}

/// Seconds of computing time that your program has used, on Linux and macOS; ten are lost.
pub fn spent() -> f64 {
    // SAFETY: it has no arguments and changes nothing.
    let microseconds = unsafe { clock() };
    microseconds as f64 / 1e6
}

#[derive(Clone, Debug)]
pub struct State {
    pub width: usize,
    pub height: usize,
    pub turns: usize,
    /// From 1 to turns.
    pub turn: usize,
    /// All units, by place.
    pub units: Vec<Unit>,
    /// The enemies destroyed.
    pub won: usize,
    /// Your own units lost.
    pub lost: usize,
    /// The index of the unit on each place.
    at: [Option<u16>; PLACES],
    open: [bool; PLACES],
    given: Vec<Order>,
    mine_at_first: usize,
    theirs_at_first: usize,
}

impl State {
    pub fn new(width: usize, height: usize, turns: usize) -> Self {
        State {
            width,
            height,
            turns,
            turn: 0,
            units: Vec::new(),
            won: 0,
            lost: 0,
            at: [None; PLACES],
            open: [false; PLACES],
            given: Vec::new(),
            mine_at_first: 0,
            theirs_at_first: 0,
        }
    }

    /// Your units.
    pub fn mine(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|unit| unit.mine)
    }

    /// The enemy's units.
    pub fn enemies(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().filter(|unit| !unit.mine)
    }

    /// Whether this is a field of the board.
    pub fn inside(&self, place: usize) -> bool {
        (1..=self.width).contains(&column(place)) && (1..=self.height).contains(&row(place))
    }

    /// Whether units can ever stand there.
    pub fn available(&self, place: usize) -> bool {
        self.open[place]
    }

    /// Whether a unit beside it may choose to move there: available, and nobody is there now.
    pub fn empty(&self, place: usize) -> bool {
        self.open[place] && self.at[place].is_none()
    }

    /// The unit that stands there.
    pub fn at(&self, place: usize) -> Option<&Unit> {
        self.at[place].map(|index| &self.units[usize::from(index)])
    }

    /// The places that a unit may choose to move to; its own is not among them.
    pub fn steps(&self, unit: &Unit) -> Vec<usize> {
        neighbours(unit.place).into_iter().filter(|&place| self.empty(place)).collect()
    }

    /// The places at most `radius` away that are on the board; the place itself is one of them.
    pub fn around(&self, place: usize, radius: usize) -> Vec<usize> {
        let span = |middle: usize, last: usize| {
            middle.saturating_sub(radius).max(1)..=(middle + radius).min(last)
        };
        let columns = span(column(place), self.width);
        let rows = span(row(place), self.height);
        columns.flat_map(|x| rows.clone().map(move |y| place_at(x, y))).collect()
    }

    /// The places that a unit may shoot at.
    pub fn targets(&self, unit: &Unit) -> Vec<usize> {
        self.around(unit.place, unit.kind.reach())
    }

    /// Why an order of yours would lose the game; None where it is allowed.
    pub fn refusal(&self, order: &Order) -> Option<&'static str> {
        if order.unit.max(order.shot.unwrap_or(0)).max(order.goal) >= PLACES {
            return Some("no place at all");
        }
        let unit = match self.at(order.unit) {
            Some(unit) if unit.mine => unit,
            _ => return Some("no unit of yours stands there"),
        };
        match order.shot {
            Some(shot) if !self.inside(shot) => return Some("the target is not on the board"),
            Some(shot) if !unit.reaches(shot) => return Some("the target is out of range"),
            _ => {}
        }
        if order.goal == order.unit {
            return None;
        }
        if distance(order.unit, order.goal) > STEP as usize {
            return Some("the field to move to is no neighbour");
        }
        if !self.empty(order.goal) {
            return Some("the field to move to is not empty");
        }
        None
    }

    /// Play one turn of allowed orders of both sides: for looking ahead in a clone.
    pub fn play(&mut self, orders: &[Order]) {
        let mut hits = [0; PLACES];
        let mut chosen = [0; PLACES];
        let mut goals: Vec<usize> = self.units.iter().map(|unit| unit.place).collect();
        for order in orders {
            let index = usize::from(self.at[order.unit].expect("the order is allowed"));
            let kind = self.units[index].kind;
            for hit in order.shot.iter().flat_map(|&shot| self.around(shot, kind.blast())) {
                hits[hit] += kind.power();
            }
            if order.goal != order.unit {
                goals[index] = order.goal;
                chosen[order.goal] += 1;
            }
        }
        let mut after = Vec::new();
        for (unit, goal) in self.units.iter().zip(goals) {
            let hp = unit.hp - hits[unit.place];
            let place = if chosen[goal] <= 1 { goal } else { unit.place };
            if hp > 0 {
                after.push(Unit { place, hp, ..*unit });
            } else if unit.mine {
                self.lost += 1;
            } else {
                self.won += 1;
            }
        }
        self.set(after);
        self.turn += 1;
    }

    /// Steps to the nearest of these places, by place, over available fields as if nobody stood
    /// there; None where there is no way.
    pub fn distances(&self, goals: &[usize]) -> [Option<u32>; PLACES] {
        let mut found = [None; PLACES];
        let mut queue: VecDeque<(usize, u32)> = goals.iter().map(|&goal| (goal, 0)).collect();
        for &goal in goals {
            found[goal] = Some(0);
        }
        while let Some((place, steps)) = queue.pop_front() {
            for near in neighbours(place) {
                if self.open.get(near) == Some(&true) && found[near].is_none() {
                    found[near] = Some(steps + 1);
                    queue.push_back((near, steps + 1));
                }
            }
        }
        found
    }

    /// Whether a larger part of `seconds` than of the turns is over: time to think less.
    pub fn late(&self, seconds: f64) -> bool {
        spent() > GRACE + (seconds - GRACE) * self.turn as f64 / self.turns as f64
    }

    // For the main loop: you need not call these.

    /// Take in the fields of a turn, in whatever order they come.
    pub fn update(&mut self, fields: &[Told]) {
        self.turn += 1;
        let mut now = Vec::new();
        for field in fields {
            let place = place_at(field.x, field.y);
            if self.turn == 1 {
                self.open[place] = field.what != UNAVAILABLE;
            }
            let (kind, mine) = match field.what {
                OWN_TANK => (Kind::Tank, true),
                OWN_CANNON => (Kind::Cannon, true),
                ENEMY_TANK => (Kind::Tank, false),
                ENEMY_CANNON => (Kind::Cannon, false),
                _ => continue,
            };
            now.push(Unit { place, kind, hp: field.hp, mine, number: None });
        }
        let before = self.set(now);
        self.number(&before);
        let (mine, theirs) = (self.mine().count(), self.enemies().count());
        if self.turn == 1 {
            (self.mine_at_first, self.theirs_at_first) = (mine, theirs);
        }
        self.won = self.theirs_at_first - theirs;
        self.lost = self.mine_at_first - mine;
    }

    /// Remember the orders of this turn: they tell next turn's units apart.
    pub fn sent(&mut self, orders: Vec<Order>) {
        self.given = orders;
    }

    /// Exchange the units; those that were there before.
    fn set(&mut self, mut now: Vec<Unit>) -> Vec<Unit> {
        for unit in &self.units {
            self.at[unit.place] = None;
        }
        now.sort_by_key(|unit| unit.place);
        for (index, unit) in now.iter().enumerate() {
            self.at[unit.place] = Some(index as u16);
        }
        std::mem::replace(&mut self.units, now)
    }

    /// Give own units the numbers that they had.  A unit stands where it was or where it wanted to
    /// go.  No other unit can have come to either field: the one was taken, and on the other nobody
    /// arrives whom it did not stop.
    fn number(&mut self, before: &[Unit]) {
        if self.turn == 1 {
            for (index, unit) in self.units.iter_mut().enumerate().filter(|(_, unit)| unit.mine) {
                unit.number = Some(index);
            }
        }
        let mut goals = [0; PLACES];
        for order in &self.given {
            goals[order.unit] = order.goal;
        }
        for old in before.iter().filter(|old| old.mine) {
            for place in [old.place, goals[old.place]] {
                let index = match self.at[place] {
                    Some(index) => usize::from(index),
                    None => continue,
                };
                let unit = &mut self.units[index];
                if unit.mine && unit.number.is_none() {
                    unit.number = old.number;
                    break;
                }
            }
        }
    }
}
