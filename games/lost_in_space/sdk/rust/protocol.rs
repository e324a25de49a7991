//! The bytes between a bot and the referee: JSON texts with lengths.
#![allow(dead_code)]

use std::fmt::Debug;
use std::fs::File;
use std::io::{BufReader, Read, Stdin, Write};
use std::panic::resume_unwind;

use crate::json::{self, Json};

/// The referee closed the connection.
pub struct Hangup;

/// The number of decimal digits of a length from the referee.
const DIGITS: usize = 4;

/// Reads and writes messages.  After the referee has ended, both unwind the stack with `Hangup`.
pub struct Connection {
    source: BufReader<Stdin>,
    sink: File,
}

impl Connection {
    /// Messages to the referee go to `sink`.
    pub fn new(sink: File) -> Connection {
        Connection { source: BufReader::new(std::io::stdin()), sink }
    }

    /// Waits for the next message; Null for a text that is none.
    pub fn read(&mut self) -> Json {
        let head = self.bytes(DIGITS);
        if !head.iter().all(u8::is_ascii_digit) {
            panic!("expected the length of a message, got {:?}", String::from_utf8_lossy(&head));
        }
        let size = head.iter().fold(0, |size, digit| 10 * size + usize::from(digit - b'0'));
        let body = self.bytes(size);
        let text = String::from_utf8_lossy(&body);
        let message = json::parse(&text).and_then(object);
        understood(&text, message).unwrap_or(Json::Null)
    }

    /// Sends one message.
    pub fn send(&mut self, body: &str) {
        let mut data = (body.len() as u32).to_be_bytes().to_vec();
        data.extend(body.as_bytes());
        self.sink.write_all(&data).unwrap_or_else(|_| resume_unwind(Box::new(Hangup)));
    }

    fn bytes(&mut self, count: usize) -> Vec<u8> {
        let mut found = vec![0; count];
        let read = self.source.read_exact(&mut found);
        read.unwrap_or_else(|_| resume_unwind(Box::new(Hangup)));
        found
    }
}

/// What the bot has read in a message of the referee.  It logs an invalid message and ignores it.
pub fn understood<T>(message: &dyn Debug, found: Result<T, String>) -> Option<T> {
    found.map_err(|why| eprintln!("not understood: {}: {:.200}", brief(message), why)).ok()
}

/// The beginning of a message, for the log.
pub fn brief(message: &dyn Debug) -> String {
    format!("{:?}", message).chars().take(200).collect()
}

fn object(value: Json) -> Result<Json, String> {
    match value {
        Json::Object(_) => Ok(value),
        _ => Err("no message".to_string()),
    }
}
