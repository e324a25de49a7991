/**
 * Hands on the board: a tap plays or pauses, a swipe steps; where the board can be enlarged, the
 * wheel, two fingers and a double tap do so, and one finger moves what is enlarged.
 */

const SWIPE_PX = 32;
const TAP_PX = 8;
const DOUBLE_MS = 260;
const WHEEL_PX = 320;
const LINE_PX = 16;

export class Gestures {
  /**
   * @param {HTMLElement} board
   * @param {import("./framing.js").Framing} framing
   * @param {{play: () => void, step: (by: number) => void}} commands
   */
  constructor(board, framing, commands) {
    this.board = board;
    this.framing = framing;
    this.commands = commands;
    /** @type {Map<number, {x: number, y: number}>} fingers on the board */
    this.fingers = new Map();
    /** @type {{x: number, y: number} | null} where the only finger came down */
    this.start = null;
    this.tapped = 0;
    const on = (name, listener, options) => board.addEventListener(name, listener, options);
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#leave(event));
    on("wheel", (event) => this.#wheel(event), { passive: false });
    // Two fingers are ours, also where one scrolls the page.
    const keep = (event) => {
      if (event.touches.length > 1 && framing.possible) event.preventDefault();
    };
    on("touchstart", keep, { passive: false });
    on("touchmove", keep, { passive: false });
  }

  #at(event) {
    const box = this.board.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const point = this.#at(event);
    this.fingers.set(event.pointerId, point);
    this.start = this.fingers.size === 1 ? point : null;
    this.board.setPointerCapture(event.pointerId);
  }

  #move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.framing.possible) return;
    const point = this.#at(event);
    this.fingers.set(event.pointerId, point);
    if (this.fingers.size === 2) this.#pinch(event.pointerId, before, point);
    else if (this.fingers.size === 1 && this.framing.enlarged) this.framing.shift(point.x - before.x, point.y - before.y);
  }

  #pinch(id, before, point) {
    const [other] = [...this.fingers].filter(([key]) => key !== id).map(([, finger]) => finger);
    const apart = (finger) => Math.max(1, Math.hypot(finger.x - other.x, finger.y - other.y));
    this.framing.shift((point.x - before.x) / 2, (point.y - before.y) / 2);
    this.framing.enlarge(apart(point) / apart(before), (point.x + other.x) / 2, (point.y + other.y) / 2);
  }

  #up(event) {
    const { start } = this;
    if (!this.#leave(event) || !start) return;
    const point = this.#at(event);
    const [dx, dy] = [point.x - start.x, point.y - start.y];
    if (Math.hypot(dx, dy) < TAP_PX) this.#tap(point);
    else if (Math.abs(dx) > SWIPE_PX && Math.abs(dx) > Math.abs(dy) && !this.framing.enlarged) this.commands.step(dx < 0 ? 1 : -1);
  }

  /** @returns {boolean} whether the finger was on the board */
  #leave(event) {
    this.start = null;
    return this.fingers.delete(event.pointerId);
  }

  /** Where a second tap means something else, the first waits for it. */
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

  /** The wheel enlarges; where there is nothing more to do it scrolls the page as ever. */
  #wheel(event) {
    if (!this.framing.possible || event.shiftKey) return;
    const delta = event.deltaY * (event.deltaMode ? LINE_PX : 1);
    const { x, y } = this.#at(event);
    const more = this.framing.enlarge(Math.exp(-delta / WHEEL_PX), x, y);
    if (more || this.framing.enlarged) event.preventDefault();
  }
}
