/** Shared by games to describe events: lists, counts, marks. */

export { counted, listed, paragraph } from "../shared/words.js";

/**
 * The kinds of a game's marks on the seek bar, for its legend.
 * @param {Record<string, {shape: string, title: string}>} kinds  by name
 */
export const kindsOf = (kinds) => Object.entries(kinds).map(([kind, rest]) => ({ kind, ...rest }));

/**
 * A mark on the seek bar.
 * @param {Record<string, {shape: string}>} kinds
 * @param {string} kind
 * @param {number} [seat]  of the game, -1 for nobody in particular
 */
export const markOf = (kinds, kind, seat = -1) => ({ kind, shape: kinds[kind].shape, seat });

/**
 * Names that tell seats apart: with the seat's number, from 1, where several have the same.
 * @param {string[]} names  by seat of the match
 */
export const toldApart = (names) =>
  names.map((name, seat) => (names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${seat + 1})`));
