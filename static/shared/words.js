/** Parts of sentences that all catalogues and games have in common. */

/** "a", "a and b", "a, b and c" @param {(string | number)[]} things */
export function listed(things) {
  return things.length > 1 ? `${things.slice(0, -1).join(", ")} and ${things[things.length - 1]}` : things.join("");
}

/** "1 unit", "2 units" @param {number} n @param {string} word  for one */
export const counted = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
