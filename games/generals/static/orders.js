/**
 * A player's orders in the browser: orders that wait on the server, operations that are being sent,
 * and operations added after that.
 */

import { Queue } from "./queue.js";

/** @import { Op } from "./state.js" */

/** Operations in one answer, and orders in one queue. */
const MOST_OPS = 256;
const MOST_WAITING = 4000;

export class Plan {
  constructor() {
    this.waiting = new Queue([]);
    /** @type {Op[]} */
    this.sent = [];
    /** @type {Op[]} */
    this.added = [];
  }

  /** Set the list of waiting orders as the server has it. @param {import("./queue.js").Order[]} orders */
  learn(orders) {
    this.waiting = new Queue(orders.slice());
  }

  /** The queue after all operations, sent or not. @returns {Queue} */
  get queue() {
    return this.waiting.changed([...this.sent, ...this.added]);
  }

  get full() {
    return this.queue.length >= MOST_WAITING;
  }

  /** Add an operation. Undoing an unsent move only removes it here. @param {Op} op */
  add(op) {
    if (op[0] === "clear") this.added = [];
    if (op[0] === "undo" && this.added.at(-1)?.[0] === "move") this.added.pop();
    else this.added.push(op);
  }

  /** The operations to send now. @returns {Op[]} */
  take() {
    this.sent = this.added.splice(0, MOST_OPS);
    return this.sent;
  }

  /** Record whether the sent operations arrived. If not, they are sent first in the next answer. @param {boolean} ok */
  settle(ok) {
    if (ok) this.waiting = this.waiting.changed(this.sent);
    else this.added = [...this.sent, ...this.added];
    this.sent = [];
  }

  /** Forget all operations that wait for sending or confirmation. */
  drop() {
    this.sent = [];
    this.added = [];
  }
}
