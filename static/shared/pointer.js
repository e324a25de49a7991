/**
 * Fingers, the mouse and its wheel on an element, as presses, drags, pinches and turns of the wheel.
 *
 * One finger or button presses, drags and is released.  A second finger cancels what the first one
 * did, and the two pinch; the finger that stays on afterwards drags without a start.
 */

/** @typedef {{x: number, y: number}} Point  in CSS px, from the element's upper left corner */

/**
 * @typedef {object} Pinch
 * @property {number} dx      CSS px by which the middle of the two fingers has moved
 * @property {number} dy
 * @property {number} factor  by which they have moved apart
 * @property {number} x       their middle
 * @property {number} y
 */

/**
 * @typedef {object} Wheel
 * @property {number} dx      CSS px
 * @property {number} dy
 * @property {number} factor  by which this much of the wheel enlarges
 * @property {number} x
 * @property {number} y
 */

/**
 * @typedef {object} Hooks  each is called only where it is given
 * @property {(event: PointerEvent) => boolean} [accepts]  whether a press counts; usually those of
 *   fingers and of the mouse's main button do
 * @property {(point: Point, event: PointerEvent) => void} [press]  the only finger came down
 * @property {(point: Point, before: Point, start: Point | null, event: PointerEvent) => void} [drag]  the only
 *   finger moved; start: where it came down, null after a pinch
 * @property {(point: Point, start: Point, event: PointerEvent) => void} [release]
 * @property {() => void} [cancel]  the press does not count: a second finger came down, or it was lost
 * @property {(pinch: Pinch) => void} [pinch]
 * @property {(point: Point | null, event: PointerEvent) => void} [hover]  null: it has left
 * @property {(wheel: Wheel, event: WheelEvent) => void} [wheel]
 * @property {() => boolean} [keeps]  whether two fingers are for the element and not for the page
 */

/** A finger that has moved less has tapped. */
export const TAP_PX = 8;
const WHEEL_PX = 320;
const LINE_PX = 16;

/** @param {Point} one @param {Point} other @returns {number} CSS px */
export const apart = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * The effect of moving one of two fingers.
 * @param {Point} before
 * @param {Point} point
 * @param {Point} other  the finger that stayed
 * @returns {Pinch}
 */
export function pinchOf(before, point, other) {
  return {
    dx: (point.x - before.x) / 2,
    dy: (point.y - before.y) / 2,
    factor: Math.max(1, apart(point, other)) / Math.max(1, apart(before, other)),
    x: (point.x + other.x) / 2,
    y: (point.y + other.y) / 2,
  };
}

/**
 * A turn of the wheel, whatever unit the browser counts in.
 * @param {{deltaX: number, deltaY: number, deltaMode: number}} event
 * @param {Point} point
 * @returns {Wheel}
 */
export function wheelOf({ deltaX, deltaY, deltaMode }, point) {
  const unit = deltaMode ? LINE_PX : 1;
  return { dx: deltaX * unit, dy: deltaY * unit, factor: Math.exp((-deltaY * unit) / WHEEL_PX), ...point };
}

/** @param {MouseEvent} event @returns {Point} in the window's px */
const inWindow = ({ clientX, clientY }) => ({ x: clientX, y: clientY });

/** @param {PointerEvent} event */
const isMain = (event) => event.pointerType !== "mouse" || event.button === 0;

export class Pointer {
  /**
   * @param {HTMLElement} element
   * @param {Hooks} hooks
   */
  constructor(element, hooks) {
    this.element = element;
    this.hooks = hooks;
    // Both in the window's px: the page may scroll under the fingers.
    /** @type {Map<number, Point>} by the pointer's id */
    this.fingers = new Map();
    /** @type {Point | null} where the only finger came down */
    this.start = null;
    /** Of a trackpad's pinch. */
    this.scale = 1;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#lose(event));
    element.addEventListener("pointerleave", (event) => hooks.hover?.(null, event));
    element.addEventListener("wheel", (event) => hooks.wheel?.(wheelOf(event, this.#at(inWindow(event))), event), { passive: false });
    /** @param {TouchEvent} event */
    const keep = (event) => {
      if (event.touches.length > 1 && hooks.keeps?.()) event.preventDefault();
    };
    element.addEventListener("touchstart", keep, { passive: false });
    element.addEventListener("touchmove", keep, { passive: false });
    element.addEventListener("gesturestart", (event) => this.#gesture(event, true));
    element.addEventListener("gesturechange", (event) => this.#gesture(event, false));
  }

  /**
   * Two fingers on a trackpad in Safari; elsewhere they are a wheel with Ctrl, on a screen pointers.
   * @param {any} event  `scale` since it began @param {boolean} begins
   */
  #gesture(event, begins) {
    if (this.fingers.size || !this.hooks.keeps?.()) return;
    event.preventDefault();
    const factor = begins ? event.scale : event.scale / this.scale;
    this.scale = event.scale;
    if (factor !== 1) this.hooks.pinch?.({ dx: 0, dy: 0, factor, ...this.#at(inWindow(event)) });
  }

  /** @param {Point} point  in the window's px @returns {Point} in the element's */
  #at({ x, y }) {
    const { left, top } = this.element.getBoundingClientRect();
    return { x: x - left, y: y - top };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!(this.hooks.accepts ?? isMain)(event)) return;
    const point = inWindow(event);
    this.element.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, point);
    this.start = this.fingers.size === 1 ? point : null;
    if (this.start) this.hooks.press?.(this.#at(point), event);
    else this.hooks.cancel?.();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const point = inWindow(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.hooks.hover?.(this.#at(point), event);
      return;
    }
    this.fingers.set(event.pointerId, point);
    if (this.fingers.size === 1) this.hooks.drag?.(this.#at(point), this.#at(before), this.start && this.#at(this.start), event);
    const [other, more] = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, finger]) => finger);
    if (other && !more) this.hooks.pinch?.(pinchOf(this.#at(before), this.#at(point), this.#at(other)));
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { start } = this;
    if (!this.fingers.delete(event.pointerId)) return;
    this.start = null;
    if (start) this.hooks.release?.(this.#at(inWindow(event)), this.#at(start), event);
  }

  /** @param {PointerEvent} event */
  #lose(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    this.start = null;
    this.hooks.cancel?.();
  }
}
