//! Your bot.  Change `Strategy::choose`; it is called once for every half-turn.
//!
//! This sample takes the tiles that cost least.  When there are none, it leads its largest army to
//! the nearest enemy that it knows.

use crate::constants::{CAPITAL, CITY, NEUTRAL, SWAMP};
use crate::state::{Operations, State};

/// Units that make an army worth leading against an enemy.
const MARCH: i64 = 8;
/// Orders of one march; then it looks around again.
const LONGEST: usize = 12;

/// Keeps what you want to remember between half-turns.
pub struct Strategy;

impl Strategy {
    pub fn new(_state: &State) -> Self {
        Strategy
    }

    /// Plans when no order waits; the game plays one order per half-turn.
    pub fn choose(&mut self, operations: &mut Operations) {
        if !operations.state.queue.is_empty() {
            return;
        }
        if let Some((source, target)) = cheapest_step(operations.state) {
            operations.order(source, target, false);
            return;
        }
        let path = march(operations.state);
        operations.walk(&path[..path.len().min(LONGEST + 1)]);
    }
}

/// The move that takes the most worth per unit: capitals above all, then cities, then enemies.
fn cheapest_step(state: &State) -> Option<(usize, usize)> {
    let (mut best, mut step) = (0.0, None);
    for source in state.frontier() {
        for &target in state.neighbours(source) {
            if !state.open(target) || state.friendly(state.owners[target]) {
                continue;
            }
            let cost = state.cost(target);
            if state.units[source] > cost {
                let value = worth(state, target) / (cost + 2) as f64;
                if value > best {
                    best = value;
                    step = Some((source, target));
                }
            }
        }
    }
    step
}

fn worth(state: &State, target: usize) -> f64 {
    let owned = if state.owners[target] == NEUTRAL as usize { 1.0 } else { 2.0 };
    match state.kinds[target] {
        SWAMP => 0.0,
        CAPITAL => 1000.0,
        CITY => 10.0 * owned,
        _ => owned,
    }
}

/// The path of the largest army to an enemy, or else to any tile that is not ours.
fn march(state: &State) -> Vec<usize> {
    let armies = state.armies();
    if armies.is_empty() {
        return Vec::new();
    }
    let source = armies[0];
    let army = state.units[source];
    if army >= MARCH {
        let path = state.path(source, |place| {
            let seen = state.sight(place);
            state.enemy(seen.owner) && seen.units < army
        });
        if !path.is_empty() {
            return path;
        }
    }
    state.path(source, |place| {
        let ours = state.friendly(state.owners[place]);
        !ours && state.kinds[place] != SWAMP && state.cost(place) < army
    })
}
