//! The bot's main loop.  You need not change it: your ideas go into strategy.rs.

mod constants;
mod draw;
mod places;
mod protocol;
mod state;
mod strategy;

use places::Order;
use protocol::{Connection, Error};
use state::{spent, State};
use strategy::Strategy;

/// The orders that the rules allow: any other one would lose the game.
fn legal(state: &State, orders: Vec<Order>) -> Vec<Order> {
    let mut kept: Vec<Order> = Vec::new();
    for order in orders {
        let refusal = match state.refusal(&order) {
            None if kept.iter().any(|other| other.unit == order.unit) => {
                Some("the unit has an order already")
            }
            refusal => refusal,
        };
        match refusal {
            None => kept.push(order),
            Some(why) => eprintln!("turn {}: {} refused: {}", state.turn, order, why),
        }
    }
    kept
}

fn play() -> Result<(), Error> {
    let mut connection = Connection::new();
    let mut state = connection.read_start()?;
    let mut strategy = None;
    while state.turn < state.turns {
        state.update(connection.read_state()?);
        let strategy = strategy.get_or_insert_with(|| Strategy::new(&state));
        let orders = legal(&state, strategy.choose(&state));
        connection.send(&orders)?;
        state.sent(orders);
    }
    eprintln!("before the last turn: {} : {}, {:.2} s", state.won, state.lost, spent());
    Ok(())
}

fn main() {
    if let Err(error) = play() {
        eprintln!("{error}");
        if error != Error::Hangup {
            std::process::exit(1);
        }
    }
}
