/**
 * A player's orders before they are sent: what is waiting on the server, what is on its way, and
 * what was added since.
 */

import { Queue } from "./queue.js";

/** Operations in one answer, and orders in one queue. */
const MOST_OPS = 256;
const MOST_WAITING = 4000;

export class Plan {
  constructor() {
    this.waiting = new Queue([]);
    /** @type {any[][]} */
    this.sent = [];
    /** @type {any[][]} */
    this.added = [];
  }

  /** The server's own list, after all that has reached it. @param {import("./queue.js").Order[]} orders */
  learn(orders) {
    this.waiting = new Queue(orders.slice());
  }

  /** The queue as it will be. @returns {Queue} */
  get queue() {
    return this.waiting.changed([...this.sent, ...this.added]);
  }

  get full() {
    return this.queue.length >= MOST_WAITING;
  }

  /** What was not sent yet can be taken back without a word to anybody. @param {any[]} op */
  add(op) {
    if (op[0] === "clear") this.added = [];
    if (op[0] === "undo" && this.added.at(-1)?.[0] === "move") this.added.pop();
    else this.added.push(op);
  }

  /** What is to be sent now. @returns {any[][]} */
  take() {
    this.sent = this.added.splice(0, MOST_OPS);
    return this.sent;
  }

  /** What was sent has arrived, or has not: then it comes first in the next answer. @param {boolean} ok */
  settle(ok) {
    if (ok) this.waiting = this.waiting.changed(this.sent);
    else this.added = [...this.sent, ...this.added];
    this.sent = [];
  }

  /** Forget what was not sent; it was wrong. */
  drop() {
    this.sent = [];
    this.added = [];
  }
}
