/** The turn from which a bot's opponents led for good, by the game's own score, on a match's page. */

import { SITE } from "./words.js";

/** @typedef {{turn: number, game: number, scores: (number | null)[]}} Point  scores by seat of the match */

/**
 * The first point from which on another seat had more than this one until the end, or null.
 * @param {Point[]} points  of one game, in order
 * @param {number} seat
 */
export function leadFrom(points, seat) {
  /** @type {Point | null} */
  let from = null;
  for (const point of points) {
    const own = point.scores[seat];
    if (own === null || own === undefined) return null;
    const best = Math.max(...point.scores.filter((score, other) => other !== seat && score !== null).map(Number));
    if (best <= own) from = null;
    else from ??= point;
  }
  return from;
}

if (typeof document !== "undefined") {
  document.addEventListener("player-summary", (event) => {
    const { games, turnWord } = /** @type {CustomEvent<{games: Point[][], turnWord: string}>} */ (event).detail;
    for (const element of document.querySelectorAll("[data-lead]")) {
      const line = /** @type {HTMLElement} */ (element);
      const last = games[games.length - 1] ?? [];
      const from = leadFrom(last, Number(line.dataset.lead));
      line.hidden = !from;
      if (from) line.textContent = SITE.ledFrom(turnWord, from.turn, games.length > 1 ? from.game + 1 : null);
    }
  });
}
