/** The edits of a grid, for undo and redo. */

const MOST_CELLS = 4_000_000;

/**
 * @typedef {object} Step
 * @property {string} words  what was done, for people
 * @property {number[]} [cells]  cells that changed, with their tokens before and after
 * @property {string[]} [before]
 * @property {string[]} [after]
 * @property {any} [from]  or a whole grid that took another's place
 * @property {any} [to]
 */

export class History {
  constructor() {
    /** @type {Step[]} */
    this.done = [];
    /** @type {Step[]} */
    this.undone = [];
    this.size = 0;
  }

  /** @param {Step} step */
  add(step) {
    this.done.push(step);
    this.undone = [];
    this.size += sizeOf(step);
    // The oldest steps go first, but never the only one.
    while (this.size > MOST_CELLS && this.done.length > 1) this.size -= sizeOf(this.done.splice(0, 1)[0]);
  }

  /** The step to take back, which is then ahead; undefined where there is none. */
  back() {
    const step = this.done.pop();
    if (step) this.undone.push(step);
    return step;
  }

  /** The step to take again. */
  forth() {
    const step = this.undone.pop();
    if (step) this.done.push(step);
    return step;
  }
}

/** @param {Step} step */
function sizeOf(step) {
  return step.cells ? step.cells.length : step.from.cells.length + step.to.cells.length;
}
