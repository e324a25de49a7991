/**
 * The state of a game in the browser: the engine's `view`, updated by its events.  It also has
 * values that only the frames contain: `bids`, `order` and `spawns` of the opening, and the `ranks`.
 */

import { applied } from "../../player/events.js";

/** @typedef {[x: number, y: number]} Place  a cell */
/** @typedef {"bid" | "spawn" | "round" | "over"} Phase */
/** @typedef {{place: number, kind: string, text: string, player: number | null}} Mark */
/** @typedef {{name: string, x: number, y: number, tags: string[]}} ScenarioPoint */

/**
 * @typedef {object} Constants  of the rules
 * @property {number} max_round
 * @property {number} bomb_cost
 * @property {number} suppress_limit
 * @property {number} capital_influence
 * @property {number} justify_rounds
 * @property {number} justify_price
 * @property {number} border
 * @property {number} spawn_distance
 * @property {number} spawn_anywhere
 */

/**
 * @typedef {object} Scene
 * @property {number} cols
 * @property {number} rows
 * @property {number[]} resource  by place, as attack and defence
 * @property {number[]} attack
 * @property {number[]} defence
 * @property {number[][]} kernel
 * @property {Constants} constants
 * @property {number} players
 * @property {ScenarioPoint[]} [points]
 * @property {string[]} [words]   of the scenario's rules
 * @property {import("./kinds.js").Kind[]} [terrain]
 */

/**
 * @typedef {object} State
 * @property {Phase} phase
 * @property {number} round     the next round
 * @property {string} owner     a digit per cell, row by row; a dot for a free cell
 * @property {number[]} sieged  places
 * @property {number[]} saving
 * @property {number[]} income
 * @property {number[]} area
 * @property {number[]} capital   a place, -1 for none
 * @property {string[]} relation  a line per player: U(ndiscovered), N(eutral), A(llied), W(ar)
 * @property {number[][]} justify rounds in a row in which one has justified a war against the other
 * @property {number[]} betrayed
 * @property {number[]} alive
 * @property {number[]} reached   players who have reached the goal
 * @property {Mark[]} marks
 * @property {boolean} over
 * @property {number[]} [bids]
 * @property {number[]} [order]   of choosing a place
 * @property {Spawn[]} [spawns]
 * @property {number[]} [ranks]
 */

/** @typedef {{p: number, at: Place | null, place: number}} Spawn  place: -1 where it was refused */

/**
 * The state as far as a country knows it.
 * @typedef {Omit<State, "saving" | "income" | "area" | "bids"> & Unsure} Known
 *
 * @typedef {object} Unsure  null where a value is not known
 * @property {(number | null)[]} saving
 * @property {(number | null)[]} income
 * @property {(number | null)[]} area
 * @property {(number | null)[]} [bids]
 */

/**
 * The engine's events, see `frames.py`.
 * @typedef {[one: number, other: number, before: string, after: string, traitor: number | null]} Change  of a relation
 * @typedef {{e: "bids", bids: number[], order: number[], own?: undefined}} BidsEvent
 * @typedef {{e: "bids", bids: Record<number, number>, order: number[], own: true}} OwnBidEvent  as a country learns of it
 * @typedef {{e: "spawn"} & Spawn} SpawnEvent
 * @typedef {{e: "start"} & Pick<State, typeof KEY[number]>} StartEvent
 * @typedef {RoundOnly & Pick<State, typeof NATIONS[number]>} RoundEvent
 * @typedef {{e: "end", words: string, ranks: number[]}} EndEvent
 * @typedef {BidsEvent | SpawnEvent | StartEvent | RoundEvent | EndEvent} Event
 * @typedef {OwnBidEvent | Event} KnownEvent
 *
 * @typedef {object} RoundOnly
 * @property {"round"} e
 * @property {number} id
 * @property {string[]} stances    a line per country
 * @property {Change[]} changes
 * @property {number[]} homeless
 * @property {[player: number, x: number, y: number, size: number][]} bombs
 * @property {[place: number, player: number][]} cells
 * @property {number[]} sieged
 * @property {number[]} fallen
 * @property {Mark[]} marks
 */

/**
 * The view of a person, and the questions to them.
 * @typedef {object} Nation  null: not known
 * @property {string} status          the relation to the person's country
 * @property {number | null} area
 * @property {number[] | null} wars
 * @property {number | null} saving
 * @property {number | null} income
 * @property {number | null} capital
 * @property {string | null} relation
 *
 * @typedef {{phase: Phase, round: number, owner: string, sieged: number[], players: Nation[], backstab_used: boolean | number, marks: Mark[]}} SeatView
 * @typedef {{phase: "bid", money: number} | {phase: "spawn", chosen: Place[]} | {phase: "round", round: number, players: Nation[]}} Prompt
 * @typedef {{stances: string, bombs: [number, number, number][], capital?: Place}} Orders
 * @typedef {{bid: number | null} | {spawn: Place} | Orders} Action
 * @typedef {State & {known: Nation[]}} SeatState  what `stateOf` makes of a view
 */

/**
 * @typedef {{state: State, scene: Scene, event: Event}} Game
 * @typedef {{state: Known, scene: Scene, event: KnownEvent}} KnownGame
 * @typedef {{state: SeatState, scene: Scene, event: Event, view: SeatView, prompt: Prompt, choices: {justify: number[]} | null, action: Action}} Played
 * @typedef {import("../../player/contract.js").DrawOptions<Game>} DrawOptions
 * @typedef {import("../../player/contract.js").TextOptions<KnownGame>} TextOptions
 * @typedef {import("../../player/contract.js").TableOptions<KnownGame>} TableOptions
 * @typedef {import("../../player/contract.js").Around<Game>} Around
 */

const NATIONS = /** @type {const} */ (["saving", "income", "area", "capital", "relation", "justify", "betrayed", "alive", "reached"]);
const KEY = /** @type {const} */ (["phase", "round", "owner", "sieged", ...NATIONS, "marks", "over"]);
const NOBODY = ".";

/**
 * Some fields of an object.
 * @template T
 * @template {keyof T} K
 * @param {T} from
 * @param {readonly K[]} names
 * @returns {Pick<T, K>}
 */
const pick = (from, names) => /** @type {Pick<T, K>} */ (Object.fromEntries(names.map((name) => [name, from[name]])));

/**
 * The state after one frame's events.  Neither argument is changed; unchanged parts are shared.
 * @param {State} state
 * @param {Event[]} delta
 * @returns {State}
 */
export function apply(state, delta) {
  return applied(state, delta, CHANGES);
}

/** @type {import("../../player/events.js").Changes<State, Event>} */
const CHANGES = {
  bids: (state, { bids, order }) => ({ ...state, phase: "spawn", bids, order, spawns: [] }),
  spawn: (state, { p, at, place }) => ({ ...state, spawns: [...(state.spawns ?? []), { p, at, place }] }),
  start: (state, event) => ({ ...state, ...pick(event, KEY) }),
  round: played,
  end: (state, { ranks }) => ({ ...state, phase: "over", over: true, ranks }),
};

/** @param {State} state @param {RoundEvent} event */
function played(state, event) {
  return {
    ...state,
    ...pick(event, NATIONS),
    round: event.id + 1,
    owner: changed(state.owner, event.cells),
    sieged: event.sieged,
    marks: event.marks,
  };
}

/** @param {string} owner @param {[number, number][]} cells */
function changed(owner, cells) {
  if (!cells.length) return owner;
  const letters = [...owner];
  for (const [place, player] of cells) letters[place] = player < 0 ? NOBODY : String(player);
  return letters.join("");
}

/** The state in the form of a key frame of the engine. @param {State} state */
export function keyOf(state) {
  return pick(state, KEY);
}

/** @type {WeakMap<object, Int8Array>} by state */
const boards = new WeakMap();

/** The owners as numbers, -1 for nobody. @param {Pick<State, "owner">} state @returns {Int8Array} */
export function ownersOf(state) {
  let owners = boards.get(state);
  if (!owners) {
    owners = Int8Array.from(state.owner, (letter) => (letter === NOBODY ? -1 : Number(letter)));
    boards.set(state, owners);
  }
  return owners;
}

/**
 * Whether the two are allied; a player counts as an ally of itself.
 * @param {Pick<Known, "relation">} state
 * @param {number} one
 * @param {number} other
 */
export function allied({ relation }, one, other) {
  return one === other || relation[one][other] === "A";
}

/**
 * Whether one player knows everything about the other.
 * @param {Known} state
 * @param {number} one
 * @param {number} other
 */
export function told(state, one, other) {
  return allied(state, one, other) || knowsAll(state, one);
}

/**
 * Whether a scenario's point shows the player everything about every country.
 * @param {Known} state
 * @param {number} player
 */
export function knowsAll(state, player) {
  return holds(state, player, "archive");
}

/** Whether a scenario's point shows the player the whole board. @param {Known} state @param {number} player */
export function seesAll(state, player) {
  return holds(state, player, "tower");
}

/**
 * Whether the player owns a point with a mark of this kind that is in working order.
 * @param {Pick<Known, "marks">} state
 * @param {number} player
 * @param {string} kind
 */
function holds({ marks }, player, kind) {
  const broken = new Set(marks.filter((mark) => mark.kind === "broken").map(({ place }) => place));
  return marks.some((mark) => mark.kind === kind && mark.player === player && !broken.has(mark.place));
}
