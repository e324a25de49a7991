/**
 * Generals as the player sees it: how a state follows from events, how it is drawn and told.
 * The parts live beside this file: `state.js`, `draw.js`, `words.js`.
 */

export { apply } from "./state.js";
export { draw } from "./draw.js";
export { heard, seen } from "./known.js";
export { describe, leaderboard, markKinds, marks, scores, seatOf, timelineItems } from "./words.js";

export const title = "Generals";

/** What this game calls a turn and a game of a match; a half-turn is one step. */
export const words = { turn: "half-turn", game: "game", ply: null };

/** What can be shown or hidden. */
export const layers = [
  { id: "turn", title: "Turn", default: true },
  { id: "orders", title: "Orders that wait", default: true },
  { id: "sums", title: "Sums where tiles are small", default: true },
  { id: "coordinates", title: "Rows and columns", default: true },
  { id: "plain", title: "Plain colours, without patterns", default: false },
  { id: "lit", title: "Tiles that are always in view", default: false },
];

/** The board can be enlarged. */
export const zoomable = true;

const CLOSE = 44;

/**
 * How far it makes sense to enlarge it: until a tile is as large as a finger.
 * @param {{width: number, height: number}} scene
 * @param {{width: number, height: number}} room  CSS px
 */
export function mostZoom(scene, { width, height }) {
  const cell = Math.min(width / scene.width, height / scene.height);
  return Math.max(1, CLOSE / cell);
}

/** The number of turns at most. @param {{halfturns: number}} scene */
export function turns(scene) {
  return scene.halfturns;
}
