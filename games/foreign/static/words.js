/** The sentences of the player about foreign games. */

/** The view's layers. */
export const LAYERS = { text: "The game's text", coordinates: "Columns and rows" };

/** The failures of a program, by the kind of the error. @type {Record<string, string>} */
export const ERRORS = { run: "ends", time_out: "is too late", output_limit: "says too much" };

export const EVENTS = {
  /** @param {string} scores */
  end: (scores) => `The game ends with ${scores} points`,
  /** @param {string} names */
  must: (names) => `${names} must answer`,
};

export const MARKS = { fails: "A program fails", ends: "The game ends" };
