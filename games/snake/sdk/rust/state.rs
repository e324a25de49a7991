//! The rules of snake: build a State, feed it every operation, ask it anything.
//!
//! The referee echoes bare operation codes, so a bot has to know the rules to know whose snake
//! moved.  State does that exactly.  A search clones it:
//!
//!     let mut next = state.clone();
//!     next.apply(op);
#![allow(dead_code)]

use std::collections::VecDeque;
use std::sync::Arc;

use crate::cells::{enclosed, step, Op, CELLS};
use crate::constants::{
    AUTO_GROWTH_ROUNDS, AUTO_GROWTH_SNAKES, ITEM_LIFETIME, MAX_SNAKES, START_CELLS,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemType {
    Length,
    Ray,
}

/// An item lies on the map in rounds time .. time + 15.  Its id is its index in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    pub cell: usize,
    pub time: i32,
    pub kind: ItemType,
    /// Of a length, what it adds to the bank; of a ray, without meaning.
    pub param: i32,
}

/// The effects of a move (see `State::foresee`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Illegal,
    Dies,
    Solidifies,
    Moves,
}

#[derive(Clone, Debug)]
pub struct Snake {
    pub id: u32,
    pub owner: usize,
    /// Growth still to come.
    pub bank: i32,
    /// The id of the ray item that it holds.
    pub ray: Option<u16>,
    /// Its cells, head first.
    pub body: Vec<usize>,
}

impl Snake {
    pub fn head(&self) -> usize {
        self.body[0]
    }

    pub fn tail(&self) -> usize {
        self.body[self.body.len() - 1]
    }

    /// The direction in which a snake of two or more cells looks: that of its ray.
    pub fn heading(&self) -> Op {
        let ahead = |&op: &Op| step(self.body[1], op) == Some(self.head());
        Op::MOVES.into_iter().find(ahead).expect("the cells of a body are neighbours")
    }
}

/// One half, from its first operation to its end.
#[derive(Clone, Debug)]
pub struct State {
    /// The items of the half, ordered by time; all clones share them.
    pub items: Arc<[Item]>,
    /// The last round.
    pub rounds: i32,
    /// The round in play.
    pub round: i32,
    /// The player whose turn it is.
    pub player: usize,
    pub over: bool,
    /// The id of the next split's new snake.
    pub next_id: u32,
    /// The live snakes of each player, in the order in which they act.
    pub sides: [Vec<Snake>; 2],
    /// The owner of the wall on each cell.
    pub walls: [Option<u8>; CELLS],
    /// The id of the snake on each cell.
    pub occupant: [Option<u32>; CELLS],
    /// The id of the item that lies on each cell.
    pub item_at: [Option<u16>; CELLS],
    /// The ids of the snakes that still act in this turn, the next one first.
    queue: VecDeque<u32>,
    /// Items before these indices are done with.
    expired: usize,
    appeared: usize,
}

impl State {
    pub fn new(items: Vec<Item>, rounds: i32) -> Self {
        let mut state = State {
            items: items.into(),
            rounds,
            round: 0,
            player: 0,
            over: false,
            next_id: 0,
            sides: [Vec::new(), Vec::new()],
            walls: [None; CELLS],
            occupant: [None; CELLS],
            item_at: [None; CELLS],
            queue: VecDeque::new(),
            expired: 0,
            appeared: 0,
        };
        for (owner, cell) in START_CELLS.into_iter().enumerate() {
            let (id, body) = (state.next_id, vec![cell as usize]);
            state.occupant[body[0]] = Some(id);
            state.sides[owner].push(Snake { id, owner, bank: 0, ray: None, body });
            state.next_id += 1;
        }
        state.begin_round();
        state
    }

    // Questions.

    /// The snake with this id; None where it does not live.
    pub fn find(&self, id: u32) -> Option<&Snake> {
        self.sides.iter().flatten().find(|snake| snake.id == id)
    }

    /// The snake whose operation comes next.  Only to be asked while the half runs.
    pub fn acting(&self) -> &Snake {
        let next = self.queue.front().and_then(|&id| self.find(id));
        next.expect("the half is over: nobody acts")
    }

    /// Cells of the player's live snakes and walls.
    pub fn score(&self, owner: usize) -> usize {
        let walls = self.walls.iter().filter(|&&wall| wall == Some(owner as u8)).count();
        walls + self.sides[owner].iter().map(|snake| snake.body.len()).sum::<usize>()
    }

    /// Whether there is neither a wall nor a snake.
    pub fn free(&self, cell: usize) -> bool {
        self.walls[cell].is_none() && self.occupant[cell].is_none()
    }

    /// Whether the snake's next move keeps its tail.
    pub fn grows(&self, snake: &Snake) -> bool {
        snake.bank > 0 || self.auto_growth(snake.id)
    }

    /// The effect of this move of a snake, made now.
    pub fn foresee(&self, snake: &Snake, op: Op) -> Effect {
        let target = match step(snake.head(), op) {
            Some(target) if self.walls[target].is_none() => target,
            _ => return Effect::Dies,
        };
        let (length, growing) = (snake.body.len(), self.grows(snake));
        if length >= 2 && target == snake.body[1] && (length >= 3 || growing) {
            return Effect::Illegal;
        }
        match self.occupant[target] {
            None => Effect::Moves,
            Some(_) if target == snake.tail() && !growing => Effect::Moves,
            Some(id) if id == snake.id => Effect::Solidifies,
            Some(_) => Effect::Dies,
        }
    }

    /// Whether the acting snake may do this.  Moves that only kill it are legal.
    pub fn legal(&self, op: Op) -> bool {
        let snake = self.acting();
        let long = snake.body.len() >= 2;
        match op {
            Op::Split => long && self.sides[snake.owner].len() < MAX_SNAKES as usize,
            Op::Ray => long && snake.ray.is_some(),
            _ => self.foresee(snake, op) != Effect::Illegal,
        }
    }

    /// The cells that would become wall where `foresee` says that the move solidifies.
    pub fn solid_area(&self, snake: &Snake, op: Op) -> Vec<usize> {
        let target = step(snake.head(), op);
        let hit = snake.body.iter().position(|&cell| Some(cell) == target);
        enclosed(&snake.body[..=hit.expect("the move closes no loop")])
    }

    // Changes.

    /// The acting snake's operation, and on to whoever acts next.
    pub fn apply(&mut self, op: Op) {
        self.act(op);
        self.advance();
    }

    /// First half of `apply`: the operation alone.
    pub fn act(&mut self, op: Op) {
        assert!(self.legal(op), "illegal operation {op:?}");
        let id = self.queue.pop_front().expect("a snake acts");
        let owner = self.player;
        let index = self.sides[owner].iter().position(|snake| snake.id == id);
        let index = index.expect("the acting snake lives");
        match op {
            Op::Split => self.split(owner, index),
            Op::Ray => self.fire(owner, index),
            _ => self.shift(owner, index, op),
        }
    }

    /// Second half of `apply`: skips sisters that were walled in, passes the turn, begins the round.
    pub fn advance(&mut self) {
        let alive = |id: &u32| self.sides.iter().flatten().any(|snake| snake.id == *id);
        self.queue.retain(alive);
        while self.queue.is_empty() && !self.over {
            if self.sides.iter().all(Vec::is_empty) {
                self.over = true;
            } else if self.player == 0 {
                self.begin_turn(1);
            } else if self.round == self.rounds {
                self.over = true;
            } else {
                self.begin_round();
            }
        }
    }

    /// Whether `act` was the last operation of the round: `advance` then begins the next one.
    pub fn round_done(&self) -> bool {
        let waiting = self.queue.iter().any(|&id| self.find(id).is_some());
        !waiting && (self.player == 1 || self.sides[1].is_empty())
    }

    fn auto_growth(&self, id: u32) -> bool {
        id < AUTO_GROWTH_SNAKES as u32 && self.round <= AUTO_GROWTH_ROUNDS
    }

    fn begin_turn(&mut self, owner: usize) {
        // A snapshot: snakes born in this turn act from the next round on.
        self.player = owner;
        self.queue.extend(self.sides[owner].iter().map(|snake| snake.id));
    }

    fn begin_round(&mut self) {
        self.round += 1;
        let items = Arc::clone(&self.items);
        while self.expired < items.len() && items[self.expired].time + ITEM_LIFETIME <= self.round {
            let here = &mut self.item_at[items[self.expired].cell];
            if *here == Some(self.expired as u16) {
                *here = None;
            }
            self.expired += 1;
        }
        while self.appeared < items.len() && items[self.appeared].time <= self.round {
            let (cell, id) = (items[self.appeared].cell, self.appeared as u16);
            match self.occupant[cell] {
                Some(snake) => self.eat(snake, id),
                None => self.item_at[cell] = Some(id),
            }
            self.appeared += 1;
        }
        self.begin_turn(0);
    }

    fn eat(&mut self, snake: u32, id: u16) {
        let item = self.items[usize::from(id)];
        for eater in self.sides.iter_mut().flatten().filter(|eater| eater.id == snake) {
            match item.kind {
                ItemType::Length => eater.bank += item.param,
                ItemType::Ray => eater.ray = Some(id),
            }
        }
    }

    fn shift(&mut self, owner: usize, index: usize, op: Op) {
        let effect = self.foresee(&self.sides[owner][index], op);
        let target = match step(self.sides[owner][index].head(), op) {
            Some(target) if effect != Effect::Dies => target,
            _ => return self.remove(owner, index),
        };
        let free_growth = self.auto_growth(self.sides[owner][index].id);
        let snake = &mut self.sides[owner][index];
        match snake.bank {
            _ if free_growth => {} // the bank stays for later
            0 => {
                self.occupant[snake.tail()] = None;
                snake.body.pop();
            }
            _ => snake.bank -= 1,
        }
        snake.body.insert(0, target);
        if effect == Effect::Solidifies {
            return self.solidify(owner, index);
        }
        let id = snake.id;
        self.occupant[target] = Some(id);
        if let Some(item) = self.item_at[target].take() {
            self.eat(id, item);
        }
    }

    /// The head already lies on the cell of its body that it hit.
    fn solidify(&mut self, owner: usize, index: usize) {
        let body = &self.sides[owner][index].body;
        let rest = body[1..].iter().position(|&cell| cell == body[0]);
        let area = enclosed(&body[..=rest.expect("the head lies on its own body")]);
        self.remove(owner, index);
        // A snake cannot cross the loop, so its head tells for all of it.
        for side in 0..2 {
            for index in (0..self.sides[side].len()).rev() {
                if area.contains(&self.sides[side][index].head()) {
                    self.remove(side, index);
                }
            }
        }
        for cell in area {
            self.walls[cell] = Some(owner as u8);
        }
    }

    fn remove(&mut self, owner: usize, index: usize) {
        for cell in self.sides[owner].remove(index).body {
            self.occupant[cell] = None;
        }
    }

    fn fire(&mut self, owner: usize, index: usize) {
        let snake = &mut self.sides[owner][index];
        snake.ray = None;
        let direction = snake.heading();
        let mut cell = step(snake.head(), direction);
        while let Some(here) = cell {
            self.walls[here] = None;
            cell = step(here, direction);
        }
    }

    fn split(&mut self, owner: usize, index: usize) {
        let parent = &mut self.sides[owner][index];
        let mut body = parent.body.split_off((parent.body.len() + 1) / 2);
        body.reverse();
        let bank = std::mem::take(&mut parent.bank);
        let child = Snake { id: self.next_id, owner, bank, ray: None, body };
        self.next_id += 1;
        for &cell in &child.body {
            self.occupant[cell] = Some(child.id);
        }
        self.sides[owner].insert(index + 1, child);
    }
}
