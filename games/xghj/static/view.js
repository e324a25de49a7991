/**
 * XGHJ as the player sees it: how a state follows from events, how it is drawn and told.
 * The parts live beside this file: `state.js`, `draw.js`, `words.js`, `tables.js`.
 */

import { LAYERS } from "./kinds.js";

export { apply } from "./state.js";
export { draw } from "./draw.js";
export { heard, seen } from "./known.js";
export { leaderboard, scores, series, tables } from "./tables.js";
export { describe, markKinds, marks, tell } from "./words.js";

export const title = "XGHJ";

/** What this game calls a turn and a game of a match, and the tab of its tables. */
export const words = { turn: "round", game: "game", ply: null, tables: "Relations" };

/** What can be shown or hidden. */
export const layers = [
  { id: "bombs", title: "Bombs", default: true },
  { id: "heat", title: "Influence of the bombs", default: false },
  { id: "changes", title: "Land that has just changed hands", default: true },
  { id: "relations", title: "Alliances and wars", default: true },
  { id: "points", title: "Points of the scenario", default: true },
  ...LAYERS.map(({ id, title: text }) => ({ id, title: `${text} of the cells`, default: false })),
  { id: "coordinates", title: "Columns and rows", default: false },
  { id: "plain", title: "Plain colours, without patterns and signs", default: false },
];

/** ms of a round at single speed: much happens at once. */
export const pace = 900;

/** The board can be enlarged. */
export const zoomable = true;

const CLOSE = 52;

/**
 * How far it makes sense to enlarge it: until a cell is as large as a finger.
 * @param {{cols: number, rows: number}} scene
 * @param {{width: number, height: number}} room  CSS px
 */
export function mostZoom({ cols, rows }, { width, height }) {
  return Math.max(1.5, CLOSE / Math.min(width / cols, height / rows));
}

/** The number of rounds at most. @param {{constants: {max_round: number}}} scene */
export function turns({ constants }) {
  return constants.max_round - 1;
}
