/** Space for text and signs on the board that overlap neither bombs, capitals, points nor each other. */

/** @typedef {[number, number, number, number]} Box  left, top, right and bottom, CSS px */

/** The box around a point. @param {number} x @param {number} y @param {number} wide @param {number} [high] @returns {Box} */
export const around = (x, y, wide, high = wide) => [x - wide, y - high, x + wide, y + high];

export class Room {
  /** @param {Box[]} taken  boxes that must stay free */
  constructor(taken) {
    this.taken = taken;
  }

  /** @param {Box} box */
  isFree([left, top, right, bottom]) {
    return this.taken.every(([l, t, r, b]) => right <= l || r <= left || bottom <= t || b <= top);
  }

  /**
   * Take the first spot whose box is free, and return it; null where none is free.
   * @template {{box: Box}} Spot
   * @param {Iterable<Spot>} spots  in order of preference
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
