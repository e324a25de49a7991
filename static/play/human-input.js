/**
 * Touch, mouse and wheel on the board of a game that is played.  One finger is the game's, if it wants
 * it; else it moves an enlarged board.  Two fingers and the wheel enlarge.
 */

import { apart, Pointer, TAP_PX } from "../shared/pointer.js";

/** @typedef {import("../shared/pointer.js").Point} Point */

export class HumanInput {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("../player/framing.js").Framing} framing
   * @param {() => import("./contract.js").Controls | null} controls
   */
  constructor(canvas, framing, controls) {
    this.framing = framing;
    this.controls = controls;
    /** The game has taken the press. */
    this.taken = false;
    /** The finger has moved since. */
    this.moved = false;
    this.pointer = new Pointer(canvas, {
      press: (point) => {
        this.moved = false;
        this.taken = Boolean(controls()?.press?.(point));
      },
      drag: (point, before, start) => start && this.#drag(point, before, start),
      release: (point) => this.#release(point),
      cancel: () => this.#cancel(),
      pinch: (pinch) => framing.pinch(pinch),
      hover: (point) => controls()?.hover?.(point),
      wheel: (wheel, event) => framing.wheel(wheel, event),
    });
    canvas.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** @param {Point} point @param {Point} before @param {Point} start */
  #drag(point, before, start) {
    this.moved ||= apart(point, start) > TAP_PX;
    if (this.taken) this.controls()?.drag?.(point);
    else this.framing.drag(before, point);
  }

  /** @param {Point} point */
  #release(point) {
    if (this.taken) this.controls()?.drop?.(point, this.moved);
    else if (!this.moved) this.controls()?.tap?.(point);
    this.taken = false;
  }

  #cancel() {
    if (this.taken) this.controls()?.cancel?.();
    this.taken = false;
  }
}
