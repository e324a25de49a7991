//! Talks to the referee and calls your AI.  You need not change it: write your code in ai.rs.

mod ai;
mod constants;
mod definition;
mod draw;
mod json;
mod protocol;

use protocol::{Failure, Message, Referee};

fn play() -> Result<(), Failure> {
    let mut referee = Referee::start()?;
    let map = referee.map();
    loop {
        match referee.read()? {
            Message::Bid { money } => referee.bid(ai::birthplace_price(&map), money)?,
            Message::Spawn { chosen } => referee.spawn(ai::birthplace(&chosen, &map))?,
            Message::Round(mut info) => {
                ai::player_ai(&mut info);
                referee.answer(&info)?;
            }
            Message::End { rank, words } => {
                eprintln!("the end: rank {}, {}", rank, words);
                return Ok(());
            }
        }
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
