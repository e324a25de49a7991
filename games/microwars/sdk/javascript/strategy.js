// Your bot.  Change `choose`; it is called once for every turn.
//
// This sample walks to the nearest enemy and shoots where it hits most.
import { BLAST } from "./constants.js";
import { reaches } from "./state.js";

export class Strategy {
    // `state` is that of the first turn, and stays up to date.  Keep here what you want to
    // remember between turns.
    constructor(state) {
        this.state = state;
    }

    // Orders for your units; those without one stay and do not shoot.
    choose() {
        const { state } = this;
        if (state.late()) return [];
        const enemies = state.units.filter((unit) => !unit.mine);
        const ways = state.distances(enemies.map((enemy) => enemy.place));
        return state.units
            .filter((unit) => unit.mine)
            .map((unit) => ({
                unit: unit.place,
                shot: this.shot(unit),
                move: this.step(unit, enemies, ways),
            }));
    }

    // The target with the most enemies and none of your units in its blast; 0 for none.
    shot(unit) {
        let best = 0;
        let bestWorth = 0;
        for (const target of this.state.targets(unit)) {
            let worth = 0;
            for (const hit of this.state.around(target, BLAST[unit.kind])) {
                const other = this.state.at(hit);
                if (other) worth += other.mine ? -9 : 1;
            }
            if (worth > bestWorth) {
                best = target;
                bestWorth = worth;
            }
        }
        return best;
    }

    // One field nearer to the enemy, unless it is within range already.
    step(unit, enemies, ways) {
        if (enemies.some((enemy) => reaches(unit, enemy.place))) return unit.place;
        let best = unit.place;
        for (const near of this.state.steps(unit)) {
            if (ways[near] >= 0 && ways[near] < ways[best]) best = near;
        }
        return best;
    }
}
