//! Your bot.  Change `choose`; it is called once for every operation of one of your snakes.
//!
//! This sample walks to the nearest item that it can reach and prefers moves that leave it room.

use crate::cells::{distances, step, Op};
use crate::constants::{CELLS, MAX_SNAKES};
use crate::state::{Effect, Snake, State};

const SPLIT_LENGTH: usize = 12;

/// Keep here what you want to remember between calls.
pub struct Strategy {
    player: usize,
}

impl Strategy {
    /// `player` is your number, 0 or 1.
    pub fn new(player: usize) -> Self {
        Self { player }
    }

    /// The operation of `state.acting()`, which is yours.
    pub fn choose(&mut self, state: &State) -> Op {
        let snake = state.acting();
        let more = state.sides[self.player].len() < MAX_SNAKES as usize;
        if snake.body.len() >= SPLIT_LENGTH && more {
            return Op::Split;
        }
        let (mut best, mut best_worth) = (Op::Split, f64::NEG_INFINITY);
        for op in Op::MOVES {
            let value = worth(state, snake, op);
            if value > best_worth && state.legal(op) {
                (best, best_worth) = (op, value);
            }
        }
        if best_worth < 0.0 && state.legal(Op::Split) {
            return Op::Split;
        }
        best
    }
}

/// How good a move is: room for the body first, then the way to the next item.
fn worth(state: &State, snake: &Snake, op: Op) -> f64 {
    let target = match (state.foresee(snake, op), step(snake.head(), op)) {
        // Boxed in, a loop still saves its cells as wall.
        (Effect::Solidifies, _) => {
            return state.solid_area(snake, op).len() as f64 / f64::from(CELLS);
        }
        (Effect::Moves, Some(target)) => target,
        _ => return -1.0,
    };
    let steps = distances(target, |cell| !state.free(cell));
    let room = steps.iter().flatten().count();
    let items = steps.iter().zip(&state.item_at).filter(|(_, item)| item.is_some());
    let nearest = items.filter_map(|(steps, _)| *steps).min().unwrap_or(100);
    1.0 + room.min(snake.body.len() + 8) as f64 - nearest as f64 / 100.0
}
