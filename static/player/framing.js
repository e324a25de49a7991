/** Enlarging the board and moving what is enlarged. */

import { find } from "../shared/dom.js";

/** @typedef {import("../shared/pointer.js").Point} Point */

/** The enlargement of a double tap. */
const JUMP = 3;
/** Of the largest enlargement, at which a field is as large as a finger. */
const FINDABLE = 0.7;

export class Framing {
  /**
   * @param {import("./board.js").Board} board
   * @param {{redraw: () => void, changed: (camera: import("./camera.js").Camera) => void}} hooks
   */
  constructor(board, hooks) {
    this.board = board;
    this.camera = board.camera;
    this.hooks = hooks;
    this.waiting = 0;
    this.most = 0;
  }

  /** The board has been drawn, which may have told how far it can be enlarged. */
  drawn() {
    if (this.most === this.camera.most) return;
    this.most = this.camera.most;
    this.hooks.changed(this.camera);
  }

  /** Whether this game's board can be enlarged at all. */
  get possible() {
    return Boolean(this.board.store.view?.zoomable);
  }

  get enlarged() {
    return this.camera.enlarged;
  }

  get #size() {
    const { clientWidth: width, clientHeight: height } = this.board.canvas;
    return { width, height };
  }

  /** Enlarge about the middle. @param {number} factor */
  zoom(factor) {
    const { width, height } = this.#size;
    this.enlarge(factor, width / 2, height / 2);
  }

  /** Show the whole board. */
  whole() {
    this.camera.reset();
    this.#changed();
  }

  /**
   * Enlarge at a point of the canvas.
   * @param {number} factor
   * @param {number} x  CSS px
   * @param {number} y
   * @returns {boolean} false where that is the end
   */
  enlarge(factor, x, y) {
    const done = this.possible && this.camera.enlarge(factor, x, y, this.#size);
    if (done) this.#changed();
    return done;
  }

  /** Much larger at a point, or the whole again. @param {number} x @param {number} y */
  jump(x, y) {
    if (this.enlarged) this.whole();
    else this.enlarge(JUMP, x, y);
  }

  /** Move the board so that a point that is out of view comes to the middle. @param {Point} point */
  reveal({ x, y }) {
    const { width, height } = this.#size;
    const isInView = x >= 0 && y >= 0 && x <= width && y <= height;
    if (!isInView) this.shift(width / 2 - x, height / 2 - y);
  }

  /** Begin at a point of the whole board, with fields that a finger can find. @param {Point} point */
  begin({ x, y }) {
    const { width, height } = this.#size;
    this.camera.reset();
    if (this.enlarge(this.camera.most * FINDABLE, x, y)) this.shift(width / 2 - x, height / 2 - y);
  }

  /** @param {number} dx  CSS px by which the picture moves @param {number} dy */
  shift(dx, dy) {
    this.camera.shift(dx, dy, this.#size);
    this.#changed();
  }

  /** A finger moves an enlarged board. @param {Point} from @param {Point} to */
  drag(from, to) {
    if (this.possible && this.enlarged) this.shift(to.x - from.x, to.y - from.y);
  }

  /** Two fingers move and enlarge. @param {import("../shared/pointer.js").Pinch} pinch */
  pinch({ dx, dy, factor, x, y }) {
    if (!this.possible) return;
    this.shift(dx, dy);
    this.enlarge(factor, x, y);
  }

  /**
   * The wheel enlarges; where there is nothing more to do it scrolls the page as ever.
   * @param {import("../shared/pointer.js").Wheel} wheel
   * @param {WheelEvent} event
   */
  wheel({ factor, x, y }, event) {
    if (!this.possible || event.shiftKey) return;
    const more = this.enlarge(factor, x, y);
    if (more || this.enlarged) event.preventDefault();
  }

  /** Look to another side. @param {number} right  parts of what is in view @param {number} down */
  look(right, down) {
    const { width, height } = this.#size;
    this.shift(-right * width, -down * height);
  }

  /** Draw once for all that changes before the next picture. */
  #changed() {
    this.hooks.changed(this.camera);
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.hooks.redraw();
    });
  }
}

/**
 * Enable those of the three buttons for zooming that would change something.
 * @param {Element} buttons  their parent @param {import("./camera.js").Camera} camera
 */
export function offerZoom(buttons, { enlarged, zoom, most }) {
  /** @param {string} name */
  const button = (name) => find(buttons, `[data-do="${name}"]`);
  button("closer").disabled = zoom >= most;
  button("farther").disabled = !enlarged;
  button("whole").disabled = !enlarged;
}
