"""By language, an AI of one function that prints, tries what is no action, and goes on after its
turn."""

FEW_WORDS = {
    "javascript": b"""
import { Client } from "./client.js";
import { NOWHERE } from "./definition.js";

export class AI extends Client {
    play() {
        console.log(`round ${this.getRound()} at ${this.getMyPos().join(" ")}`);
        this.attack(NOWHERE, 2);
        this.interact("Console");
        this.putTrap("Kit");
        for (const pos of this.getNeighbors(this.getMyPos())) this.move([...pos]);
        this.endTurn();
        this.move(this.getEscapePos());
        this.endTurn();
    }
}
""",
    "java": b"""
final class Ai extends Client {
    @Override
    void play() {
        Pos here = getMyPos();
        String at = here.x() + " " + here.y() + " " + here.z();
        System.out.println("round " + getRound() + " at " + at);
        attack(Pos.NOWHERE, 2);
        interact("Console");
        putTrap("Kit");
        for (Pos pos : getNeighbors(here)) move(pos);
        endTurn();
        move(getEscapePos());
        endTurn();
    }
}
""",
    "go": b"""
package main

import "fmt"

type AI struct{ *Client }

func (ai *AI) Play() {
	here := ai.GetMyPos()
	fmt.Println("round", ai.GetRound(), "at", here.X, here.Y, here.Z)
	ai.Attack(Nowhere, 2)
	ai.Interact("Console", true)
	ai.PutTrap("Kit")
	for _, pos := range ai.GetNeighbors(here) {
		ai.Move(pos)
	}
	ai.EndTurn()
	ai.Move(ai.GetEscapePos())
	ai.EndTurn()
}
""",
    "rust": b"""
use crate::client::{Bot, Client};
use crate::definition::NOWHERE;

#[derive(Default)]
pub struct Ai;

impl Bot for Ai {
    fn play(&mut self, client: &mut Client) {
        let here = client.get_my_pos();
        println!("round {} at {} {} {}", client.get_round(), here.x, here.y, here.z);
        client.attack(NOWHERE, 2);
        client.interact("Console", true);
        client.put_trap("Kit");
        for pos in client.get_neighbors(here) {
            client.move_to(pos);
        }
        client.end_turn();
        client.move_to(client.get_escape_pos());
        client.end_turn();
    }
}
""",
}
