//! The calls of the manual.
#![allow(dead_code)]

use crate::constants::PLAYERS;
use crate::definition::*;
use crate::json::Json;
use crate::knowledge::{Action, Knowledge};
use crate::protocol::Connection;
use crate::station::station;

/// An AI.
pub trait Bot {
    /// Your turn.  It ends when this returns, or by `end_turn`.
    fn play(&mut self, client: &mut Client);

    /// Your turn while the capsule counts down.  `interact("EscapeCapsule", false)` stops it, which
    /// is a major action.  Without that, the countdown continues.
    fn countdown(&mut self, _client: &mut Client) {}
}

/// One player.
///
/// An action returns a `Reply`; a refused action changes nothing.  After the end of the turn, by
/// `end_turn` or by an action, the client refuses further actions and does not send them.
pub struct Client {
    pub know: Knowledge,
    connection: Connection,
    ended: bool,
    pending: bool,
}

/// Your knowledge.  A number of a player who does not exist panics.
impl Client {
    pub fn get_my_num(&self) -> usize {
        self.know.id
    }
    pub fn get_my_pos(&self) -> Pos {
        self.know.me().pos
    }
    pub fn get_my_hp(&self) -> i32 {
        self.know.me().hp
    }
    /// NOWHERE if you do not see that player.
    pub fn get_other_pos(&self, id: usize) -> Pos {
        let player = &self.know.players[id];
        if player.up() {
            player.pos
        } else {
            NOWHERE
        }
    }
    /// 0 for a dead player, UNKNOWN if you do not see the player.
    pub fn get_other_hp(&self, id: usize) -> i32 {
        self.know.players[id].hp
    }
    pub fn get_other_status(&self, id: usize) -> Status {
        self.know.players[id].status
    }
    pub fn get_keys(&self) -> Vec<i32> {
        self.know.me().keys.clone()
    }
    pub fn get_other_keys(&self, id: usize) -> Vec<i32> {
        self.know.players[id].keys.clone()
    }
    pub fn get_tools(&self) -> Tool {
        self.know.me().tools.clone()
    }
    /// The places of your mines, oldest first.
    pub fn get_landmine_pos(&self) -> Vec<Pos> {
        self.know.me().tools.landmine_pos.clone()
    }
    /// The places of your slimes, oldest first.
    pub fn get_sticky_pos(&self) -> Vec<Pos> {
        self.know.me().tools.sticky_pos.clone()
    }
    /// The place where a player starts, and returns after a death.
    pub fn get_spawn_pos(&self, id: usize) -> Pos {
        station().spawns[id]
    }
    pub fn get_escape_pos(&self) -> Pos {
        station().capsule
    }
    /// The open places one move away from `pos`, by passage or by lift.  Attacks, detection and
    /// blinks reach only those on the layer of `pos`.
    pub fn get_neighbors(&self, pos: Pos) -> Vec<Pos> {
        station().ways(pos, self.know.round)
    }
    /// The places of boxes on your layer.
    pub fn get_boxes(&self) -> Vec<Pos> {
        self.know.boxes.iter().copied().collect()
    }
    pub fn get_round(&self) -> i32 {
        self.know.round
    }
    /// Rounds until you can detect again; 0: you can.
    pub fn get_check_cd(&self) -> i32 {
        (self.know.rested - self.know.round).max(0)
    }
    /// The messages since your last turn about the turns of others, in order.
    pub fn get_news(&self) -> &[Json] {
        &self.know.news
    }
    pub fn player(&self) -> &Player {
        self.know.me()
    }
    /// All players except you.
    pub fn others(&self) -> Vec<Player> {
        self.know.others().cloned().collect()
    }
    pub fn view(&self) -> View {
        let mut found = View::default();
        let z = self.get_my_pos().z;
        for &pos in station().places.iter().filter(|pos| pos.z == z) {
            found.self_nodes.push(self.node(pos));
            let near = self.get_neighbors(pos).into_iter();
            let leads = near.filter(|&to| pos < to || to.z != z);
            found.self_edges.extend(leads.map(|to| Edge { stpos: pos, edpos: to }));
        }
        found
    }
    pub fn turn_over(&self) -> bool {
        self.know.over || self.ended
    }
    /// Whether the one major action of this turn is used up.
    pub fn major_used(&self) -> bool {
        self.know.major
    }

    fn node(&self, pos: Pos) -> Node {
        let station = station();
        let things = [
            (self.know.boxes.contains(&pos), "Box"),
            (station.materials.contains(&pos), "Materials"),
            (station.machines.contains_key(&pos), "KeyMachine"),
            (pos == station.capsule, "EscapeCapsule"),
            (station.stops.contains_key(&pos), "Elevator"),
        ];
        let here = self.know.players.iter().filter(|each| each.up() && each.pos == pos);
        Node {
            pos,
            interprops: things.iter().filter(|(there, _)| *there).map(|(_, name)| *name).collect(),
            player: here.map(|each| each.id).collect(),
        }
    }
}

/// Your actions.
impl Client {
    /// Major: along a passage or by a lift.  `move` is a keyword of Rust.
    pub fn move_to(&mut self, pos: Pos) -> Reply {
        self.act(Action::Move(pos), &format!("\"move\",{}", text(pos)), station().exists(pos))
    }

    /// Major: strike a player who is at `pos`, your own place or one passage away.
    pub fn attack(&mut self, pos: Pos, id: usize) -> Reply {
        let known = station().exists(pos) && id < PLAYERS as usize;
        self.act(Action::Attack(pos, id), &format!("\"attack\",{},{}", text(pos), id), known)
    }

    /// Major: use the "KeyMachine", or start (true) or stop (false) the "EscapeCapsule".  Using a
    /// machine and starting the capsule end the turn.
    pub fn interact(&mut self, tool_type: &str, start: bool) -> Reply {
        if tool_type == "KeyMachine" {
            return self.act(Action::KeyMachine, "\"interact\",\"KeyMachine\"", true);
        }
        let words = format!("\"interact\",{:?},{}", tool_type, start);
        self.act(Action::Capsule(start), &words, tool_type == "EscapeCapsule")
    }

    /// Major: take the keys of a "Box", or from "Materials" the item `tool_type`.  An empty
    /// material point costs the major action.
    pub fn view_box(&mut self, box_type: &str, tool_type: &str) -> Reply {
        if box_type == "Box" {
            return self.act(Action::TakeKeys, "\"interact\",\"Box\"", true);
        }
        let item = spelt(tool_type);
        let known = box_type == "Materials" && Tool::most(item) > 0;
        let can_take = known && self.can_take(item);
        let words = format!("\"interact\",\"Materials\",{:?}", item);
        let reply = self.act(Action::TakeItem, &words, known);
        if can_take && !reply.success && !self.turn_over() {
            self.know.major = true; // the point was empty
        }
        reply
    }

    /// Minor: "LandMine" or "Sticky", at your own place.
    pub fn put_trap(&mut self, trap_type: &str) -> Reply {
        let kind = spelt(trap_type);
        let known = matches!(kind, "LandMine" | "Sticky");
        self.act(Action::PutTrap(kind), &format!("\"trap\",{:?}", kind), known)
    }

    /// "Kit" with None, which is major, or "Transport", a blink to a place, which is minor.
    pub fn use_tool(&mut self, tool_type: &str, to: Option<Pos>) -> Reply {
        if let ("Transport", Some(pos)) = (tool_type, to) {
            let words = format!("\"tool\",\"Transport\",{}", text(pos));
            return self.act(Action::Blink(pos), &words, station().exists(pos));
        }
        self.act(Action::Heal, &format!("\"tool\",{:?}", tool_type), tool_type == "Kit")
    }

    /// Minor, every five rounds: `has_trap` of the reply.  It destroys a trap of others.
    pub fn detect(&mut self, pos: Pos) -> Reply {
        self.act(Action::Detect, &format!("\"detect\",{}", text(pos)), station().exists(pos))
    }

    pub fn end_turn(&mut self) {
        if !self.ended {
            self.ended = true;
            self.connection.send(&format!("{{\"type\":\"finish\",\"state\":{}}}", self.know.round));
        }
    }

    /// Whether taking an item can fail only because the material point is empty.
    fn can_take(&self, item: &str) -> bool {
        let me = self.know.me();
        let free = !self.turn_over() && !self.know.major && me.status == Status::Alive;
        free && station().materials.contains(&me.pos) && me.tools.count(item) < Tool::most(item)
    }

    /// Sends an action and reads messages up to its reply.
    fn act(&mut self, action: Action, words: &str, known: bool) -> Reply {
        let now = self.know.round;
        if !known {
            eprintln!("round {}: nothing of the game: {}", now, words);
        }
        if !known || self.turn_over() {
            return Reply::default();
        }
        let order = format!("{{\"type\":\"action\",\"action\":[{}],\"state\":{}}}", words, now);
        self.connection.send(&order);
        loop {
            let message = self.connection.read();
            let kind = message.get("type").text();
            if kind == Some("action") {
                let said = |name| *message.get(name) == Json::Flag(true);
                let reply = Reply { success: said("success"), has_trap: said("has_trap") };
                if reply.success {
                    self.know.done(action, &message);
                }
                return reply;
            }
            self.hear(&message);
            if kind == Some("roundbegin") {
                // The referee has continued without an answer.
                self.ended = true;
                return Reply::default();
            }
        }
    }
}

/// The connection to the referee.
impl Client {
    /// A client that has heard nothing.
    pub fn new(connection: Connection) -> Client {
        Client { know: Knowledge::new(), connection, ended: true, pending: false }
    }

    /// Reads messages and plays until the referee ends, which unwinds the stack with `Hangup`.
    pub fn run(&mut self, bot: &mut dyn Bot) -> ! {
        loop {
            let message = self.connection.read();
            self.hear(&message);
            while self.pending {
                (self.pending, self.ended) = (false, false);
                if self.know.me().status == Status::Countdown {
                    bot.countdown(self);
                } else {
                    bot.play(self);
                }
                self.end_turn();
            }
        }
    }

    fn hear(&mut self, message: &Json) {
        self.know.hear(message);
        if message.get("type").text() == Some("roundbegin") && message.has("status") {
            self.pending = !self.know.over;
        }
    }
}

/// The wire's name of an item.
fn spelt(item: &str) -> &str {
    match item {
        "Landmine" => "LandMine",
        _ => item,
    }
}

fn text(pos: Pos) -> String {
    format!("[{},{},{}]", pos.x, pos.y, pos.z)
}
