//! Follows games with the Rust kit and prints what it knows, for test_kits.py.
//!
//! Input and output are those of trace.cpp.

mod constants;
mod json;
mod protocol;
mod state;

use std::io::BufRead;

use protocol::{Message, Order};
use state::State;

fn list<T: ToString>(values: &[T]) -> String {
    values.iter().map(|value| value.to_string() + ",").collect()
}

fn show(state: &State) {
    let sights = (0..state.size).map(|place| state.sight(place));
    let seen: String = sights.map(|s| format!("{}:{}:{},", s.owner, s.kind, s.half)).collect();
    let (owners, kinds, units) = (list(&state.owners), list(&state.kinds), list(&state.units));
    println!("{} {} {} {} {}", owners, kinds, units, seen, state.queue.len());
}

fn answer(state: &mut State, line: &str) {
    for operation in json::parse(line).unwrap().list() {
        match operation.list()[0].text() {
            Some("move") => state.queue.push_back(Order { x: 0, y: 0, letter: 'U', half: false }),
            Some("clear") => state.queue.clear(),
            _ => drop(state.queue.pop_back()),
        }
    }
}

fn main() {
    let mut game = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        if line.starts_with('[') {
            answer(game.as_mut().unwrap(), &line);
            continue;
        }
        match protocol::parse(&line).unwrap() {
            Message::Start(start) => game = Some(State::new(*start)),
            Message::Turn(turn) => game.as_mut().unwrap().update(turn),
            Message::End(_) => continue,
        }
        show(game.as_ref().unwrap());
    }
}
