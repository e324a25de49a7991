// Your AI.  Change `play`.
//
// This sample fetches missing keys from the machines, attacks players in its way, and escapes in
// the capsule.
import { Client } from "./client.js";
import { KEYS } from "./constants.js";
import { MACHINES, distances } from "./station.js";

export class AI extends Client {
    // One turn: one major action, and any number of minor ones.
    play() {
        const here = this.getMyPos();
        if (this.strikeNear(here)) return;
        const goals = this.goals();
        if (this.getBoxes().includes(here)) this.viewBox("Box");
        else if (!goals.includes(here)) this.walk(here, goals);
        else if (here === this.getEscapePos()) this.interact("EscapeCapsule", true);
        else this.interact("KeyMachine");
    }

    // The capsule if no key is missing, else the machines of the missing keys.
    goals() {
        const keys = this.getKeys();
        if (keys.length === KEYS) return [this.getEscapePos()];
        return [...MACHINES.keys()].filter((pos) => !keys.includes(MACHINES.get(pos)));
    }

    strikeNear(here) {
        const near = this.getNeighbors(here);
        for (const { id } of this.others) {
            const pos = this.getOtherPos(id);
            const inReach = pos === here || near.includes(pos);
            if (inReach && pos[2] === here[2]) return this.attack(pos, id).success;
        }
        return false;
    }

    // One step along a shortest path.
    walk(here, goals) {
        const far = distances(goals, this.getRound());
        const steps = this.getNeighbors(here).filter((pos) => far.has(pos));
        steps.sort((a, b) => far.get(a) - far.get(b));
        if (steps.length > 0) this.move(steps[0]);
    }
}
