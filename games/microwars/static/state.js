/**
 * The state of a game in the browser: the engine's `view`, moved on by its events.
 *
 * A unit is a list of numbers, as the engine has it; the names of its places in the list are below.
 */

import { applied } from "../../player/events.js";

/** @typedef {[id: number, owner: number, kind: number, x: number, y: number, points: number]} Unit */
/** @typedef {[x: number, y: number]} Field */
/** @typedef {{width: number, height: number, turns: number, blocked: Field[]}} Scene */

export const [ID, OWNER, KIND, X, Y, POINTS] = /** @type {const} */ ([0, 1, 2, 3, 4, 5]);

/** The kinds of units by number: how far they shoot, how far around a target, points at the start. */
export const SPECS = Object.freeze([
  { name: "tank", reach: 1, blast: 0, power: 1, points: 25 },
  { name: "cannon", reach: 4, blast: 1, power: 1, points: 10 },
]);

/** How far a unit moves, in all eight directions. */
export const STEP = 1;

/**
 * @typedef {object} State
 * @property {number} turn     in play, or the last one played
 * @property {number[]} score  units that the other side has lost, by seat
 * @property {Unit[]} units    by id
 * @property {boolean} over
 */

/**
 * The engine's events.
 * @typedef {{e: "offence", seat: number, code: string, detail: string}} OffenceEvent
 * @typedef {{e: "over", score: number[], points: number[], words: string}} OverEvent
 * @typedef {TurnEvent | OffenceEvent | OverEvent} Event
 *
 * @typedef {object} TurnEvent
 * @property {"turn"} e
 * @property {number} turn
 * @property {[id: number, x: number, y: number][]} shots
 * @property {[id: number, x: number, y: number][]} moves
 * @property {number[]} blocked  ids
 * @property {[id: number, points: number][]} damage
 * @property {Unit[]} units      those that changed
 * @property {number} [by]       the side whose orders alone are known
 *
 * @typedef {{id: number, reach: number, blast: number, steps: Field[]}} Choice  of a unit
 */

/**
 * @typedef {{state: State, scene: Scene, event: Event, view: State, prompt: unknown, choices: Choice[], action: number[][]}} Game
 * @typedef {import("../../player/contract.js").DrawOptions<Game>} DrawOptions
 * @typedef {import("../../player/contract.js").TextOptions<Game>} TextOptions
 */

/**
 * The state after one frame's events.  Neither argument is changed; unchanged parts are shared.
 * @param {State} frame
 * @param {Event[]} delta
 * @returns {State}
 */
export function apply(frame, delta) {
  const last = delta.some(({ e }) => e === "over");
  /** @type {import("../../player/events.js").Changes<State, Event>} */
  const changes = {
    turn: (state, event) => played(state, event, last),
    offence: (state) => state,
    over: (state, { score }) => ({ ...state, score, over: true }),
  };
  return applied(frame, delta, changes);
}

/** The turn after the last one has no number. @param {State} state @param {TurnEvent} event @param {boolean} last */
function played(state, { turn, units: changed }, last) {
  const now = new Map(changed.map((unit) => [unit[ID], unit]));
  const score = [...state.score];
  const units = [];
  for (const before of state.units) {
    const unit = now.get(before[ID]) ?? before;
    if (unit[POINTS] > 0) units.push(unit);
    else score[1 - unit[OWNER]] += 1;
  }
  return { ...state, turn: last ? turn : turn + 1, score, units };
}

/**
 * How far two fields are apart, in steps in eight directions.
 * @param {number} x
 * @param {number} y
 * @param {number} u
 * @param {number} v
 */
export const apart = (x, y, u, v) => Math.max(Math.abs(x - u), Math.abs(y - v));

/** @param {State} state @param {number} x @param {number} y @returns {Unit | undefined} */
export const unitAt = (state, x, y) => state.units.find((unit) => unit[X] === x && unit[Y] === y);

/** @param {Unit} unit */
export const specOf = (unit) => SPECS[unit[KIND]];

/** @param {number} x @param {number} y */
export const place = (x, y) => `(${x}, ${y})`;

/** The units left to a side: number of each kind, and points. @param {State} state @param {number} seat */
export function forceOf({ units }, seat) {
  const own = units.filter((unit) => unit[OWNER] === seat);
  const counts = SPECS.map((_, kind) => own.filter((unit) => unit[KIND] === kind).length);
  return { counts, units: own.length, points: own.reduce((sum, unit) => sum + unit[POINTS], 0) };
}
