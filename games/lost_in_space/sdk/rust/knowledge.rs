//! Your knowledge of the game, from every message.
#![allow(dead_code)]

use std::collections::BTreeSet;

use crate::constants::*;
use crate::definition::*;
use crate::json::Json;
use crate::protocol::{brief, understood};
use crate::station::station;
use crate::values::*;

/// An action of yours.  A trap has its kind; the capsule is started by true and stopped by false.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Action<'a> {
    Move(Pos),
    Attack(Pos, usize),
    KeyMachine,
    Capsule(bool),
    TakeKeys,
    TakeItem,
    PutTrap(&'a str),
    Heal,
    Blink(Pos),
    Detect,
}

/// All knowledge of a player, who sees only their own layer.
///
/// Every message updates it, in any order.  An invalid message is ignored, and the message at the
/// beginning of your next turn corrects the state.
///
/// In your turn it is complete and current, with one exception.  If you change layers in this turn,
/// you do not know the hit points of the players on the new layer until your next turn.
#[derive(Clone, Debug)]
pub struct Knowledge {
    pub id: usize,
    pub round: i32,
    pub inturn: usize,
    pub players: Vec<Player>,
    pub boxes: BTreeSet<Pos>,
    /// Whether the major action of your turn is used up.
    pub major: bool,
    /// Whether it is not your turn, or your turn is over.
    pub over: bool,
    /// The first round in which you can detect again.
    pub rested: i32,
    /// The round of your last death.
    pub died: i32,
    /// Your turns until the capsule leaves; 0: you have not started it.
    pub countdown: i32,
    /// The key that a machine makes for you, which arrives in your next turn.
    pub coming: Option<i32>,
    /// The messages outside your turns since your last turn.
    pub news: Vec<Json>,
    heard: Vec<Json>,
    skipped: bool,
}

type Done = Result<(), String>;

impl Knowledge {
    /// What every player knows at the start.
    pub fn new() -> Knowledge {
        let starts = station().spawns.iter().enumerate();
        Knowledge {
            id: 0,
            round: 1,
            inturn: 0,
            players: starts.map(|(id, &pos)| starting(id, pos)).collect(),
            boxes: BTreeSet::new(),
            major: false,
            over: true,
            rested: 1,
            died: 0,
            countdown: 0,
            coming: None,
            news: Vec::new(),
            heard: Vec::new(),
            skipped: false,
        }
    }

    /// You.
    pub fn me(&self) -> &Player {
        &self.players[self.id]
    }

    /// All players except you.
    pub fn others(&self) -> impl Iterator<Item = &Player> {
        self.players.iter().filter(move |player| player.id != self.id)
    }

    /// The round in which you return; None if you are alive, or dead for good.
    pub fn returns(&self) -> Option<i32> {
        let dead = self.me().status == Status::Dead && self.died <= LAST_CLOSING;
        dead.then(|| self.died + AWAY)
    }

    /// Applies any message except the reply to an action.
    pub fn hear(&mut self, message: &Json) {
        let done = self.take(message);
        understood(message, done);
    }

    /// Applies the reply to an action of yours that the referee has accepted.
    pub fn done(&mut self, action: Action, reply: &Json) {
        let done = self.effect(action, reply);
        understood(reply, done);
    }

    fn take(&mut self, message: &Json) -> Done {
        match message.get("type").text() {
            Some("roundbegin") if message.has("status") => self.own_turn(message)?,
            Some("roundbegin") => self.other_turn(message)?,
            Some("offround") => {
                self.heard.push(message.clone());
                let by = player(message.get("playerid"))?;
                self.off(list(message.get("content"))?, by, message.get("state"))?;
            }
            Some("id") => self.id = player(message.get("id"))?,
            Some("other_death") => self.dies(player(message.get("playerid"))?, self.round),
            Some("death") => self.dies(self.id, self.round),
            Some("escaped") => self.leaves(self.id, Status::Escaped),
            Some("box_disappear") => drop(self.boxes.remove(&place(message.get("pos"))?)),
            Some("action") => {} // a reply that comes too late
            _ if *message == Json::Null => {}
            _ => eprintln!("an unknown message is ignored: {}", brief(message)),
        }
        Ok(())
    }

    fn my(&mut self) -> &mut Player {
        &mut self.players[self.id]
    }

    fn other_turn(&mut self, message: &Json) -> Done {
        let (inturn, round) = (player(message.get("inturn"))?, number(message.get("state"))?);
        (self.inturn, self.round, self.over) = (inturn, round, true);
        if self.skipped && self.me().status == Status::Skipping {
            self.my().status = Status::Alive;
        }
        self.skipped = false;
        Ok(())
    }

    /// Reads the whole message before anything changes.
    fn own_turn(&mut self, message: &Json) -> Done {
        let mut me = self.me().clone();
        let before = me.status;
        me.status = status(message.get("status"))?;
        me.tools = bag(message.get("tools"))?;
        me.hp = number(message.get("hp"))?;
        me.keys = sorted(message.get("keys"))?;
        if message.has("pos") {
            me.pos = place(message.get("pos"))?;
        } else if before == Status::Dead && me.status != Status::Dead {
            me.pos = station().spawns[self.id];
        }
        let others = list(message.get("others"))?;
        let others = others.iter().map(about).collect::<Result<Vec<_>, _>>()?;
        self.round = number(message.get("state"))?;
        (self.inturn, self.major, self.coming) = (self.id, false, None);
        self.over = !matches!(me.status, Status::Alive | Status::Countdown);
        self.skipped = me.status == Status::Skipping;
        let counts = me.status == Status::Countdown;
        self.countdown = if counts { (self.countdown - 1).max(1) } else { 0 };
        self.news = std::mem::take(&mut self.heard);
        *self.my() = me;
        for (id, status, hp, keys) in others {
            let other = &mut self.players[id];
            (other.status, other.hp, other.keys) = (status, hp, keys);
            if !other.up() || other.hp == UNKNOWN {
                other.pos = NOWHERE;
            }
        }
        self.forget();
        Ok(())
    }

    /// Forgets players and boxes of other layers.
    fn forget(&mut self) {
        let (id, z) = (self.id, self.me().pos.z);
        self.boxes.retain(|pos| pos.z == z);
        self.players.iter_mut().filter(|each| each.id != id && each.pos.z != z).for_each(lose);
    }

    fn dies(&mut self, id: usize, now: i32) {
        let player = &mut self.players[id];
        (player.status, player.hp) = (Status::Dead, 0);
        player.keys.clear();
        if id != self.id {
            player.pos = NOWHERE;
            return;
        }
        let bag = &mut player.tools;
        (bag.landmine_number[0], bag.sticky_number[0], bag.kit, bag.transport) = (0, 0, 0, 0);
        (self.countdown, self.coming, self.died) = (0, None, now);
        (self.over, self.skipped) = (true, false);
    }

    fn leaves(&mut self, id: usize, status: Status) {
        let player = &mut self.players[id];
        (player.status, player.pos) = (status, NOWHERE);
        if id == self.id {
            (self.over, self.countdown) = (true, 0);
        } else {
            player.hp = UNKNOWN;
        }
    }

    /// `by` is the player in whose turn this happened, `now` the round.
    fn off(&mut self, content: &[Json], by: usize, now: &Json) -> Done {
        let told = |index| content.get(index).unwrap_or(&Json::Null);
        match told(0).text() {
            Some("see") => self.see(&content[1..])?,
            Some("died") => self.dies(player(told(1))?, number(now)?),
            Some("escaped") => self.leaves(by, Status::Escaped),
            Some("ai_error") => self.leaves(by, Status::Failed),
            Some("hp_update") => self.my().hp = number(told(1))?,
            Some("getkey") => {
                let keys = &mut self.players[by].keys;
                keys.extend(sorted(told(1))?);
                keys.sort_unstable();
                keys.dedup();
            }
            Some("trap_triggered" | "trap_destroyed" | "trap_destoryed") => {
                self.trap_gone(told(1).text().unwrap_or(""), place(told(2))?);
            }
            _ => {}
        }
        Ok(())
    }

    fn see(&mut self, content: &[Json]) -> Done {
        let told = |index| content.get(index).unwrap_or(&Json::Null);
        let (kind, pos) = (told(0).text().unwrap_or(""), place(told(1))?);
        if kind == "interprops_status_update" {
            match (told(2).text(), told(3).text()) {
                (Some("Box"), Some("appear")) => drop(self.boxes.insert(pos)),
                (Some("Box"), Some("disappear")) => drop(self.boxes.remove(&pos)),
                _ => {}
            }
            return Ok(());
        }
        let id = player(told(2))?;
        let player = &mut self.players[id];
        if id == self.id {
            return Ok(());
        }
        if kind == "regenerate" {
            (player.status, player.hp, player.keys) = (Status::Alive, FULL, vec![id as i32]);
        }
        if kind == "pos_update" && pos == NOWHERE {
            lose(player);
        } else {
            player.pos = pos;
        }
        Ok(())
    }

    /// The numbers and the places of a kind of trap.
    fn placed(&mut self, kind: &str) -> (&mut [i32; 2], &mut Vec<Pos>) {
        let bag = &mut self.my().tools;
        match kind {
            "Sticky" => (&mut bag.sticky_number, &mut bag.sticky_pos),
            _ => (&mut bag.landmine_number, &mut bag.landmine_pos),
        }
    }

    /// Removes a trap of yours.
    fn trap_gone(&mut self, kind: &str, pos: Pos) {
        let (number, places) = self.placed(kind);
        if let Some(at) = places.iter().position(|&each| each == pos) {
            places.remove(at);
            number[1] -= 1;
        }
    }

    fn effect(&mut self, action: Action, reply: &Json) -> Done {
        let minor = matches!(action, Action::PutTrap(_) | Action::Blink(_) | Action::Detect);
        self.major = self.major || !minor;
        let here = self.me().pos;
        match action {
            Action::Move(pos) => self.arrive(pos, reply)?,
            Action::Blink(pos) => {
                self.my().tools.transport -= 1;
                self.arrive(pos, reply)?;
            }
            Action::Attack(_, id) => self.hit(id),
            Action::PutTrap(kind) => {
                let (number, places) = self.placed(kind);
                number[0] -= 1;
                number[1] += 1;
                places.push(here);
            }
            Action::Heal => {
                let me = self.my();
                me.tools.kit -= 1;
                let usual = FULL.min(me.hp + KIT_HEALS);
                me.hp = if reply.has("hp") { number(reply.get("hp"))? } else { usual };
            }
            Action::Detect => self.rested = self.round + DETECT_RESTS,
            Action::KeyMachine => {
                (self.over, self.coming) = (true, station().machines.get(&here).copied());
            }
            Action::Capsule(on) => {
                self.over = on;
                self.my().status = if on { Status::Countdown } else { Status::Alive };
                self.countdown = if on { COUNTDOWN_TURNS } else { 0 };
            }
            Action::TakeKeys => {
                self.my().keys = sorted(reply.get("keys"))?;
                self.boxes.remove(&here);
            }
            Action::TakeItem => refill(&mut self.my().tools, reply.get("tools"))?,
        }
        Ok(())
    }

    fn arrive(&mut self, pos: Pos, reply: &Json) -> Done {
        self.my().pos = pos;
        if reply.has("hp") {
            self.my().hp = number(reply.get("hp"))?;
        }
        if reply.has("view") {
            self.look_around(list(reply.get("view"))?)?;
        }
        if reply.has("status") {
            self.my().status = status(reply.get("status"))?;
        }
        if self.me().status == Status::Dead {
            // The message about the death comes next.
            self.dies(self.id, self.round);
            self.boxes.insert(pos);
        }
        self.over = self.me().status != Status::Alive;
        Ok(())
    }

    /// Sees another layer; an empty view is that of the same one.
    fn look_around(&mut self, view: &[Json]) -> Done {
        if view.is_empty() {
            return Ok(());
        }
        let id = self.id;
        self.boxes.clear();
        self.players.iter_mut().filter(|each| each.id != id).for_each(lose);
        for node in view {
            let (pos, has_box, players) = match list(node)? {
                [pos, has_box] => (place(pos)?, has_box, &[][..]),
                [pos, has_box, players, ..] => (place(pos)?, has_box, list(players)?),
                _ => return Err("no place of a view".to_string()),
            };
            if has_box.flag() == Some(true) {
                self.boxes.insert(pos);
            }
            for each in players {
                let id = player(each)?;
                self.players[id].pos = pos;
            }
        }
        Ok(())
    }

    fn hit(&mut self, id: usize) {
        let victim = &mut self.players[id];
        let at = victim.pos;
        victim.hp = (victim.hp - HIT).max(0);
        if victim.hp == 0 {
            self.dies(id, self.round);
            self.boxes.insert(at);
        }
    }
}

fn starting(id: usize, pos: Pos) -> Player {
    let (hp, keys, tools) = (FULL, vec![id as i32], Tool::default());
    Player { id, pos, status: Status::Alive, hp, keys, tools }
}

/// Forgets place and hit points of a player who is out of sight.
fn lose(other: &mut Player) {
    other.pos = NOWHERE;
    other.hp = if other.status == Status::Dead { 0 } else { UNKNOWN };
}

fn refill(bag: &mut Tool, said: &Json) -> Done {
    bag.landmine_number[0] = number(said.get("LandMine"))?;
    bag.sticky_number[0] = number(said.get("Sticky"))?;
    (bag.kit, bag.transport) = (number(said.get("Kit"))?, number(said.get("Transport"))?);
    Ok(())
}
