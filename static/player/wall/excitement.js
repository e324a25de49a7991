/** How exciting a match is: what the server knows of it, and the closeness of the scores on its board. */

import { leadOf } from "../lead.js";

/**
 * A running match, as the server offers it.
 * @typedef {object} Offer
 * @property {number} id    number of the match
 * @property {number} base  its excitement with scores of unknown closeness, 0 to 1
 * @property {number} gain  how much more it is with level scores than with those that are far apart
 */

/** The closeness of scores that nobody has seen; the server counts with it, too. */
export const UNKNOWN = 0.5;

/**
 * How close the best of the sides are, from 0 to 1: 1 where they are level, 0 where one has everything.
 * @param {(number | null)[]} scores  by seat of the game
 * @param {number[]} teams            by seat of the game; 0: plays alone
 * @returns {number | null} null where a score is not known, or nobody is against the leader
 */
export function closenessOf(scores, teams) {
  const lead = leadOf(scores, teams);
  if (!lead) return null;
  if (!lead.lead) return 1;
  const first = Math.max(.../** @type {number[]} */ (scores));
  return 1 - lead.lead / (Math.abs(first) + Math.abs(first - lead.lead));
}

/**
 * The number by which boards are chosen, 0 to 1. It never falls where scores come closer.
 * @param {Offer} offer
 * @param {number | null} closeness
 */
export const excitementOf = ({ base, gain }, closeness) => base + gain * ((closeness ?? UNKNOWN) - UNKNOWN);

/**
 * The server's list.
 * @param {{running: [number, number, number][], over: number[]}} answer
 * @returns {{offers: Offer[], over: number[]}}
 */
export const readList = ({ running, over }) => ({
  offers: running.map(([id, base, gain]) => ({ id, base: base / 1000, gain: gain / 1000 })),
  over,
});

/**
 * The place of each seat by its score, from 0. Ties are in the order of the seats; unknown scores are last.
 * @param {(number | null)[]} scores
 * @returns {number[]}
 */
export function placesOf(scores) {
  const value = (/** @type {number} */ seat) => scores[seat] ?? -Infinity;
  const order = scores.map((_, seat) => seat).sort((one, other) => (value(one) === value(other) ? one - other : value(other) - value(one)));
  return scores.map((_, seat) => order.indexOf(seat));
}
