//! Makes the calls of the file CALLS, and writes what it knows before and after each of them.

use std::collections::BTreeMap;

use crate::client::{Bot, Client};
use crate::constants::{ITEMS, STATION_MACHINES};
use crate::definition::{Pos, Reply};
use crate::station::station;

#[derive(Default)]
pub struct Ai {
    calls: Vec<String>,
    made: usize,
}

impl Bot for Ai {
    fn play(&mut self, client: &mut Client) {
        self.turn(client, "play");
    }
    fn countdown(&mut self, client: &mut Client) {
        self.turn(client, "countdown");
    }
}

impl Ai {
    fn turn(&mut self, client: &mut Client, name: &str) {
        if self.made == 0 {
            let text = std::fs::read_to_string(std::env::var("CALLS").unwrap()).unwrap();
            self.calls = text.lines().map(str::to_string).collect();
            tell_station();
        }
        tell_view(client);
        tell_known(client, name);
        loop {
            let line = &self.calls[self.made % self.calls.len()];
            let words: Vec<&str> = line.split(' ').collect();
            self.made += 1;
            match words[0] {
                "return" => return,
                "end_turn" => client.end_turn(),
                name => {
                    let reply = call(client, name, &words[1..]);
                    let (success, has_trap) = (flag(reply.success), flag(reply.has_trap));
                    println!("# reply {} {}", success, has_trap);
                }
            }
            tell_known(client, words[0]);
        }
    }
}

fn call(client: &mut Client, name: &str, words: &[&str]) -> Reply {
    match name {
        "move" => client.move_to(pos(words)),
        "attack" => client.attack(pos(words), words[3].parse().unwrap()),
        "detect" => client.detect(pos(words)),
        "interact" => client.interact(words[0], words.len() == 1 || words[1] == "1"),
        "put_trap" => client.put_trap(words[0]),
        "use_tool" if words.len() == 1 => client.use_tool(words[0], None),
        "use_tool" => client.use_tool(words[0], Some(pos(&words[1..]))),
        _ => client.view_box(words[0], &words[1..].join(" ")),
    }
}

fn pos(words: &[&str]) -> Pos {
    let number = |index: usize| words[index].parse().unwrap();
    Pos { x: number(0), y: number(1), z: number(2) }
}

fn flag(value: bool) -> i32 {
    i32::from(value)
}

fn tell<T: ToString>(name: &str, values: &[T]) {
    let words: String = values.iter().map(|value| format!(" {}", value.to_string())).collect();
    println!("# {}{}", name, words);
}

fn flat(places: &[Pos]) -> String {
    let words: Vec<String> = places.iter().map(|p| format!("{} {} {}", p.x, p.y, p.z)).collect();
    words.join(" ")
}

fn tell_places(name: &str, places: &[Pos]) {
    println!("{}", format!("# {} {}", name, flat(places)).trim_end());
}

fn tell_known(client: &Client, name: &str) {
    let know = &client.know;
    let others: Vec<i32> = client.others().iter().map(|each| each.id as i32).collect();
    let (id, inturn) = (client.get_my_num() as i32, know.inturn as i32);
    let (major, over) = (flag(client.major_used()), flag(client.turn_over()));
    let (coming, returns) = (know.coming.unwrap_or(-1), know.returns().unwrap_or(-1));
    let mut line = vec![id, client.get_round(), inturn, major, over, know.rested, know.died];
    line.extend([know.countdown, coming, returns, client.get_check_cd()]);
    line.push(client.player().id as i32);
    tell(name, &[line, others].concat());
    let here = client.get_my_pos();
    let me = [here.x, here.y, here.z, client.get_my_hp(), client.player().status as i32];
    tell("me", &[&me[..], &client.get_keys()].concat());
    for id in 0..4 {
        let (at, status) = (client.get_other_pos(id), client.get_other_status(id) as i32);
        let player = [id as i32, at.x, at.y, at.z, client.get_other_hp(id), status];
        tell("player", &[&player[..], &client.get_other_keys(id)].concat());
    }
    let bag = client.get_tools();
    let mut counts: Vec<i32> = ITEMS.iter().map(|item| bag.count(item)).collect();
    counts.extend([bag.landmine_number[1], bag.sticky_number[1]]);
    tell("bag", &counts);
    tell_places("mines", &client.get_landmine_pos());
    tell_places("slimes", &client.get_sticky_pos());
    tell_places("boxes", &client.get_boxes());
    tell_places("near", &client.get_neighbors(here));
    let news = client.get_news().iter();
    let kinds: Vec<&str> = news
        .map(|message| message.get("content").list().first().and_then(|kind| kind.text()))
        .map(|kind| kind.unwrap_or("none"))
        .collect();
    tell("news", &kinds);
}

fn tell_view(client: &Client) {
    let view = client.view();
    for node in &view.self_nodes {
        let mut words = vec![flat(&[node.pos])];
        words.extend(node.interprops.iter().map(ToString::to_string));
        words.extend(node.player.iter().map(ToString::to_string));
        tell("node", &words);
    }
    let ends = view.self_edges.iter().flat_map(|edge| [edge.stpos, edge.edpos]);
    tell_places("edges", &ends.collect::<Vec<_>>());
}

fn tell_station() {
    let map = station();
    let none = Vec::new();
    for &pos in &map.places {
        let last = (0..=100).rev().find(|&now| map.is_open(pos, now)).unwrap();
        let closes = map.closes.get(&pos).unwrap_or(&0);
        let key = map.machines.get(&pos).unwrap_or(&-1);
        let material = flag(map.materials.contains(&pos));
        let line = format!("{} {} {} {} {}", flat(&[pos]), last, closes, material, key);
        tell_places(&format!("place {}", line), &map.passages[&pos]);
        tell_places("stops", map.stops.get(&pos).unwrap_or(&none));
        tell_places("late", &map.open_passages(pos, 81));
    }
    let machines = STATION_MACHINES.map(|n| Pos { x: n / 100, y: n / 10 % 10, z: n % 10 });
    tell("machines", &machines.map(|pos| format!("{} {}", flat(&[pos]), map.machines[&pos])));
    tell_places("materials", &map.materials);
    tell_places("spawns", &[&map.spawns[..], &[map.capsule]].concat());
    for zone in &map.zones {
        let name = format!("zone {} {}", zone.title.replace(' ', "_"), zone.closes);
        tell_places(&name, &zone.nodes);
    }
    tell_far(&map.distances(&[map.capsule], 1, &[]));
    tell_far(&map.distances(&[map.capsule], 81, &[Pos { x: 1, y: 3, z: 0 }]));
}

fn tell_far(far: &BTreeMap<Pos, i32>) {
    let each = far.iter().map(|(&pos, moves)| format!("{} {}", flat(&[pos]), moves));
    tell("far", &each.collect::<Vec<_>>());
}
