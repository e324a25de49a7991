/**
 * XGHJ in the replay player: the states after events, the drawing, and the text.
 * The parts are in the files beside this one: `state.js`, `draw.js`, `words.js`, `tables.js`.
 */

import { LAYERS } from "./kinds.js";
import { LAYER_TITLES } from "./words.js";

export { apply } from "./state.js";
export { draw } from "./draw.js";
export { heard, seen } from "./known.js";
export { leaderboard, scores, series, tables } from "./tables.js";
export { describe, markKinds, marks, tell } from "./words.js";

export const title = "XGHJ";

/** The names of a turn, of a game of a match, and of the tab with the tables. */
export const words = { turn: "round", game: "game", ply: null, tables: "Relations" };

/** The layers that people can show or hide. */
export const layers = [
  { id: "bombs", title: LAYER_TITLES.bombs, default: true },
  { id: "heat", title: LAYER_TITLES.heat, default: false },
  { id: "changes", title: LAYER_TITLES.changes, default: true },
  { id: "relations", title: LAYER_TITLES.relations, default: true },
  { id: "points", title: LAYER_TITLES.points, default: true },
  ...LAYERS.map(({ id, title: text }) => ({ id, title: LAYER_TITLES.cells(text), default: false })),
  { id: "coordinates", title: LAYER_TITLES.coordinates, default: false },
  { id: "plain", title: LAYER_TITLES.plain, default: false },
];

/** Milliseconds of a round at single speed. */
export const pace = 900;

/** The board can be enlarged. */
export const zoomable = true;

const CLOSE = 52;

/**
 * The largest zoom: a cell is then about as large as a fingertip.
 * @param {{cols: number, rows: number}} scene
 * @param {{width: number, height: number}} room  CSS px
 */
export function mostZoom({ cols, rows }, { width, height }) {
  return Math.max(1.5, CLOSE / Math.min(width / cols, height / rows));
}

/** The largest number of rounds. @param {{constants: {max_round: number}}} scene */
export function turns({ constants }) {
  return constants.max_round - 1;
}
