/**
 * Hands on a surface.  One finger or the main button is the brush's (or moves the view where there
 * is no brush); two fingers, the middle button and the wheel move and enlarge the view, and scroll
 * the page where the view has reached its edge.
 */

const WHEEL_PX = 320;
const LINE_PX = 16;
const MAIN = 0;
const MIDDLE = 1;
const SECOND = 2;

/**
 * @typedef {object} Painter
 * @property {boolean} moves  whether the main button moves the view instead
 * @property {(place: any) => void} press
 * @property {(place: any) => void} drag
 * @property {() => void} release
 * @property {() => void} cancel
 * @property {(place: any) => void} pick
 * @property {(place: any | null) => void} hover
 */

export class Hands {
  /**
   * @param {import("./surface.js").Surface} surface
   * @param {Painter | null} painter
   */
  constructor(surface, painter) {
    this.surface = surface;
    this.painter = painter;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    /** What the only pointer does: "paint", "move" or nothing. */
    this.doing = "";
    const { canvas } = surface;
    const on = (name, listener, options) => canvas.addEventListener(name, listener, options);
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#lose(event));
    on("pointerleave", () => this.painter?.hover(null));
    on("wheel", (event) => this.#wheel(event), { passive: false });
    // Two fingers are ours, also where one scrolls the page.
    const keep = (event) => event.touches.length > 1 && event.preventDefault();
    on("touchstart", keep, { passive: false });
    on("touchmove", keep, { passive: false });
    on("contextmenu", (event) => this.painter && event.preventDefault());
  }

  #down(event) {
    this.surface.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) {
      // The first finger did not mean to paint.
      if (this.doing === "paint") this.painter.cancel();
      this.doing = "";
      return;
    }
    const place = this.surface.at(event.clientX, event.clientY);
    if (!this.painter || event.button === MIDDLE || (event.button === MAIN && this.painter.moves)) {
      this.doing = "move";
      if (event.button === MIDDLE) event.preventDefault();
    } else if (event.button === SECOND || event.altKey) this.painter.pick(place);
    else if (event.button === MAIN) {
      this.doing = "paint";
      this.painter.press(place);
    }
  }

  #move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) {
      this.painter?.hover(this.surface.at(event.clientX, event.clientY));
      return;
    }
    const point = { x: event.clientX, y: event.clientY };
    this.fingers.set(event.pointerId, point);
    if (this.fingers.size === 2) this.#pinch(event.pointerId, before, point);
    else if (this.doing === "move") this.#pan(point.x - before.x, point.y - before.y, event.pointerType === "touch");
    else if (this.doing === "paint") {
      const events = event.getCoalescedEvents?.() ?? [];
      for (const each of events.length ? events : [event]) this.painter.drag(this.surface.at(each.clientX, each.clientY));
    }
  }

  #pinch(id, before, point) {
    const [other] = [...this.fingers].filter(([key]) => key !== id).map(([, finger]) => finger);
    const apart = (finger) => Math.max(1, Math.hypot(finger.x - other.x, finger.y - other.y));
    this.#pan((point.x - before.x) / 2, (point.y - before.y) / 2, true);
    const box = this.surface.canvas.getBoundingClientRect();
    const factor = apart(point) / apart(before);
    this.surface.enlarge(factor, (point.x + other.x) / 2 - box.left, (point.y + other.y) / 2 - box.top);
    this.#enlarged();
  }

  #enlarged() {
    this.surface.canvas.classList.toggle("map-enlarged", !this.surface.fitted);
  }

  /** @param {boolean} scrolls  whether the page moves where the view cannot */
  #pan(dx, dy, scrolls) {
    const rest = this.surface.pan(dx, dy);
    if (scrolls && Math.abs(rest.y) >= 1) window.scrollBy(0, -rest.y);
  }

  #up(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.doing === "paint") this.painter.release();
    this.doing = "";
  }

  #lose(event) {
    if (!this.fingers.delete(event.pointerId)) return;
    if (this.doing === "paint") this.painter.cancel();
    this.doing = "";
  }

  #wheel(event) {
    const unit = event.deltaMode ? LINE_PX : 1;
    if (event.ctrlKey) {
      event.preventDefault();
      const box = this.surface.canvas.getBoundingClientRect();
      this.surface.enlarge(
        Math.exp((-event.deltaY * unit) / WHEEL_PX),
        event.clientX - box.left,
        event.clientY - box.top,
      );
      this.#enlarged();
      return;
    }
    const [dx, dy] = event.shiftKey ? [-event.deltaY, 0] : [-event.deltaX, -event.deltaY];
    const rest = this.surface.pan(dx * unit, dy * unit);
    const moved = Math.abs(rest.x) < Math.abs(dx * unit) || Math.abs(rest.y) < Math.abs(dy * unit);
    if (moved) event.preventDefault();
  }
}
