//! Drawings for the replay: shapes over the board, numbers in the chart, marks on the bar.
//!
//! Only you and your team see them, on the page of the match and in replays of your own runs.  Each
//! call writes one line to standard error, and counts towards its limit.  Points are the game's own.
//!
//! Colours: red, orange, yellow, green, teal, blue, purple, pink, brown, grey, white, black.
#![allow(dead_code)]

/// Tints cells, each a point such as `&[x, y]`.
pub fn cells(points: &[&[f64]], color: &str, layer: &str) {
    let list: Vec<String> = points.iter().map(|point| format!("[{}]", numbers(&[point]))).collect();
    write(&format!("\"cells\":[{}]{}", list.join(","), look(color, layer)));
}

/// An arrow from a point to another.
pub fn arrow(start: &[f64], end: &[f64], color: &str, layer: &str) {
    write(&format!("\"arrows\":[[{}]]{}", numbers(&[start, end]), look(color, layer)));
}

/// A circle around a point; the radius is in cells.
pub fn circle(point: &[f64], radius: f64, color: &str, layer: &str) {
    write(&format!("\"circles\":[[{}]]{}", numbers(&[point, &[radius]]), look(color, layer)));
}

/// A short text at a point.
pub fn text(point: &[f64], words: &str, color: &str, layer: &str) {
    let shape = format!("{},{}", numbers(&[point]), quoted(words));
    write(&format!("\"texts\":[[{}]]{}", shape, look(color, layer)));
}

/// A number of this turn, for the chart.
pub fn series(name: &str, number: f64) {
    write(&format!("\"series\":{{{}:{}}}", quoted(name), number));
}

/// A mark on the bar at this turn.
pub fn mark(label: &str) {
    write(&format!("\"mark\":{}", quoted(label)));
}

fn write(members: &str) {
    eprintln!("#draw {{{}}}", members);
}

fn look(color: &str, layer: &str) -> String {
    format!(",\"color\":{},\"layer\":{}", quoted(color), quoted(layer))
}

fn numbers(points: &[&[f64]]) -> String {
    let all: Vec<String> = points.concat().iter().map(f64::to_string).collect();
    all.join(",")
}

fn quoted(words: &str) -> String {
    let mut out = String::from("\"");
    for c in words.chars() {
        if c == '"' || c == '\\' {
            out.push('\\');
        }
        out.push(if c < ' ' { ' ' } else { c });
    }
    out + "\""
}
