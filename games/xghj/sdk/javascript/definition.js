// The view that your AI gets, and its answer.  The names are those of the contest, in JavaScript's
// spelling.
//
// All boards are indexed [x][y]: x is the column from 0 to cols - 1, y the row from 0 to rows - 1.
// A position is an object { x, y }.
import * as usual from "./constants.js";

export const NEUTRAL_PLAYER_ID = 233; // the owner of a free cell
export const UNKNOWN_PLAYER_ID = 213; // the owner of a cell that you do not see

// The relation between two countries.
export const DiplomaticStatus = Object.freeze({
    UNDISCOVERED: 0,
    NEUTRAL: 1,
    ALLIED: 2,
    AT_WAR: 3,
});

// Your stance towards another country.
export const DiplomaticCommand = Object.freeze({
    KEEP_NEUTRAL: 0,
    FORM_ALLIANCE: 1,
    JUSTIFY_WAR: 2,
    BACKSTAB: 3,
});

// The numbers of this game, which a scenario may change; constants.js has the usual ones.
//
// The game stops when the counter of rounds reaches `maxRound`.  `capitalInfluence` and
// `corruption` are in thousandths, `cityIncome` in hundredths.
export class Rules {
    maxRound = usual.MAX_ROUND;
    initialMoney = usual.INITIAL_MONEY;
    bombCost = usual.BOMB_COST;
    suppressLimit = usual.SUPPRESS_LIMIT;
    capitalInfluence = usual.CAPITAL_INFLUENCE;
    cityIncome = usual.CITY_INCOME;
    corruption = usual.CORRUPTION;
    justifyRounds = usual.JUSTIFY_ROUNDS;
    justifyPrice = usual.JUSTIFY_PRICE;
    border = usual.BORDER;
    spawnDistance = usual.SPAWN_DISTANCE;
    spawnAnywhere = usual.SPAWN_ANYWHERE;

    // The size of a capital's free bomb: a share of the last income buys it, rounded up.
    capitalBomb(income) {
        return Math.ceil((this.capitalInfluence * income) / (1000 * this.bombCost));
    }
}

// The facts that never change:
//
//     rows, cols                    the size of the board
//     resource, attack, defence     by [x][y]
//     militaryKernel                by [dx + 4][dy + 4]
//     constants                     the `Rules`
//     title, names                  of the scenario, and of the players
//     points                        cells with a name: { name, place, tags }
//     words                         the special rules, in sentences
export class BaseMap {
    constructor(facts) {
        Object.assign(this, facts);
    }

    inside({ x, y }) {
        return x >= 0 && x < this.cols && y >= 0 && y < this.rows;
    }
}

// A round that you must answer:
//
//     id, playerSize                you, and the number of players, including those who are out
//     rows, cols, map               the size of the board, and the `BaseMap`
//     round                         from 1
//     playerInfo                    each country as you know it, by id; see below
//     mapPointInfo                  by [x][y]: { isVisible, owner, isSieged }; a cell is sieged
//                                   where it lies outside its owner's supply area
//     backstabUsed                  you have used your backstab
//     marks                         signs that special rules show on the board now:
//                                   { place, kind, text, player }, where player may be null
//
// The last three members are your answer.  By default it has no bombs, keeps all relations, and
// keeps the capital:
//
//     militaryCommands              { place, bombSize } for each bomb
//     diplomaticCommands            one for each id
//     newCapital                    a position, or null
//
// A country has the members `dipStatus`, `isVisible`, `isUnion`, `mapArea`, `warList`, `saving`,
// `income`, `capital` and `relations`.  Those that you do not know are null.  Where `isVisible`
// (neutral, allied or yourself), you know `mapArea` and `warList`.  Where `isUnion` (allied or
// yourself), you know the rest.  `capital` is also null where a country has none.  `income` is that
// of the last round.  `relations` has its relation to each country, by id.
export class Info {
    militaryCommands = [];

    constructor(view) {
        Object.assign(this, view);
    }

    get me() {
        return this.playerInfo[this.id];
    }

    owner({ x, y }) {
        return this.mapPointInfo[x][y].owner;
    }

    // Add a bomb to your answer.
    bomb(place, size) {
        this.militaryCommands.push({ place, bombSize: size });
    }
}
