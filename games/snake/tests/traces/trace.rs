//! Plays halves with the Rust kit's rules and prints what they come to, for test_kits.py.
//!
//! Standard input, for each half: rounds, number of items, (x y time type param) of each, number
//! of ops, the ops.  Standard output: the state as a line after each finished round, "illegal"
//! where an op is refused, and "end <over> <score 0> <score 1>".

mod cells;
mod constants;
mod state;

use std::io::Read;

use cells::{cell_at, column, row, Op};
use constants::RAY_ITEM;
use state::{Item, ItemType, Snake, State};

fn snake_text(snake: &Snake) -> String {
    let cells: Vec<_> = snake.body.iter().map(|&c| format!(":{}.{}", column(c), row(c))).collect();
    let ray = snake.ray.map_or(-1, i32::from);
    format!("{},{},{},{}{};", snake.id, snake.owner, snake.bank, ray, cells.concat())
}

fn state_text(state: &State) -> String {
    let snakes: String = state.sides.iter().flatten().map(snake_text).collect();
    let wall = |owner: &Option<u8>| owner.map_or(".".to_string(), |owner| owner.to_string());
    let walls: String = state.walls.iter().map(wall).collect();
    let mut ids: Vec<u16> = state.item_at.iter().flatten().copied().collect();
    ids.sort_unstable();
    let items: Vec<String> = ids.iter().map(u16::to_string).collect();
    format!("{}|{}|{}|{}", snakes, walls, items.join(","), state.next_id)
}

fn play(mut state: State, ops: &[Op]) {
    for &op in ops {
        if !state.legal(op) {
            println!("illegal");
            break;
        }
        state = state.clone();
        state.act(op);
        if state.sides.iter().any(|side| !side.is_empty()) && state.round_done() {
            println!("{}", state_text(&state));
        }
        state.advance();
    }
    println!("end {} {} {}", i32::from(state.over), state.score(0), state.score(1));
}

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut numbers = text.split_whitespace().map(|word| word.parse::<i32>().unwrap());
    while let Some(rounds) = numbers.next() {
        let mut next = || numbers.next().unwrap();
        let mut items = Vec::new();
        for _ in 0..next() {
            let cell = cell_at(next() as usize, next() as usize);
            let time = next();
            let kind = if next() == RAY_ITEM { ItemType::Ray } else { ItemType::Length };
            items.push(Item { cell, time, kind, param: next() });
        }
        let ops: Vec<Op> = (0..next()).map(|_| Op::from_code(next() as u8).unwrap()).collect();
        play(State::new(items, rounds), &ops);
    }
}
