/**
 * XGHJ in the replay player: the states after events, the drawing, and the text.
 * The parts are in the files beside this one: `board.js`, `words.js`, `tables.js`.
 */

import { LAYERS } from "./kinds.js";
import { LAYER_TITLES } from "./words.js";

export { apply, draw, locate, mostZoom, pace, zoomable } from "./board.js";
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

/** The largest number of rounds. @param {{constants: {max_round: number}}} scene */
export function turns({ constants }) {
  return constants.max_round - 1;
}
