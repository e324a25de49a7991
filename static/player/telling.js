/** What games have in common when they tell what happens: lists, counts, marks of events. */

/** "a", "a and b", "a, b and c" @param {(string | number)[]} things */
export function listed(things) {
  return things.length > 1 ? `${things.slice(0, -1).join(", ")} and ${things[things.length - 1]}` : things.join("");
}

/** "1 unit", "2 units" @param {number} n @param {string} word  for one */
export const counted = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

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
