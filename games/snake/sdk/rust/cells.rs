//! The geometry of the board, and the operations.
//!
//! Cells are numbers 0..256: cell = y * 16 + x, x to the right, y upwards, cell 0 bottom-left.
#![allow(dead_code)]

use crate::constants;

pub const SIZE: usize = constants::SIZE as usize;
pub const CELLS: usize = constants::CELLS as usize;

/// One operation of one snake; the values are the codes on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Op {
    Right = constants::RIGHT as u8,
    Up = constants::UP as u8,
    Left = constants::LEFT as u8,
    Down = constants::DOWN as u8,
    Ray = constants::RAY as u8,
    Split = constants::SPLIT as u8,
}

impl Op {
    pub const MOVES: [Op; 4] = [Op::Right, Op::Up, Op::Left, Op::Down];
    pub const ALL: [Op; 6] = [Op::Right, Op::Up, Op::Left, Op::Down, Op::Ray, Op::Split];

    /// The operation with this code on the wire.
    pub fn from_code(code: u8) -> Option<Op> {
        Op::ALL.into_iter().find(|&op| op as u8 == code)
    }
}

pub fn cell_at(x: usize, y: usize) -> usize {
    y * SIZE + x
}

pub fn column(cell: usize) -> usize {
    cell % SIZE
}

pub fn row(cell: usize) -> usize {
    cell / SIZE
}

/// (x, y) of a cell, as the calls of `draw` take it.
pub fn position(cell: usize) -> [f64; 2] {
    [column(cell) as f64, row(cell) as f64]
}

/// The cell next to `cell` in the direction of a move, or None beyond the edge.
pub fn step(cell: usize, op: Op) -> Option<usize> {
    match op {
        Op::Right if column(cell) < SIZE - 1 => Some(cell + 1),
        Op::Up if row(cell) < SIZE - 1 => Some(cell + SIZE),
        Op::Left if column(cell) > 0 => Some(cell - 1),
        Op::Down if row(cell) > 0 => Some(cell - SIZE),
        _ => None,
    }
}

/// Steps from one cell to every cell, never through blocked ones; None where it cannot get.
pub fn distances(source: usize, blocked: impl Fn(usize) -> bool) -> [Option<usize>; CELLS] {
    let mut steps = [None; CELLS];
    steps[source] = Some(0);
    let mut border = vec![source];
    for distance in 1.. {
        let mut next = Vec::new();
        for target in border.iter().flat_map(|&cell| Op::MOVES.map(|op| step(cell, op))).flatten() {
            if steps[target].is_none() && !blocked(target) {
                steps[target] = Some(distance);
                next.push(target);
            }
        }
        if next.is_empty() {
            break;
        }
        border = next;
    }
    steps
}

/// The cells of a closed loop and all cells inside of the curve.
///
/// A cell is inside when a line from it to the left edge crosses the curve an odd number of times.
/// (Flooding from the outside would also fill the pocket of a C-shaped loop, which stays open.)
pub fn enclosed(body: &[usize]) -> Vec<usize> {
    let mut curve = [false; CELLS];
    let mut crossings = [false; CELLS]; // cells with an edge of the curve to the cell above
    for (&here, &there) in body.iter().zip(body.iter().cycle().skip(1)) {
        curve[here] = true;
        if here.abs_diff(there) == SIZE {
            crossings[here.min(there)] = true;
        }
    }
    let mut area = Vec::new();
    for y in 0..SIZE {
        let mut inside = false;
        for cell in cell_at(0, y)..cell_at(0, y + 1) {
            if inside || curve[cell] {
                area.push(cell);
            }
            inside ^= crossings[cell];
        }
    }
    area
}
