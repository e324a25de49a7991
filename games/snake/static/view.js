/**
 * Snake as the player sees it: how a state follows from events, how it is drawn and told.
 * The parts live beside this file: `state.js`, `draw.js`, `words.js`.
 */

import { LAYERS } from "./words.js";

export { apply } from "./state.js";
export { draw, locate } from "./draw.js";
export { roles } from "./movers.js";
export { timeline } from "./timeline.js";
export { describe, markKinds, marks, panel, seatOf, timelineItems } from "./words.js";

export const title = "Snake";

/** The names of a turn and of a game of a match in this game. */
export const words = { turn: "round", game: "half" };

/** The layers that people can show or hide. */
export const layers = [
  { id: "coordinates", title: LAYERS.coordinates, default: true },
  { id: "upcoming", title: LAYERS.upcoming, default: false },
  { id: "territory", title: LAYERS.territory, default: false },
];

/** The number of turns at most. @param {{rounds: number}} scene */
export function turns(scene) {
  return scene.rounds;
}

/** Points by seat of the game. @param {{scores: number[]}} state */
export function scores(state) {
  return state.scores;
}
