/** The texts of the script of a list that is put in order, in one place, so that they can be translated. */

export const SEEDS = Object.freeze({
  /** @param {string} name @param {number} place @param {number} count */
  moved: (name, place, count) => `${name} is now at place ${place} of ${count}.`,
});
