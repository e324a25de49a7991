/** Lists, counted things and paragraphs of all catalogues and games. */

/** "a", "a and b", "a, b and c" @param {(string | number)[]} things @param {string} [last]  before the last one */
export function listed(things, last = "and") {
  return things.length > 1 ? `${things.slice(0, -1).join(", ")} ${last} ${things[things.length - 1]}` : things.join("");
}

/** "1 unit", "2 units" @param {number} n @param {string} word  for one */
export const counted = (n, word) => (n === 1 ? `1 ${word}` : `${n} ${word}s`);

/** The sentences one after the other, without empty ones. @param {string[]} sentences */
export const paragraph = (...sentences) => sentences.filter(Boolean).join(" ");
