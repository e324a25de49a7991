/**
 * Lost in Space in the replay player: how a state follows from events, how it is drawn and described.
 * The parts are in the other files of this folder.
 */

import { BOARD } from "./words.js";

export { apply } from "./state.js";
export { draw, locate } from "./draw.js";
export { heard, seen } from "./known.js";
export { leaderboard, scores, series, tables } from "./tables.js";
export { describe, markKinds, marks, seatOf } from "./words.js";

export const { title } = BOARD;

/** This game's terms for a turn, for a game of a match, and for the tab of its tables. */
export const words = { turn: "round", game: "game", tables: "Players" };

/** Parts of the drawing that people can show or hide. */
export const layers = [{ id: "large", title: BOARD.large, default: false }];

/** A place is [x, y, z]. */
export const pointSize = 3;

/** ms of a step at single speed. */
export const pace = 320;

/** The maximum of rounds. @param {{rounds: number}} scene */
export function turns(scene) {
  return scene.rounds;
}
