// Your bot.  Change `choose`; it is called once for every turn.
//
// This sample walks to the nearest enemy and shoots where it hits most.
import { BLAST, order } from "./state.js";

export class Strategy {
    // `state` is that of the first turn, and stays up to date.  Keep here what you want to
    // remember between turns.
    constructor(state) {
        this.state = state;
    }

    // Orders for your units; those without one stay and do not shoot.
    choose() {
        const { state } = this;
        if (state.isLate()) return [];
        const enemies = state.units.filter((unit) => !unit.mine);
        const ways = state.distances(enemies.map((unit) => unit.place));
        const own = state.units.filter((unit) => unit.mine);
        return own.map((unit) => order(unit.place, this.shot(unit), this.step(unit, enemies, ways)));
    }

    // The target with the most enemies and the fewest friends in its blast; 0 for none.
    shot(unit) {
        let [best, most] = [0, 0];
        for (const target of this.state.targets(unit)) {
            const worth = this.state.around(target, BLAST[unit.kind])
                .map((hit) => this.state.at(hit))
                .reduce((sum, other) => sum + (other ? (other.mine ? -1 : 1) : 0), 0);
            if (worth > most) [best, most] = [target, worth];
        }
        return best;
    }

    // One field nearer to the enemy, unless it is within range already.
    step(unit, enemies, ways) {
        if (enemies.some((other) => unit.reaches(other.place))) return unit.place;
        const nearer = this.state.steps(unit).filter((near) => ways[near] >= 0);
        return nearer.reduce((best, near) => (ways[near] < ways[best] ? near : best), unit.place);
    }
}
