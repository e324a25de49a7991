//! The bot's main loop.  You need not change it: your ideas go into strategy.rs.

mod cells;
mod constants;
mod draw;
mod protocol;
mod state;
mod strategy;

use cells::Op;
use protocol::{Connection, Error, Message};
use state::{Effect, State};
use strategy::Strategy;

/// `op`, or something harmless where the rules forbid it: that would lose the half.
fn legal(state: &State, op: Op) -> Op {
    if state.legal(op) {
        return op;
    }
    eprintln!("round {}: illegal operation {:?} replaced", state.round, op);
    let safe = |&&op: &&Op| state.foresee(state.acting(), op) == Effect::Moves;
    let other = || Op::ALL.iter().find(|&&op| state.legal(op));
    *Op::MOVES.iter().find(safe).or_else(other).expect("one operation is always legal")
}

fn play() -> Result<(), Error> {
    let mut connection = Connection::new();
    let start = connection.read_start()?;
    let mut state = State::new(start.items, start.rounds);
    let mut strategy = Strategy::new(start.player);
    loop {
        if !state.over && state.player == start.player {
            connection.send(legal(&state, strategy.choose(&state)))?;
        }
        match connection.read_message()? {
            Message::Op(op) => state.apply(op),
            Message::End(end) => {
                eprintln!("the end: {} : {}", end.scores[0], end.scores[1]);
                return Ok(());
            }
        }
    }
}

fn main() {
    if let Err(error) = play() {
        eprintln!("{error}");
        if error != Error::Hangup {
            std::process::exit(1);
        }
    }
}
