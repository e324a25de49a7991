/** A part of a picture that is kept, so that drawing it again takes one copy of its pixels. */

import { penOf } from "./canvas.js";

/** @import { Cells } from "./cells.js" */

/**
 * The pixels, in CSS px, that are kept beyond each edge of an enlarged board, which can be moved.
 */
const MARGIN = 128;
/** Positions that differ by less than this, in pixels, are the same. */
const SAME = 1e-6;

export class Kept {
  /** @type {OffscreenCanvas | null} */
  #canvas = null;
  /** @type {readonly unknown[]} */
  #key = [];
  /** Where the board stood when it was painted. @type {Cells | null} */
  #cells = null;
  #margin = 0;

  /**
   * Draw the part, and paint it again only if the kept one does not fit.
   *
   * A kept part fits a board that is moved by whole pixels.  `paint` must therefore paint nothing
   * whose place depends on the edges of the canvas.  It gets a context with the coordinates of
   * `ctx`, and the CSS px beyond the edges of the canvas that it must paint, too.
   * @param {CanvasRenderingContext2D} ctx  scaled to CSS px
   * @param {Cells} cells
   * @param {readonly unknown[]} key  everything else that the part depends on, compared by `===`
   * @param {{width: number, height: number, camera?: {zoom: number}}} options
   * @param {(ctx: CanvasRenderingContext2D, beyond: number) => void} paint
   * @returns {[dx: number, dy: number]} CSS px by which the board has moved since it was painted
   */
  draw(ctx, cells, key, { width, height, camera }, paint) {
    const { dpr } = cells;
    const margin = camera && camera.zoom > 1 ? Math.ceil(MARGIN * dpr) : 0;
    const [wide, high] = [Math.round(width * dpr) + 2 * margin, Math.round(height * dpr) + 2 * margin];
    let moved = this.#moved(cells, key, wide, high, margin);
    if (!moved || !this.#canvas) {
      moved = [0, 0];
      this.#canvas = resized(this.#canvas, wide, high);
      this.#key = key;
      this.#cells = cells;
      this.#margin = margin;
      const pen = penOf(this.#canvas);
      pen.reset();
      pen.setTransform(dpr, 0, 0, dpr, margin, margin);
      paint(pen, margin / dpr);
    }
    const [dx, dy] = moved;
    ctx.save();
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(this.#canvas, (dx - margin) / dpr, (dy - margin) / dpr, wide / dpr, high / dpr);
    ctx.restore();
    return [dx / dpr, dy / dpr];
  }

  /**
   * The whole pixels by which the board has moved since it was painted; null where what is kept
   * does not fit.
   * @param {Cells} cells
   * @param {readonly unknown[]} key
   * @param {number} wide
   * @param {number} high
   * @param {number} margin
   * @returns {[dx: number, dy: number] | null}
   */
  #moved({ cell, dpr, left, top }, key, wide, high, margin) {
    const [canvas, before] = [this.#canvas, this.#cells];
    if (!canvas || !before || canvas.width !== wide || canvas.height !== high || this.#margin !== margin) return null;
    if (before.cell !== cell || before.dpr !== dpr || key.length !== this.#key.length) return null;
    if (key.some((value, i) => value !== this.#key[i])) return null;
    const [x, y] = [(left - before.left) * dpr, (top - before.top) * dpr];
    const [dx, dy] = [Math.round(x), Math.round(y)];
    const whole = Math.abs(x - dx) < SAME && Math.abs(y - dy) < SAME;
    return whole && Math.max(Math.abs(dx), Math.abs(dy)) <= margin ? [dx, dy] : null;
  }
}

/** @type {WeakMap<HTMLCanvasElement, Map<string, Kept>>} */
const parts = new WeakMap();

/** A part that is kept for a canvas, by its name. @param {HTMLCanvasElement} canvas @param {string} name */
export function keptOf(canvas, name) {
  /** @type {Map<string, Kept>} */
  const known = parts.get(canvas) ?? new Map();
  parts.set(canvas, known);
  const kept = known.get(name) ?? new Kept();
  known.set(name, kept);
  return kept;
}

/** @param {OffscreenCanvas | null} canvas @param {number} width @param {number} height */
function resized(canvas, width, height) {
  if (canvas && canvas.width === width && canvas.height === height) return canvas;
  return new OffscreenCanvas(width, height);
}
