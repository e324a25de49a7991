//! Your bot.  Change `choose`; it is called once for every turn.
//!
//! This sample walks to the nearest enemy and shoots where it hits most.

use crate::places::{Order, Unit, PLACES};
use crate::state::{State, PRUDENT};

/// Keep here what you want to remember between turns.
pub struct Strategy;

impl Strategy {
    /// `_state` is that of the first turn.
    pub fn new(_state: &State) -> Self {
        Strategy
    }

    /// Orders for your units; those without one stay and do not shoot.
    pub fn choose(&mut self, state: &State) -> Vec<Order> {
        if state.late(PRUDENT) {
            return Vec::new();
        }
        let enemies: Vec<usize> = state.enemies().map(|enemy| enemy.place).collect();
        let ways = state.distances(&enemies);
        let order = |unit: &Unit| Order {
            unit: unit.place,
            shot: shot(state, unit),
            goal: step(state, unit, &ways),
        };
        state.mine().map(order).collect()
    }
}

/// The target with the most enemies and none of your units in its blast.
fn shot(state: &State, unit: &Unit) -> Option<usize> {
    let (mut best, mut best_worth) = (None, 0);
    for target in state.targets(unit) {
        let hits = state.around(target, unit.kind.blast());
        let struck = hits.into_iter().filter_map(|hit| state.at(hit));
        let worth = struck.map(|other| if other.mine { -9 } else { 1 }).sum();
        if worth > best_worth {
            (best, best_worth) = (Some(target), worth);
        }
    }
    best
}

/// One field nearer to the enemy, unless it is within range already.
fn step(state: &State, unit: &Unit, ways: &[Option<u32>; PLACES]) -> usize {
    if state.enemies().any(|enemy| unit.reaches(enemy.place)) {
        return unit.place;
    }
    let mut best = unit.place;
    for near in state.steps(unit) {
        if ways[near].is_some() && ways[near] < ways[best] {
            best = near;
        }
    }
    best
}
