/** The sentences of the player about foreign games. */

/** The view's layers. */
export const LAYERS = { text: "The game's text", coordinates: "Columns and rows" };

/** The failures of a program, by the kind of the error. @type {Record<string, (name: string, detail: string) => string>} */
export const ERRORS = {
  run: (name, detail) => `${name} ends: ${detail}`,
  time_out: (name, detail) => `${name} is too late: ${detail}`,
  output_limit: (name, detail) => `${name} says too much: ${detail}`,
  other: (name, detail) => `${name} fails: ${detail}`,
};

export const EVENTS = {
  /** @param {string} scores */
  end: (scores) => `The game ends with ${scores} points`,
  /** @param {string} names */
  must: (names) => `${names} must answer`,
};

export const MARKS = { fails: "A program fails", ends: "The game ends" };
