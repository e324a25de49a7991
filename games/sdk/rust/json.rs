//! A small strict reader of JSON for the referee's messages: whole numbers, no fractions.
#![allow(dead_code)]

use std::collections::BTreeMap;

/// A value of JSON.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

/// Lists and objects inside each other, at most: deeper ones could use up the stack.
const DEEPEST: usize = 50;

/// The value of a line, or what is wrong with it.
pub fn parse(line: &str) -> Result<Json, String> {
    let mut reader = Reader { line, at: 0, depth: 0 };
    let value = reader.value()?;
    reader.blanks();
    if reader.at < line.len() {
        return Err(reader.wrong("more than one value"));
    }
    Ok(value)
}

impl Json {
    /// The member of an object; Null where there is none.
    pub fn get(&self, name: &str) -> &Json {
        match self {
            Json::Object(members) => members.get(name).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }
    /// Whether an object has this member, which may be Null.
    pub fn has(&self, name: &str) -> bool {
        matches!(self, Json::Object(members) if members.contains_key(name))
    }
    pub fn number(&self) -> Option<i64> {
        match self {
            Json::Number(value) => Some(*value),
            _ => None,
        }
    }
    /// true or false, also written as 1 or 0.
    pub fn flag(&self) -> Option<bool> {
        match self {
            Json::Flag(value) => Some(*value),
            Json::Number(value) => Some(*value != 0),
            _ => None,
        }
    }
    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(value) => Some(value),
            _ => None,
        }
    }
    /// The elements of a list; none where it is no list.
    pub fn list(&self) -> &[Json] {
        match self {
            Json::List(elements) => elements,
            _ => &[],
        }
    }
}

struct Reader<'a> {
    line: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    fn value(&mut self) -> Result<Json, String> {
        self.blanks();
        match self.here() {
            b'{' => self.inside(Self::object),
            b'[' => self.inside(Self::list),
            b'"' => Ok(Json::Text(self.text()?)),
            _ if self.word("true") => Ok(Json::Flag(true)),
            _ if self.word("false") => Ok(Json::Flag(false)),
            _ if self.word("null") => Ok(Json::Null),
            _ => self.number(),
        }
    }

    fn inside(&mut self, read: fn(&mut Self) -> Result<Json, String>) -> Result<Json, String> {
        if self.depth == DEEPEST {
            return Err(self.wrong("nested too deeply"));
        }
        self.depth += 1;
        let found = read(self);
        self.depth -= 1;
        found
    }

    fn object(&mut self) -> Result<Json, String> {
        let mut members = BTreeMap::new();
        self.expect(b'{')?;
        if self.take(b'}') {
            return Ok(Json::Object(members));
        }
        loop {
            self.blanks();
            let name = self.text()?;
            self.expect(b':')?;
            members.insert(name, self.value()?);
            if !self.take(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(Json::Object(members))
    }

    fn list(&mut self) -> Result<Json, String> {
        let mut elements = Vec::new();
        self.expect(b'[')?;
        if self.take(b']') {
            return Ok(Json::List(elements));
        }
        loop {
            elements.push(self.value()?);
            if !self.take(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(Json::List(elements))
    }

    fn number(&mut self) -> Result<Json, String> {
        let from = self.at;
        if self.here() == b'-' {
            self.at += 1;
        }
        while self.here().is_ascii_digit() {
            self.at += 1;
        }
        let value = self.line[from..self.at].parse();
        value.map(Json::Number).map_err(|_| self.wrong("no whole number"))
    }

    fn text(&mut self) -> Result<String, String> {
        if self.here() != b'"' {
            return Err(self.wrong("no text"));
        }
        self.at += 1;
        let mut found = String::new();
        loop {
            let next = self.line[self.at..].chars().next();
            let c = next.ok_or_else(|| self.wrong("a text has no end"))?;
            self.at += c.len_utf8();
            match c {
                '"' => return Ok(found),
                '\\' => found.push(self.escaped()?),
                _ => found.push(c),
            }
        }
    }

    fn escaped(&mut self) -> Result<char, String> {
        let c = self.here();
        self.at += 1;
        Ok(match c {
            b'"' | b'\\' | b'/' => c as char,
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.hex()?;
                // Characters beyond the first 65,536 are written as two escapes.
                let code = if (0xD800..0xDC00).contains(&first) && self.word("\\u") {
                    0x10000 + ((first - 0xD800) << 10) + self.hex()?.wrapping_sub(0xDC00)
                } else {
                    first
                };
                char::from_u32(code).unwrap_or('\u{fffd}')
            }
            _ => return Err(self.wrong("an unknown escape")),
        })
    }

    fn hex(&mut self) -> Result<u32, String> {
        let digits = self.line.get(self.at..self.at + 4).unwrap_or("");
        let value = u32::from_str_radix(digits, 16).map_err(|_| self.wrong("no escape"))?;
        self.at += 4;
        Ok(value)
    }

    fn here(&self) -> u8 {
        self.line.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn blanks(&mut self) {
        while matches!(self.here(), b' ' | b'\t' | b'\r') {
            self.at += 1;
        }
    }

    fn take(&mut self, wanted: u8) -> bool {
        self.blanks();
        let found = self.here() == wanted;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, wanted: u8) -> Result<(), String> {
        if self.take(wanted) {
            return Ok(());
        }
        Err(self.wrong(&format!("expected {}", wanted as char)))
    }

    fn word(&mut self, wanted: &str) -> bool {
        let found = self.line[self.at..].starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    fn wrong(&self, why: &str) -> String {
        format!("{} at byte {}: {:.80}", why, self.at, self.line)
    }
}
