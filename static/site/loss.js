/** The turn from which a bot's opponents led for good, by the game's own score, on a match's page. */

import { SITE } from "./words.js";

/** @typedef {{turn: number, game: number, scores: (number | null)[]}} Point  scores by seat of the match */

/**
 * The first point from which on another side had more than this seat's side until the end, or null.
 * A side's score is the sum of its seats' scores.
 * @param {Point[]} points  of one game, in order
 * @param {number} seat
 * @param {number[]} sides  the side of each seat
 */
export function leadFrom(points, seat, sides) {
  /** @type {Point | null} */
  let from = null;
  for (const point of points) {
    if (point.scores[seat] === null || point.scores[seat] === undefined) return null;
    /** @type {Map<number, number>} */
    const sums = new Map();
    point.scores.forEach((score, i) => {
      if (score !== null) sums.set(sides[i], (sums.get(sides[i]) ?? 0) + score);
    });
    const own = sums.get(sides[seat]) ?? 0;
    const ahead = [...sums].some(([side, sum]) => side !== sides[seat] && sum > own);
    if (!ahead) from = null;
    else from ??= point;
  }
  return from;
}

/** @typedef {{games: Point[][], turnWord: string, gameWord: string}} Summary */

/** @param {Summary} summary */
function show({ games, turnWord, gameWord }) {
  for (const element of document.querySelectorAll("[data-lead]")) {
    const line = /** @type {HTMLElement} */ (element);
    const last = games[games.length - 1] ?? [];
    const from = leadFrom(last, Number(line.dataset.lead), JSON.parse(line.dataset.sides ?? "[]"));
    line.hidden = !from;
    if (!from) continue;
    const game = games.length > 1 ? `${gameWord} ${from.game + 1}` : "";
    line.textContent = SITE.ledFrom(turnWord, from.turn, game);
    const look = line.closest(".match-loss")?.querySelector("a[data-look]");
    look?.setAttribute("href", `?game=${from.game + 1}&turn=${from.turn}`);
  }
}

if (typeof document !== "undefined") {
  /** @type {Summary | null} */
  let summary = null;
  document.addEventListener("player-summary", (event) => {
    summary = /** @type {CustomEvent<Summary>} */ (event).detail;
    show(summary);
  });
  document.addEventListener("htmx:afterSettle", () => summary && show(summary));
}
