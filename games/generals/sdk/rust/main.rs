//! The bot's main loop.  You need not change it: your ideas go into strategy.rs.

mod constants;
mod draw;
mod json;
mod protocol;
mod state;
mod strategy;

use protocol::{Connection, Failure, Message};
use state::{Operations, State};
use strategy::Strategy;

fn play() -> Result<(), Failure> {
    let mut connection = Connection::new();
    let mut state = match connection.read()? {
        Message::Start(start) => State::new(*start),
        _ => return Err(Failure::Protocol("the first line is the start".to_string())),
    };
    let mut strategy = Strategy::new(&state);
    loop {
        let turn = match connection.read()? {
            Message::Turn(turn) => turn,
            Message::End(end) => {
                eprintln!("the end: rank {}, {}", end.rank, end.words);
                return Ok(());
            }
            Message::Start(_) => return Err(Failure::Protocol("the game starts once".to_string())),
        };
        if let Some((order, reason)) = &turn.dropped {
            let (x, y, letter) = (order.x, order.y, order.letter);
            eprintln!("half-turn {}: {} {} {}: {}", turn.half - 1, x, y, letter, reason);
        }
        state.update(turn);
        let mut operations = Operations::new(&mut state);
        strategy.choose(&mut operations);
        connection.send(&operations.lines)?;
    }
}

fn main() {
    match play() {
        Ok(()) => {}
        Err(Failure::Hangup) => eprintln!("the referee has gone"),
        Err(Failure::Protocol(why)) => {
            eprintln!("Error: {}", why);
            std::process::exit(1);
        }
    }
}
