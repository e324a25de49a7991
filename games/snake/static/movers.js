/**
 * The first mover of a half, and its colour on the board: the rules give the first mover yellow and
 * the second blue.  The halves exchange the movers, so a colour of the board is not a seat's own;
 * the seat's pattern stays with it in both halves.
 */

/** @import { SeatStyle } from "../../player/palette.js" */

/** By seat of the game. */
export const MOVERS = Object.freeze([
  { color: "#d9a400", order: "moves first", shade: "yellow" },
  { color: "#2b6fe0", order: "moves second", shade: "blue" },
]);

/**
 * The styles of the seats with the colours of the board.
 * @param {SeatStyle[]} palette  by seat of the game
 */
export function boardPalette(palette) {
  return MOVERS.map(({ color }, player) => ({ ...palette[player], color }));
}

/**
 * Each seat of the game as it is on the board, for the list of the seats.
 * @returns {{text: string, color: string}[]}
 */
export function roles() {
  return MOVERS.map(({ color, order, shade }) => ({ text: `${order}, ${shade} on the board`, color }));
}
