/**
 * Microwars as the player sees it: how a state follows from events, how it is drawn and told.
 * The parts live beside this file.
 */

import { LAYERS } from "./words.js";

export { apply } from "./state.js";
export { draw, locate } from "./draw.js";
export { heard, seen } from "./known.js";
export { leaderboard, scores, series, tables } from "./tables.js";
export { describe, markKinds, marks, seatOf, tell } from "./words.js";

export const title = "Microwars";

/** This game's words for a turn, a game of a match, and the tab of its tables. */
export const words = { turn: "turn", game: "game", ply: null, tables: "Units" };

/** The layers that can be shown or hidden. */
export const layers = [
  { id: "points", title: LAYERS.points, default: true },
  { id: "traces", title: LAYERS.traces, default: true },
  { id: "danger", title: LAYERS.danger, default: false },
  { id: "ids", title: LAYERS.ids, default: false },
  { id: "coordinates", title: LAYERS.coordinates, default: true },
];

/** ms of a turn at single speed: all of it happens at once, and is shown step by step. */
export const pace = 2000;

/** The board can be enlarged. */
export const zoomable = true;

const CLOSE = 60;

/**
 * How far it makes sense to enlarge it: until a field is as large as a finger.
 * @param {{width: number, height: number}} scene
 * @param {{width: number, height: number}} room  CSS px
 */
export function mostZoom(scene, { width, height }) {
  return Math.max(1.5, CLOSE / Math.min(width / scene.width, height / scene.height));
}

/** The number of turns. @param {{turns: number}} scene */
export function turns(scene) {
  return scene.turns;
}
