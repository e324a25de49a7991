//! The lines between a bot and the referee.  Large boards are millions of lines.
#![allow(dead_code)]

use std::fmt;
use std::io::{self, Read, Write};

use crate::constants::{ENEMY_CANNON, LONGEST};
use crate::places::Order;
use crate::state::{State, Told};

/// Why nothing more can be read or sent.
#[derive(Debug, PartialEq, Eq)]
pub enum Error {
    Hangup,
    Protocol(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str(match self {
            Error::Hangup => "the referee has gone",
            Error::Protocol(why) => why,
        })
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(_: io::Error) -> Self {
        Error::Hangup
    }
}

/// A bot's end of the line.
pub struct Connection {
    buffer: Vec<u8>,
    next: usize,
    end: usize,
    fields: Vec<Told>,
}

impl Connection {
    pub fn new() -> Self {
        Self { buffer: vec![0; 1 << 16], next: 0, end: 0, fields: Vec::new() }
    }

    /// The state before the first turn.
    pub fn read_start(&mut self) -> Result<State, Error> {
        let (width, height, turns) = (self.number()?, self.number()?, self.number()?);
        if outside(width) || outside(height) {
            return Err(Error::Protocol("the board has a strange size"));
        }
        self.fields = vec![Told::default(); width * height];
        Ok(State::new(width, height, turns))
    }

    /// All fields of a turn.
    pub fn read_state(&mut self) -> Result<&[Told], Error> {
        for index in 0..self.fields.len() {
            let (x, y) = (self.number()?, self.number()?);
            let (what, hp) = (self.number()? as i32, self.number()? as i32);
            if outside(x) || outside(y) || what > ENEMY_CANNON {
                return Err(Error::Protocol("expected a field"));
            }
            self.fields[index] = Told { x, y, what, hp };
        }
        Ok(&self.fields)
    }

    pub fn send(&mut self, orders: &[Order]) -> Result<(), Error> {
        let lines: Vec<String> = orders.iter().map(|order| format!("{order}\n")).collect();
        let mut output = io::stdout().lock();
        output.write_all((lines.concat() + "0\n").as_bytes())?;
        Ok(output.flush()?)
    }

    /// The next number, with the byte that ends it.
    pub fn number(&mut self) -> Result<usize, Error> {
        let mut digit = self.byte()?;
        while digit.is_ascii_whitespace() {
            digit = self.byte()?;
        }
        let mut value = 0;
        while !digit.is_ascii_whitespace() {
            if !digit.is_ascii_digit() || value > 9999 {
                return Err(Error::Protocol("expected a number"));
            }
            value = 10 * value + usize::from(digit - b'0');
            digit = self.byte()?;
        }
        Ok(value)
    }

    fn byte(&mut self) -> Result<u8, Error> {
        if self.next == self.end {
            self.end = io::stdin().read(&mut self.buffer)?;
            self.next = 0;
            if self.end == 0 {
                return Err(Error::Hangup);
            }
        }
        self.next += 1;
        Ok(self.buffer[self.next - 1])
    }
}

fn outside(coordinate: usize) -> bool {
    coordinate < 1 || coordinate > LONGEST as usize
}
