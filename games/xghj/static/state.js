/**
 * The state of a game in the browser: the engine's `view`, updated by its events.  It also has
 * values that only the frames contain: `bids`, `order` and `spawns` of the opening, and the `ranks`.
 */

import { applied } from "../../player/events.js";

/**
 * @typedef {object} State
 * @property {string} phase     "bid", "spawn", "round" or "over"
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
 * @property {{place: number, kind: string, text: string, player: number | null}[]} marks
 * @property {boolean} over
 * @property {number[]} [bids]
 * @property {number[]} [order]   of choosing a place
 * @property {{p: number, at: number[] | null, place: number}[]} [spawns]
 * @property {number[]} [ranks]
 */

const NATIONS = ["saving", "income", "area", "capital", "relation", "justify", "betrayed", "alive", "reached"];
const KEY = ["phase", "round", "owner", "sieged", ...NATIONS, "marks", "over"];
const NOBODY = ".";

const pick = (from, names) => Object.fromEntries(names.map((name) => [name, from[name]]));

/**
 * The state after one frame's events.  Neither argument is changed; unchanged parts are shared.
 * @param {State} state
 * @param {any[]} delta
 * @returns {State}
 */
export function apply(state, delta) {
  return applied(state, delta, CHANGES);
}

const CHANGES = {
  bids: (state, { bids, order }) => ({ ...state, phase: "spawn", bids, order, spawns: [] }),
  spawn: (state, { p, at, place }) => ({ ...state, spawns: [...(state.spawns ?? []), { p, at, place }] }),
  start: (state, event) => ({ ...state, ...pick(event, KEY) }),
  round: played,
  end: (state, { ranks }) => ({ ...state, phase: "over", over: true, ranks }),
};

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

const boards = new WeakMap();

/** The owners as numbers, -1 for nobody. @param {State} state @returns {Int8Array} */
export function ownersOf(state) {
  let owners = boards.get(state);
  if (!owners) {
    owners = Int8Array.from(state.owner, (letter) => (letter === NOBODY ? -1 : Number(letter)));
    boards.set(state, owners);
  }
  return owners;
}

/** Whether the two are allied; a player counts as an ally of itself. @param {State} state */
export function allied({ relation }, one, other) {
  return one === other || relation[one][other] === "A";
}

/** Whether one player knows everything about the other. */
export function told(state, one, other) {
  return allied(state, one, other) || knowsAll(state, one);
}

/** Whether a scenario's point shows the player everything about every country. */
export function knowsAll(state, player) {
  return holds(state, player, "archive");
}

/** Whether a scenario's point shows the player the whole board. */
export function seesAll(state, player) {
  return holds(state, player, "tower");
}

/** Whether the player owns a point with a mark of this kind that is in working order. */
function holds({ marks }, player, kind) {
  const broken = new Set(marks.filter((mark) => mark.kind === "broken").map(({ place }) => place));
  return marks.some((mark) => mark.kind === kind && mark.player === player && !broken.has(mark.place));
}
