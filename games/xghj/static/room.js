/** Room for words and signs on the board: beside bombs, capitals and points, and beside one another. */

/** @typedef {[number, number, number, number]} Box  left, top, right and bottom, CSS px */

/** The box around a point. @returns {Box} */
export const around = (x, y, wide, high = wide) => [x - wide, y - high, x + wide, y + high];

export class Room {
  /** @param {Box[]} taken  where nothing may stand */
  constructor(taken) {
    this.taken = taken;
  }

  /** @param {Box} box */
  isFree([left, top, right, bottom]) {
    return this.taken.every(([l, t, r, b]) => right <= l || r <= left || bottom <= t || b <= top);
  }

  /**
   * The first of some spots whose box is free, and take it; null where none is.
   * @template {{box: Box}} Spot
   * @param {Iterable<Spot>} spots  the best first
   * @returns {Spot | null}
   */
  take(spots) {
    for (const spot of spots) {
      if (!this.isFree(spot.box)) continue;
      this.taken.push(spot.box);
      return spot;
    }
    return null;
  }
}
