/**
 * The waiting orders of one player: a window on a list that only grows and that states share.
 */

const LETTERS = "UDLR";

/** @typedef {[x: number, y: number, direction: number, half: number]} Order */

export class Queue {
  /**
   * @param {Order[]} orders  taken over; may be longer than the queue, at both ends
   * @param {number} from
   * @param {number} to
   */
  constructor(orders, from = 0, to = orders.length) {
    this.orders = orders;
    this.from = from;
    this.to = to;
  }

  get length() {
    return this.to - this.from;
  }

  /** @param {number} [most] @returns {Order[]} the oldest first */
  list(most = Infinity) {
    return this.orders.slice(this.from, Math.min(this.to, this.from + most));
  }

  shifted() {
    return this.length ? new Queue(this.orders, this.from + 1, this.to) : this;
  }

  cleared() {
    return this.length ? new Queue([]) : this;
  }

  /** After a player's operations. @param {import("./state.js").Op[]} ops */
  changed(ops) {
    let { orders, from, to } = this;
    for (const [word, x, y, letter, half] of ops) {
      if (word === "clear") [orders, from, to] = [[], 0, 0];
      else if (word === "undo") to = Math.max(from, to - 1);
      else {
        // Another state has already appended to the shared list: copy this part of it.
        if (to < orders.length) [orders, from, to] = [orders.slice(from, to), 0, to - from];
        orders.push([x, y, LETTERS.indexOf(letter), half ? 1 : 0]);
        to += 1;
      }
    }
    return new Queue(orders, from, to);
  }
}
