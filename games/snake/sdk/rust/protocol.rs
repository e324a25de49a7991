//! The bytes between a bot and the referee (big-endian, no separators).
#![allow(dead_code)]

use std::fmt;
use std::io::{self, BufReader, Read, Stdin, Write};

use crate::cells::{cell_at, Op};
use crate::constants::{END_TAG, ITEMS_TAG, RAY_ITEM};
use crate::state::{Item, ItemType};

/// Why nothing more can be read or sent.
#[derive(Debug, PartialEq, Eq)]
pub enum Error {
    Hangup,
    Protocol(String),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Error::Hangup => out.write_str("the referee has gone"),
            Error::Protocol(why) => out.write_str(why),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(_: io::Error) -> Self {
        Error::Hangup
    }
}

/// The message to a bot before the first operation.
pub struct Start {
    pub rounds: i32,
    pub player: usize,
    pub items: Vec<Item>,
}

/// How the half ended.  `kind`: 0 normal, 0x10 crash or timeout, 0x11 illegal operation, 0x12
/// malformed bytes, 0x20 a fault of the referee.
pub struct End {
    pub kind: u8,
    pub winner: u8,
    pub scores: [i32; 2],
}

/// A message of the referee while the half runs.
pub enum Message {
    /// The next accepted operation, of either player.
    Op(Op),
    End(End),
}

/// A bot's end of the line.
pub struct Connection {
    input: BufReader<Stdin>,
}

impl Connection {
    pub fn new() -> Self {
        Self { input: BufReader::new(io::stdin()) }
    }

    pub fn read_start(&mut self) -> Result<Start, Error> {
        let [_length, _width] = self.bytes()?; // of the board, always 16
        let rounds = self.short()?;
        let [player, tag] = self.bytes()?;
        if i32::from(tag) != ITEMS_TAG {
            return Err(Error::Protocol(format!("expected the item list, got byte {tag}")));
        }
        let count = self.short()?;
        let items = (0..count).map(|_| self.item()).collect::<Result<_, _>>()?;
        Ok(Start { rounds, player: player.into(), items })
    }

    pub fn read_message(&mut self) -> Result<Message, Error> {
        let [tag] = self.bytes()?;
        if i32::from(tag) == END_TAG {
            let [kind, winner] = self.bytes()?;
            let scores = [self.short()?, self.short()?];
            return Ok(Message::End(End { kind, winner, scores }));
        }
        let unknown = || Error::Protocol(format!("expected an operation or the end, got byte {tag}"));
        Op::from_code(tag).map(Message::Op).ok_or_else(unknown)
    }

    pub fn send(&mut self, op: Op) -> Result<(), Error> {
        let mut output = io::stdout().lock();
        output.write_all(&[0, 0, 0, 1, op as u8])?;
        Ok(output.flush()?)
    }

    fn item(&mut self) -> Result<Item, Error> {
        let [x, y, kind] = self.bytes()?;
        let kind = if i32::from(kind) == RAY_ITEM { ItemType::Ray } else { ItemType::Length };
        let cell = cell_at(x.into(), y.into());
        Ok(Item { cell, time: self.short()?, kind, param: self.short()? })
    }

    fn short(&mut self) -> Result<i32, Error> {
        Ok(i16::from_be_bytes(self.bytes()?).into())
    }

    fn bytes<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], Error> {
        let mut found = [0; COUNT];
        self.input.read_exact(&mut found)?;
        Ok(found)
    }
}
