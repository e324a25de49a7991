/** The lead of a seat by the scores of a game. */

/** @typedef {{seat: number, lead: number}} Lead  seat: of the game, -1 where several are level */

/**
 * The leading seat and its lead over the best of the others that are not in its team.
 * @param {(number | null)[]} scores  by seat of the game
 * @param {number[]} teams            by seat of the game; 0: plays alone
 * @returns {Lead | null} null where a score is not known, or nobody is against it
 */
export function leadOf(scores, teams) {
  if (scores.length < 2 || scores.some((score) => !Number.isFinite(score))) return null;
  const known = /** @type {number[]} */ (scores);
  const seat = known.indexOf(Math.max(...known));
  const others = known.filter((_, other) => other !== seat && !(teams[seat] && teams[other] === teams[seat]));
  if (!others.length) return null;
  const lead = known[seat] - Math.max(...others);
  return lead > 0 ? { seat, lead } : { seat: -1, lead: 0 };
}
