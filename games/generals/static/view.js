/**
 * Generals in the replay player: how a state follows from events, how it is drawn and described.
 * The parts are in `state.js`, `draw.js` and `words.js`.
 */

import { LAYERS } from "./words.js";

export { apply } from "./state.js";
export { draw, locate } from "./draw.js";
export { heard, seen } from "./known.js";
export { describe, leaderboard, markKinds, marks, scores, seatOf, timelineItems } from "./words.js";

export const title = "Generals";

/** This game's terms for a turn and for a game of a match; a half-turn is one step. */
export const words = { turn: "half-turn", game: "game", ply: null };

/** Parts of the drawing that people can show or hide. */
export const layers = [
  { id: "turn", title: LAYERS.turn, default: true },
  { id: "orders", title: LAYERS.orders, default: true },
  { id: "sums", title: LAYERS.sums, default: true },
  { id: "coordinates", title: LAYERS.coordinates, default: true },
  { id: "plain", title: LAYERS.plain, default: false },
  { id: "lit", title: LAYERS.lit, default: false },
];

/** The board can be enlarged. */
export const zoomable = true;

const CLOSE = 44;

/**
 * The largest useful zoom: a tile is then as large as a finger.
 * @param {{width: number, height: number}} scene
 * @param {{width: number, height: number}} room  CSS px
 */
export function mostZoom(scene, { width, height }) {
  const cell = Math.min(width / scene.width, height / scene.height);
  return Math.max(1, CLOSE / cell);
}

/** The maximum of turns. @param {{halfturns: number}} scene */
export function turns(scene) {
  return scene.halfturns;
}
