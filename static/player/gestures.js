/**
 * Fingers and the mouse on the board: a tap plays or pauses, a swipe steps; where the board can be
 * enlarged, the wheel, two fingers and a double tap do so, and one finger moves what is enlarged.
 */

import { apart, Pointer, TAP_PX } from "../shared/pointer.js";

/** @typedef {import("../shared/pointer.js").Point} Point */

const SWIPE_PX = 32;
const DOUBLE_MS = 260;

export class Gestures {
  /**
   * @param {HTMLElement} board
   * @param {import("./framing.js").Framing} framing
   * @param {{play: () => void, step: (by: number) => void}} commands
   */
  constructor(board, framing, commands) {
    this.framing = framing;
    this.commands = commands;
    /** A tap that a second one may follow; 0 for none. */
    this.tapped = 0;
    this.pointer = new Pointer(board, {
      drag: (point, before) => framing.drag(before, point),
      release: (point, start) => this.#release(point, start),
      pinch: (pinch) => framing.pinch(pinch),
      wheel: (wheel, event) => framing.wheel(wheel, event),
      keeps: () => framing.possible,
    });
  }

  /** @param {Point} point @param {Point} start */
  #release(point, start) {
    const [dx, dy] = [point.x - start.x, point.y - start.y];
    if (apart(point, start) < TAP_PX) this.#tap(point);
    else if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy) && !this.framing.enlarged) this.commands.step(dx < 0 ? 1 : -1);
  }

  /** Where a second tap means something else, the first waits for it. @param {Point} point */
  #tap(point) {
    if (!this.framing.possible) {
      this.commands.play();
      return;
    }
    if (this.tapped) {
      clearTimeout(this.tapped);
      this.tapped = 0;
      this.framing.jump(point.x, point.y);
      return;
    }
    this.tapped = window.setTimeout(() => {
      this.tapped = 0;
      this.commands.play();
    }, DOUBLE_MS);
  }
}
