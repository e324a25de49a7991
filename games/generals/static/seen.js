/** The view of one seat as a state that can be drawn, and the messages to it in words. */

import { CAPITAL, Tiles, ownerOf } from "./tiles.js";
import { tileInWords } from "./coordinates.js";
import { Queue } from "./queue.js";

/** @import { Played, Prompt, Scene, SeatView, State } from "./state.js" */
/** @typedef {import("../../play/contract.js").Seen<Played>} Seen */
/** @typedef {import("../../play/contract.js").TellOptions<Played>} TellOptions */

/** @type {Record<string, string>} */
const LETTERS = { U: "up", D: "down", L: "left", R: "right" };

/**
 * The state that follows from a seat's view and the question to the seat.  Tiles out of view are
 * empty.  Orders of other players and capitals out of view are unknown.
 * @param {SeatView} view
 * @param {Seen} options
 */
export function stateOf(view, { scene, seat, previous, prompt }) {
  const tiles = Tiles.read(view);
  const capitals = scene.teams.map(() => -1);
  for (let place = 0; place < tiles.count; place += 1) {
    if (view.kinds.charCodeAt(place) - 48 !== CAPITAL) continue;
    const owner = ownerOf(tiles.code(place));
    if (owner) capitals[owner - 1] = place;
  }
  const queues = scene.teams.map((_, player) => new Queue(player === seat ? view.queue.slice() : []));
  return {
    half: view.half,
    tiles,
    capitals,
    queues,
    ranking: prompt?.ranking ?? previous?.ranking ?? [],
    winner: 0,
    over: false,
  };
}

/**
 * The messages in a question. @returns {{text: string, seat: number}[]}
 * @param {Prompt | null} prompt
 * @param {TellOptions} options
 */
export function tell(prompt, { seat }) {
  const lines = (prompt?.messages ?? []).map((text) => ({ text, seat: -1 }));
  const { dropped } = prompt ?? {};
  if (dropped) {
    const [, x, y, letter] = dropped.order;
    lines.push({ text: `your order ${LETTERS[letter]} from ${tileInWords(x, y)} was dropped, and all after it: ${dropped.reason}`, seat });
  }
  return lines;
}

/** @param {State} state @param {Scene} scene */
export const where = (state, scene) => `half-turn ${state.half} of ${scene.halfturns}`;
/** @param {State} state */
export const turnOf = (state) => state.half;
