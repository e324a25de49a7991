/** The texts of the wall's script, in one place, so that they can be translated. */

export const WALL = Object.freeze({
  live: "Live",
  ended: "Ended",
  replay: "Replay",
  hold: "Keep these boards",
  move: "Let boards change",
  held: "These boards stay. Press space to let them change.",
  full: "Full screen",
  window: "Leave full screen",
  noFull: "This browser does not allow full screen here.",
  lost: "No connection to the site. The page tries again.",
  gone: "A game or the event of this wall is gone. Leave the wall, then choose again.",
  /** @param {string} word  for a turn @param {number} turn @param {number | string} turns @param {string} game  "half 2"; "" where there is one alone */
  turn: (word, turn, turns, game) => (game ? `${game}, ${word} ${turn}/${turns}` : `${word} ${turn}/${turns}`),
  /** @param {string} name  of the match on the large board */
  large: (name) => `Large board: ${name}.`,
  /** @param {string} name  of a match on another board */
  fresh: (name) => `New: ${name}.`,
});
