/**
 * Touch, mouse and wheel on the board of a game that is played.  One finger is the game's, if it
 * wants it; else it moves an enlarged board.  Two fingers and the wheel enlarge.
 */

const TAP_PX = 9;
const WHEEL_PX = 320;
const LINE_PX = 16;

export class HumanInput {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("../player/framing.js").Framing} framing
   * @param {() => import("./contract.js").Controls | null} controls
   */
  constructor(canvas, framing, controls) {
    this.canvas = canvas;
    this.framing = framing;
    this.controls = controls;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    /** @type {{x: number, y: number, taken: boolean, moved: boolean} | null} */
    this.start = null;
    const on = (name, listener, options) => canvas.addEventListener(name, listener, options);
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#drop(event));
    on("pointerleave", () => this.controls()?.hover?.(null));
    on("wheel", (event) => this.#wheel(event), { passive: false });
    on("contextmenu", (event) => event.preventDefault());
  }

  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const point = this.#at(event);
    this.fingers.set(event.pointerId, point);
    this.canvas.setPointerCapture(event.pointerId);
    if (this.fingers.size > 1) {
      if (this.start?.taken) this.controls()?.cancel?.();
      this.start = null;
      return;
    }
    this.start = { ...point, taken: Boolean(this.controls()?.press?.(point)), moved: false };
  }

  #move(event) {
    const point = this.#at(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.controls()?.hover?.(point);
      return;
    }
    this.fingers.set(event.pointerId, point);
    if (this.fingers.size === 2 && this.framing.possible) this.#pinch(event.pointerId, before, point);
    else if (this.start) this.#pull(this.start, before, point);
  }

  #pull(start, before, point) {
    start.moved ||= Math.hypot(point.x - start.x, point.y - start.y) > TAP_PX;
    if (start.taken) this.controls()?.drag?.(point);
    else if (this.framing.enlarged) this.framing.shift(point.x - before.x, point.y - before.y);
  }

  #pinch(id, before, point) {
    const [other] = [...this.fingers].filter(([key]) => key !== id).map(([, finger]) => finger);
    const apart = (finger) => Math.max(1, Math.hypot(finger.x - other.x, finger.y - other.y));
    this.framing.shift((point.x - before.x) / 2, (point.y - before.y) / 2);
    this.framing.enlarge(apart(point) / apart(before), (point.x + other.x) / 2, (point.y + other.y) / 2);
  }

  #up(event) {
    const { start } = this;
    if (!this.fingers.delete(event.pointerId)) return;
    this.start = null;
    if (!start) return;
    const point = this.#at(event);
    if (start.taken) this.controls()?.drop?.(point, start.moved);
    else if (!start.moved) this.controls()?.tap?.(point);
  }

  #drop(event) {
    this.fingers.delete(event.pointerId);
    if (this.start?.taken) this.controls()?.cancel?.();
    this.start = null;
  }

  #wheel(event) {
    if (!this.framing.possible || event.shiftKey) return;
    const { x, y } = this.#at(event);
    const more = this.framing.enlarge(Math.exp((-event.deltaY * (event.deltaMode ? LINE_PX : 1)) / WHEEL_PX), x, y);
    if (more || this.framing.enlarged) event.preventDefault();
  }
}
