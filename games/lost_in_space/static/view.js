/**
 * Lost in Space as the player sees it: how a state follows from events, how it is drawn and told.
 * The parts live beside this file.
 */

export { apply } from "./state.js";
export { draw } from "./draw.js";
export { heard, seen } from "./known.js";
export { leaderboard, scores, series, tables } from "./tables.js";
export { describe, markKinds, marks, seatOf } from "./words.js";

export const title = "Lost in Space";

/** What this game calls a turn and a game of a match, and the tab of its tables. */
export const words = { turn: "round", game: "game", tables: "Players" };

/** What can be shown or hidden. */
export const layers = [{ id: "large", title: "One floor large", default: false }];

/** ms of a step at single speed. */
export const pace = 320;

/** The number of rounds at most. @param {{rounds: number}} scene */
export function turns(scene) {
  return scene.rounds;
}
