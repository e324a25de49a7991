//! Your AI.  Change `play`.
//!
//! This sample fetches missing keys from the machines, attacks players in its way, and escapes in
//! the capsule.

use crate::client::{Bot, Client};
use crate::constants::KEYS;
use crate::definition::Pos;
use crate::station::station;

/// Your AI: fields of this struct keep what it remembers from turn to turn.
#[derive(Default)]
pub struct Ai {}

impl Bot for Ai {
    /// One turn: one major action, and any number of minor ones.
    fn play(&mut self, client: &mut Client) {
        let here = client.get_my_pos();
        if strike_near(client, here) {
            return;
        }
        let goals = goals(client);
        if client.get_boxes().contains(&here) {
            client.view_box("Box", "");
        } else if !goals.contains(&here) {
            walk(client, here, &goals);
        } else if here == client.get_escape_pos() {
            client.interact("EscapeCapsule", true);
        } else {
            client.interact("KeyMachine", true);
        }
    }
}

/// The capsule if no key is missing, else the machines of the missing keys.
fn goals(client: &Client) -> Vec<Pos> {
    let keys = client.get_keys();
    if keys.len() == KEYS as usize {
        return vec![client.get_escape_pos()];
    }
    let missing = station().machines.iter().filter(|(_, key)| !keys.contains(key));
    missing.map(|(&pos, _)| pos).collect()
}

fn strike_near(client: &mut Client, here: Pos) -> bool {
    let near = client.get_neighbors(here);
    for other in client.others() {
        let pos = client.get_other_pos(other.id);
        if (pos == here || near.contains(&pos)) && pos.z == here.z {
            return client.attack(pos, other.id).success;
        }
    }
    false
}

/// One step along a shortest path.
fn walk(client: &mut Client, here: Pos, goals: &[Pos]) {
    let moves = station().distances(goals, client.get_round(), &[]);
    let near = client.get_neighbors(here);
    let leads = near.into_iter().filter(|pos| moves.contains_key(pos));
    if let Some(pos) = leads.min_by_key(|pos| moves[pos]) {
        client.move_to(pos);
    }
}
