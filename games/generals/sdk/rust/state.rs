//! Your team's view and memory of the game, updated from the referee's lines.
//!
//! A place is a number, `x * width + y` with row x and column y from 0.  `owners`, `kinds` and
//! `units` are your team's view, exactly as the referee has it: out of view a tile is 0, 0, 0.
//! `sight` also remembers tiles seen earlier.
#![allow(dead_code)]

use std::collections::{BTreeSet, VecDeque};

use crate::constants::*;
use crate::protocol::{Modifiers, Order, Start, TeamRank, Turn};

/// The half-turn in which a tile was seen that was never in view.
pub const NEVER: i32 = -1;
/// The distance of what cannot be reached.
pub const FAR: usize = usize::MAX;
/// The owner of tiles that nobody owns.
const NOBODY: usize = NEUTRAL as usize;
const NOWHERE: usize = usize::MAX;

/// A tile as it was last seen, before half-turn `half`.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    pub owner: usize,
    pub kind: i32,
    pub units: i64,
    pub half: i32,
}

const UNSEEN: Sight = Sight { owner: NOBODY, kind: HIDDEN, units: 0, half: NEVER };

/// The game as your team knows it.
pub struct State {
    pub player: usize,
    pub players: usize,
    pub width: usize,
    pub height: usize,
    pub halfturns: i32,
    /// Yours.
    pub team: i32,
    /// `width * height`
    pub size: usize,
    /// `teams[p - 1]` is the team of player p.
    pub teams: Vec<i32>,
    pub names: Vec<String>,
    pub modifiers: Modifiers,
    /// The half-turn that is played with your next answer.
    pub half: i32,
    pub echo: Vec<i32>,
    pub owners: Vec<usize>,
    pub kinds: Vec<i32>,
    pub units: Vec<i64>,
    /// Your capital's place; None only where your team does not see it.
    pub capital: Option<usize>,
    /// Your orders that wait, in the order in which they are played.
    pub queue: VecDeque<Order>,
    /// By team, empty under Silent War.
    pub ranking: Vec<TeamRank>,
    pub messages: Vec<String>,
    /// The players who are out.
    pub beaten: BTreeSet<usize>,
    memory: Vec<Sight>,
    neighbours: Vec<Vec<usize>>,
}

impl State {
    pub fn new(start: Start) -> Self {
        let size = start.width * start.height;
        let around = |place| around(place, start.width, start.height);
        let mut state = State {
            player: start.player,
            players: start.players,
            width: start.width,
            height: start.height,
            halfturns: start.halfturns,
            team: start.teams[start.player - 1],
            size,
            neighbours: (0..size).map(around).collect(),
            teams: start.teams,
            names: start.names,
            modifiers: start.modifiers,
            half: 0,
            echo: start.echo,
            owners: vec![NOBODY; size],
            kinds: vec![HIDDEN; size],
            units: vec![0; size],
            capital: None,
            queue: VecDeque::new(),
            ranking: Vec::new(),
            messages: Vec::new(),
            beaten: BTreeSet::new(),
            memory: vec![UNSEEN; size],
        };
        for place in 0..size {
            state.put(place, start.owners[place], start.kinds[place], start.units[place]);
        }
        state
    }

    // The board.

    pub fn place(&self, x: usize, y: usize) -> usize {
        x * self.width + y
    }
    pub fn row(&self, place: usize) -> usize {
        place / self.width
    }
    pub fn column(&self, place: usize) -> usize {
        place % self.width
    }
    /// The two to four places next to another one.
    pub fn neighbours(&self, place: usize) -> &[usize] {
        &self.neighbours[place]
    }
    /// Whether the owner is you or a player of your team.
    pub fn friendly(&self, owner: usize) -> bool {
        owner != NOBODY && self.teams[owner - 1] == self.team
    }
    pub fn enemy(&self, owner: usize) -> bool {
        owner != NOBODY && self.teams[owner - 1] != self.team
    }
    pub fn visible(&self, place: usize) -> bool {
        self.kinds[place] != HIDDEN
    }
    /// The tile as it is, or as it was last seen.
    pub fn sight(&self, place: usize) -> Sight {
        if !self.visible(place) {
            return self.memory[place];
        }
        let (owner, kind, units) = (self.owners[place], self.kinds[place], self.units[place]);
        Sight { owner, kind, units, half: self.half }
    }
    /// Whether an army might walk there: blanks, swamps, capitals, and cities that were seen.
    pub fn open(&self, place: usize) -> bool {
        let known = self.kinds[place] == CITY || self.memory[place].kind == CITY;
        known || self.echo[place] != MAYBE_MOUNTAIN
    }
    /// The units that must arrive to take the tile, as last seen; 0 for your team's tiles.
    pub fn cost(&self, place: usize) -> i64 {
        let seen = self.sight(place);
        if self.friendly(seen.owner) {
            0
        } else {
            seen.units.max(0) + 1
        }
    }
    /// Your places.
    pub fn own(&self) -> Vec<usize> {
        (0..self.size).filter(|&place| self.owners[place] == self.player).collect()
    }
    /// Those from which units can move, the largest army first.
    pub fn armies(&self) -> Vec<usize> {
        let mut found = self.own();
        found.retain(|&place| self.units[place] > 1);
        found.sort_by_key(|&place| std::cmp::Reverse(self.units[place]));
        found
    }
    /// Those next to open tiles that your team does not own.
    pub fn frontier(&self) -> Vec<usize> {
        let beyond = |&near: &usize| self.open(near) && !self.friendly(self.owners[near]);
        let mut found = self.own();
        found.retain(|&place| self.neighbours[place].iter().any(beyond));
        found
    }

    // Distances and paths.

    /// Steps over open tiles from the nearest source to every place, FAR where there is no way.
    pub fn distances(&self, sources: &[usize]) -> Vec<usize> {
        let mut steps = vec![FAR; self.size];
        let mut edge: VecDeque<usize> = sources.iter().copied().collect();
        for &place in sources {
            steps[place] = 0;
        }
        while let Some(here) = edge.pop_front() {
            for &near in &self.neighbours[here] {
                if steps[near] == FAR && self.open(near) {
                    steps[near] = steps[here] + 1;
                    edge.push_back(near);
                }
            }
        }
        steps
    }
    /// The places from `source` to the nearest wanted one, both included; empty without one.
    /// Cities that are not your team's are only entered as the goal.
    pub fn path(&self, source: usize, wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut before = vec![NOWHERE; self.size];
        before[source] = source;
        let mut edge = VecDeque::from(vec![source]);
        while let Some(here) = edge.pop_front() {
            if here != source && wanted(here) {
                return way_back(&before, here);
            }
            let city = self.kinds[here] == CITY && !self.friendly(self.owners[here]);
            if here != source && city {
                continue;
            }
            for &near in &self.neighbours[here] {
                if before[near] == NOWHERE && self.open(near) {
                    before[near] = here;
                    edge.push_back(near);
                }
            }
        }
        Vec::new()
    }

    // Updates.

    /// Applies a line of the referee: natural growth, then all other changes.
    pub fn update(&mut self, turn: Turn) {
        self.half = turn.half;
        if self.half > 0 {
            self.grow();
            self.queue.pop_front();
        }
        if turn.dropped.is_some() {
            self.queue.clear();
        }
        for diff in &turn.diffs {
            self.put(self.place(diff.x, diff.y), diff.owner, diff.kind, diff.units);
        }
        self.ranking = turn.ranking;
        self.messages = turn.messages;
        self.beaten.extend(turn.beaten);
    }

    /// Natural growth, when `half` half-turns are over.
    fn grow(&mut self) {
        if self.half % HALF_TURNS_A_TURN != 0 {
            return;
        }
        let everywhere = i64::from(self.half % HALF_TURNS_A_ROUND == 0);
        for at in 0..self.size {
            if self.owners[at] != NOBODY {
                self.units[at] += everywhere
                    + match self.kinds[at] {
                        CITY | CAPITAL => 1,
                        SWAMP => -1,
                        _ => 0,
                    };
            }
        }
    }

    fn put(&mut self, at: usize, owner: usize, kind: i32, units: i64) {
        if kind == HIDDEN && self.visible(at) {
            self.memory[at] = Sight { half: self.half - 1, ..self.sight(at) };
        }
        self.owners[at] = owner;
        self.kinds[at] = kind;
        self.units[at] = units;
        if kind == CAPITAL && owner == self.player {
            self.capital = Some(at);
        }
    }
}

/// The neighbours of a place: above, below, left, right.
fn around(place: usize, width: usize, height: usize) -> Vec<usize> {
    let (x, y) = (place / width, place % width);
    let mut found = Vec::new();
    if x > 0 {
        found.push(place - width);
    }
    if x + 1 < height {
        found.push(place + width);
    }
    if y > 0 {
        found.push(place - 1);
    }
    if y + 1 < width {
        found.push(place + 1);
    }
    found
}

fn way_back(before: &[usize], mut place: usize) -> Vec<usize> {
    let mut way = vec![place];
    while before[place] != place {
        place = before[place];
        way.push(place);
    }
    way.reverse();
    way
}

/// Your answer for one half-turn.  Each operation also updates `State::queue`.
pub struct Operations<'a> {
    pub state: &'a mut State,
    /// The operations, each written as JSON.
    pub lines: Vec<String>,
}

impl<'a> Operations<'a> {
    pub fn new(state: &'a mut State) -> Self {
        Operations { state, lines: Vec::new() }
    }
    /// Appends an order to your queue.  Panics where the two places are not neighbours.
    pub fn order(&mut self, source: usize, target: usize, half: bool) {
        let next_to = self.state.neighbours(source).contains(&target);
        assert!(next_to, "place {} is not next to {}", target, source);
        let (x, y) = (self.state.row(source), self.state.column(source));
        let (row, column) = (self.state.row(target), self.state.column(target));
        let way = [row < x, row > x, column < y, column > y];
        let letter = LETTERS.chars().zip(way).find(|&(_, here)| here).map_or(' ', |(c, _)| c);
        let more = if half { ",true" } else { "" };
        self.add(format!("[\"move\",{},{},\"{}\"{}]", x, y, letter, more));
        self.state.queue.push_back(Order { x, y, letter, half });
    }
    /// Appends orders that move all units along a path of neighbouring places.
    pub fn walk(&mut self, path: &[usize]) {
        for step in path.windows(2) {
            self.order(step[0], step[1], false);
        }
    }
    /// Takes back all orders that wait.
    pub fn clear(&mut self) {
        self.add("[\"clear\"]".to_string());
        self.state.queue.clear();
    }
    /// Takes back the newest order that waits.
    pub fn undo(&mut self) {
        self.add("[\"undo\"]".to_string());
        self.state.queue.pop_back();
    }
    fn add(&mut self, line: String) {
        let most = MOST_OPERATIONS as usize;
        assert!(self.lines.len() < most, "an answer has at most {} operations", most);
        self.lines.push(line);
    }
}
