// Your bot.  Change Strategy.choose; it is called once for every half-turn.
//
// This sample takes the tiles that cost least.  When there are none, it leads its largest army to
// the nearest enemy that it knows.
import { CAPITAL, CITY, NEUTRAL, SWAMP } from "./constants.js";

const MARCH = 8; // units that make an army worth leading against an enemy
const LONGEST = 12; // orders of one march; then it looks around again

export class Strategy {
    // Keep here what you want to remember between half-turns.
    constructor(state) {
        this.state = state;
    }

    // Plans when no order waits; the game plays one order per half-turn.
    choose(operations) {
        if (this.state.queue.length) return;
        if (this.spread(operations)) return;
        operations.walk(this.march().slice(0, LONGEST + 1));
    }

    // Takes the tile with the most worth per unit: capitals above all, then cities, then enemies.
    spread(operations) {
        const { state } = this;
        let [best, move] = [0, null];
        for (const source of state.frontier()) {
            for (const target of state.neighbours(source)) {
                if (!state.isOpen(target) || state.isFriendly(state.owners[target])) continue;
                const cost = state.cost(target);
                if (state.units[source] - 1 < Math.max(cost, 1)) continue;
                const value = this.worth(target) / (cost + 2);
                if (value > best) [best, move] = [value, [source, target]];
            }
        }
        if (move) operations.move(...move);
        return move !== null;
    }

    worth(target) {
        const { kinds, owners } = this.state;
        if (kinds[target] === SWAMP) return 0;
        if (kinds[target] === CAPITAL) return 1000;
        return (kinds[target] === CITY ? 10 : 1) * (owners[target] === NEUTRAL ? 1 : 2);
    }

    // The path of the largest army to an enemy, or else to any tile that is not ours.
    march() {
        const { state } = this;
        const [source] = state.armies();
        if (source === undefined) return [];
        const army = state.units[source];
        const weaker = (place) => {
            const seen = state.sight(place);
            return state.isEnemy(seen.owner) && seen.units < army;
        };
        const path = army >= MARCH ? state.path(source, weaker) : [];
        if (path.length) return path;
        return state.path(source, (place) => {
            const isOurs = state.isFriendly(state.owners[place]);
            return !isOurs && state.kinds[place] !== SWAMP && state.cost(place) < army;
        });
    }
}
