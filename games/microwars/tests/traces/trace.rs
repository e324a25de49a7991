//! Follows a game as the Rust kit does, for test_kits.py.  Reads what a program reads, and after
//! each state orders: how many of our own come first, how many of both sides, then these, then
//! orders to be judged.  Prints a line for each state: the score, the units, the units after the
//! turn, the judgements.

mod constants;
mod places;
mod protocol;
mod state;

use places::{column, place_at, row, Order, Unit};
use protocol::{Connection, Error};

fn read_orders(connection: &mut Connection, count: usize) -> Result<Vec<Order>, Error> {
    let mut place = || -> Result<usize, Error> {
        Ok(place_at(connection.number()?, connection.number()?))
    };
    let mut orders = Vec::new();
    for _ in 0..count {
        let (unit, shot, goal) = (place()?, place()?, place()?);
        orders.push(Order { unit, shot: Some(shot).filter(|&shot| shot != 0), goal });
    }
    Ok(orders)
}

fn text(units: &[Unit]) -> String {
    let one = |unit: &Unit| {
        let number = unit.number.map_or(-1, |number| number as i32);
        let (x, y, mine) = (column(unit.place), row(unit.place), i32::from(unit.mine));
        format!("{x},{y},{},{},{mine},{number};", unit.kind as i32, unit.hp)
    };
    units.iter().map(one).collect()
}

fn main() -> Result<(), Error> {
    let mut connection = Connection::new();
    let mut state = connection.read_start()?;
    while state.turn < state.turns {
        state.update(connection.read_state()?);
        let (own, all) = (connection.number()?, connection.number()?);
        let odd = connection.number()?;
        let mut orders = read_orders(&mut connection, all)?;
        let mut next = state.clone();
        next.play(&orders);
        let judge = |order: &Order| if state.refusal(order).is_none() { '1' } else { '0' };
        let judged: String = read_orders(&mut connection, odd)?.iter().map(judge).collect();
        let (won, lost) = (state.won, state.lost);
        println!("{won} {lost} {} {} {judged}", text(&state.units), text(&next.units));
        orders.truncate(own);
        state.sent(orders);
    }
    Ok(())
}
