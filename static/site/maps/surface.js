/**
 * A grid on a canvas that can be enlarged and moved. The visible part is kept as a picture. Only its changed
 * cells are drawn again; marks go on top of it.
 */

import { fitCanvas } from "../../player/canvas.js";
import { onResize } from "../../shared/dom.js";

const LARGEST_PX = 112;
const MANY_CELLS = 9000;
const SETTLE_MS = 90;
const MARGIN_PX = 10;

/** @typedef {{x0: number, y0: number, x1: number, y1: number}} Rect  half open, in cells */

export class Surface {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("./look.js").Look} look
   * @param {import("./grid.js").Grid} grid
   */
  constructor(canvas, look, grid) {
    this.canvas = canvas;
    this.look = look;
    this.grid = grid;
    /** Draws marks above the picture. @type {((ctx: CanvasRenderingContext2D) => void) | null} */
    this.marks = null;
    /** CSS px of a cell, and where the grid's corner is. */
    this.size = 1;
    this.x = 0;
    this.y = 0;
    this.fitted = true;
    this.picture = new OffscreenCanvas(1, 1);
    /** Of which view the picture is; null before the first. @type {any} */
    this.pictured = null;
    /** The view that was drawn last, be it only by stretching. */
    this.seen = "";
    /** @type {Rect | null} */
    this.changed = null;
    this.all = true;
    this.frame = 0;
    this.settling = 0;
    this.width = this.height = this.density = 0;
    onResize(canvas, () => this.resize());
    this.resize();
  }

  get dpr() {
    return Math.max(1, window.devicePixelRatio || 1);
  }

  resize() {
    const { width, height, dpr } = fitCanvas(this.canvas);
    // Observers call at once, too.
    if (width === this.width && height === this.height && dpr === this.density) return;
    this.density = dpr;
    this.width = width;
    this.height = height;
    if (this.fitted) this.fit();
    else this.#stay();
    this.redraw();
  }

  /** Show another grid; the view stays where the size does. @param {import("./grid.js").Grid} grid */
  show(grid) {
    const same = grid.width === this.grid.width && grid.height === this.grid.height;
    this.grid = grid;
    if (same && !this.fitted) this.#stay();
    else this.fit();
    this.redraw();
  }

  /** The whole grid as large as there is room. */
  fit() {
    this.size = this.#whole();
    this.fitted = true;
    this.#stay();
    this.redraw();
  }

  /** The size at which the whole grid is in view, in whole pixels where they are not too few. */
  #whole() {
    const room = Math.min(
      (this.width - 2 * MARGIN_PX) / this.grid.width,
      (this.height - 2 * MARGIN_PX) / this.grid.height,
    );
    const pixels = Math.max(room, 0.5) * this.dpr;
    return Math.min(LARGEST_PX, (pixels >= 3 ? Math.floor(pixels) : pixels) / this.dpr);
  }

  /** Enlarge by a factor; what is at the point (px, py) of the canvas stays there. @param {number} factor */
  enlarge(factor, px = this.width / 2, py = this.height / 2) {
    const whole = this.#whole();
    const wanted = Math.min(LARGEST_PX, Math.max(whole, this.size * factor));
    const pixels = wanted * this.dpr;
    const size = wanted === whole || pixels < 3 ? wanted : Math.round(pixels) / this.dpr;
    this.x = px - ((px - this.x) / this.size) * size;
    this.y = py - ((py - this.y) / this.size) * size;
    this.size = size;
    this.fitted = size === whole;
    this.#stay();
    this.redraw();
  }

  /** Move by CSS px; returns what was too much because an edge was reached. @param {number} dx @param {number} dy */
  pan(dx, dy) {
    const before = { x: this.x, y: this.y };
    const [x, y] = [before.x + dx, before.y + dy];
    this.x = x;
    this.y = y;
    this.#stay();
    if (this.x !== before.x || this.y !== before.y) this.redraw();
    return { x: x - this.x, y: y - this.y };
  }

  /** Bring a cell into view. @param {{x: number, y: number}} given */
  reveal({ x, y }) {
    const [px, py] = [this.x + x * this.size, this.y + y * this.size];
    const edge = Math.min(2 * this.size, this.width / 4, this.height / 4);
    /** @param {number} at @param {number} room */
    const into = (at, room) => Math.max(0, edge - at) + Math.min(0, room - edge - this.size - at);
    const [dx, dy] = [into(px, this.width), into(py, this.height)];
    if (dx || dy) this.pan(dx, dy);
  }

  /** No edge leaves the canvas's edge while there is something beyond the other one. */
  #stay() {
    /** @param {number} at @param {number} length @param {number} room */
    const keep = (at, length, room) => {
      if (length + 2 * MARGIN_PX <= room) return Math.round(((room - length) / 2) * this.dpr) / this.dpr;
      const kept = Math.min(MARGIN_PX, Math.max(room - length - MARGIN_PX, at));
      return Math.round(kept * this.dpr) / this.dpr;
    };
    this.x = keep(this.x, this.grid.width * this.size, this.width);
    this.y = keep(this.y, this.grid.height * this.size, this.height);
  }

  /**
   * The cell at a point of the page, which may be outside of the grid.
   * @param {number} clientX
   * @param {number} clientY
   */
  at(clientX, clientY) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: Math.floor((clientX - box.left - this.x) / this.size),
      y: Math.floor((clientY - box.top - this.y) / this.size),
    };
  }

  /** @returns {Rect} */
  #inView() {
    const { width, height } = this.grid;
    /** @param {number} v @param {number} most */
    const clamp = (v, most) => Math.min(most, Math.max(0, v));
    return {
      x0: clamp(Math.floor(-this.x / this.size), width),
      y0: clamp(Math.floor(-this.y / this.size), height),
      x1: clamp(Math.ceil((this.width - this.x) / this.size), width),
      y1: clamp(Math.ceil((this.height - this.y) / this.size), height),
    };
  }

  /** These cells have new tokens. @param {number[]} cells */
  touch(cells) {
    // On a layer the colour of every cell may hang on the largest of all.
    if (this.look.layer) {
      this.redraw();
      return;
    }
    const { width, height } = this.grid;
    const rect = this.changed ?? { x0: width, y0: height, x1: 0, y1: 0 };
    for (const index of cells) {
      const [x, y] = [index % width, Math.floor(index / width)];
      // The look of a cell may depend on its neighbours.
      rect.x0 = Math.min(rect.x0, Math.max(0, x - 1));
      rect.y0 = Math.min(rect.y0, Math.max(0, y - 1));
      rect.x1 = Math.max(rect.x1, Math.min(width, x + 2));
      rect.y1 = Math.max(rect.y1, Math.min(height, y + 2));
    }
    this.changed = rect;
    this.remark();
  }

  /** Show only this of each cell; null: everything. @param {string | null} layer */
  showLayer(layer) {
    this.look = { ...this.look, layer };
    this.redraw();
  }

  redraw() {
    this.all = true;
    this.remark();
  }

  /** Draw at least the marks again. */
  remark() {
    this.frame ||= requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.frame = 0;
    const view = this.#inView();
    const many = (view.x1 - view.x0) * (view.y1 - view.y0) > MANY_CELLS;
    if (this.all && many && this.pictured) this.#settleLater();
    else if (!many) this.#settle();
    const { ctx } = fitCanvas(this.canvas);
    ctx.clearRect(0, 0, this.width, this.height);
    if (this.settling) this.#stretch(ctx);
    else {
      if (this.all) this.#drawAll(view);
      else if (this.changed) this.#drawPart(view);
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.drawImage(this.picture, 0, 0);
      ctx.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    }
    this.marks?.(ctx);
  }

  /** During large moves the last picture is shown instead of a late one. */
  #settleLater() {
    const seen = `${this.size} ${this.x} ${this.y}`;
    const moved = seen !== this.seen && this.pictured.grid === this.grid;
    this.seen = seen;
    if (!moved) return;
    this.#settle();
    this.settling = window.setTimeout(() => {
      this.settling = 0;
      this.pictured = null;
      this.redraw();
    }, SETTLE_MS);
  }

  #pen() {
    return /** @type {OffscreenCanvasRenderingContext2D} */ (this.picture.getContext("2d"));
  }

  #settle() {
    clearTimeout(this.settling);
    this.settling = 0;
  }

  /** @param {CanvasRenderingContext2D} ctx */
  #stretch(ctx) {
    const scale = this.size / this.pictured.size;
    const [x, y] = [this.x - this.pictured.x * scale, this.y - this.pictured.y * scale];
    const [w, h] = [(this.picture.width / this.dpr) * scale, (this.picture.height / this.dpr) * scale];
    ctx.drawImage(this.picture, x, y, w, h);
  }

  /** @param {Rect} view */
  #drawAll(view) {
    const { canvas, picture } = this;
    if (picture.width !== canvas.width || picture.height !== canvas.height) {
      picture.width = canvas.width;
      picture.height = canvas.height;
    }
    const pen = this.#pen();
    pen.setTransform(this.dpr, 0, 0, this.dpr, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    this.#paint(pen, view);
    this.pictured = { size: this.size, x: this.x, y: this.y, grid: this.grid };
    this.seen = `${this.size} ${this.x} ${this.y}`;
    this.all = false;
    this.changed = null;
  }

  /** @param {Rect} view */
  #drawPart(view) {
    const { x0, y0, x1, y1 } = this.changed ?? view;
    const rect = {
      x0: Math.max(view.x0, x0), y0: Math.max(view.y0, y0),
      x1: Math.min(view.x1, x1), y1: Math.min(view.y1, y1),
    };
    this.changed = null;
    if (rect.x0 >= rect.x1 || rect.y0 >= rect.y1) return;
    const pen = this.#pen();
    const [x, y] = [this.x + rect.x0 * this.size, this.y + rect.y0 * this.size];
    const [w, h] = [(rect.x1 - rect.x0) * this.size, (rect.y1 - rect.y0) * this.size];
    pen.save();
    pen.beginPath();
    pen.rect(x, y, w, h);
    pen.clip();
    pen.clearRect(x, y, w, h);
    this.#paint(pen, rect);
    pen.restore();
  }

  /** @param {OffscreenCanvasRenderingContext2D} pen @param {Rect} rect */
  #paint(pen, rect) {
    const { module, theme, palette, layer } = this.look;
    module.draw(pen, this.grid, { x: this.x, y: this.y, size: this.size, theme, palette, layer, rect });
  }
}
