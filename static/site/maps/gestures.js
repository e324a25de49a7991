/**
 * Fingers and the mouse on a surface.  One finger or the main button is the brush's (or moves the
 * view where there is no brush); two fingers, the middle button and the wheel move and enlarge the
 * view, and scroll the page where the view has reached its edge.
 */

import { Pointer } from "../../shared/pointer.js";

/** @typedef {import("../../shared/pointer.js").Point} Point */
/** @typedef {import("./grid.js").Place} Place */

const MAIN = 0;
const MIDDLE = 1;
const SECOND = 2;

/**
 * @typedef {object} Brush
 * @property {boolean} moves  whether the main button moves the view instead
 * @property {(place: Place) => void} press
 * @property {(place: Place) => void} drag
 * @property {() => void} release
 * @property {() => void} cancel
 * @property {(place: Place) => void} pick
 * @property {(place: Place | null) => void} hover
 */

export class MapGestures {
  /**
   * @param {import("./surface.js").Surface} surface
   * @param {Brush | null} brush
   */
  constructor(surface, brush) {
    this.surface = surface;
    this.brush = brush;
    /** The action of the only pointer: "paint", "move" or nothing. */
    this.doing = "";
    this.pointer = new Pointer(surface.canvas, {
      accepts: () => true,
      press: (_, event) => this.#press(event),
      drag: (point, before, start, event) => start && this.#drag(point, before, event),
      release: () => this.#end((painting) => painting.release()),
      // The first of two fingers did not mean to paint.
      cancel: () => this.#end((painting) => painting.cancel()),
      pinch: ({ dx, dy, factor, x, y }) => {
        this.#pan(dx, dy, true);
        this.#enlarge(factor, x, y);
      },
      hover: (point, event) => brush?.hover(point && this.#place(event)),
      wheel: (wheel, event) => this.#wheel(wheel, event),
      keeps: () => true,
    });
    surface.canvas.addEventListener("contextmenu", (event) => brush && event.preventDefault());
  }

  /** @param {PointerEvent} event */
  #place({ clientX, clientY }) {
    return this.surface.at(clientX, clientY);
  }

  /** @param {PointerEvent} event */
  #press(event) {
    const { brush } = this;
    if (!brush || event.button === MIDDLE || (event.button === MAIN && brush.moves)) {
      this.doing = "move";
      if (event.button === MIDDLE) event.preventDefault();
    } else if (event.button === SECOND || event.altKey) brush.pick(this.#place(event));
    else if (event.button === MAIN) {
      this.doing = "paint";
      brush.press(this.#place(event));
    }
  }

  /** @param {Point} point @param {Point} before @param {PointerEvent} event */
  #drag(point, before, event) {
    if (this.doing === "move") this.#pan(point.x - before.x, point.y - before.y, event.pointerType === "touch");
    else if (this.doing === "paint") {
      const events = event.getCoalescedEvents?.() ?? [];
      for (const each of events.length ? events : [event]) this.brush?.drag(this.#place(each));
    }
  }

  /** @param {(painting: Brush) => void} done  what happens to a stroke that is being painted */
  #end(done) {
    if (this.brush && this.doing === "paint") done(this.brush);
    this.doing = "";
  }

  /** @param {number} factor @param {number} x  CSS px on the canvas @param {number} y */
  #enlarge(factor, x, y) {
    this.surface.enlarge(factor, x, y);
    this.surface.canvas.classList.toggle("map-enlarged", !this.surface.fitted);
  }

  /** @param {number} dx @param {number} dy @param {boolean} scrolls  whether the page moves where the view cannot */
  #pan(dx, dy, scrolls) {
    const rest = this.surface.pan(dx, dy);
    if (scrolls && Math.abs(rest.y) >= 1) window.scrollBy(0, -rest.y);
  }

  /** @param {import("../../shared/pointer.js").Wheel} wheel @param {WheelEvent} event */
  #wheel({ dx, dy, factor, x, y }, event) {
    if (event.ctrlKey) {
      event.preventDefault();
      this.#enlarge(factor, x, y);
      return;
    }
    const [right, down] = event.shiftKey ? [-dy, 0] : [-dx, -dy];
    const rest = this.surface.pan(right, down);
    if (Math.abs(rest.x) < Math.abs(right) || Math.abs(rest.y) < Math.abs(down)) event.preventDefault();
  }
}
