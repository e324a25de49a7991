/**
 * A picture that is made pixel by pixel and then put on a canvas at once.  A board has thousands of
 * small parts, and one canvas call for each part takes longer than writing all pixels.
 */

/** @typedef {{width: number, height: number, alpha: Uint8ClampedArray}} Mask */

/** A colour as a pixel in memory. @param {readonly [number, number, number]} rgb */
export const pixelOf = ([r, g, b]) => ((255 << 24) | (b << 16) | (g << 8) | r) >>> 0;

/** From this width on, the array's own `fill` is faster than a loop. */
const WIDE = 24;

export class Raster {
  // Set by `resize`, which the constructor calls.
  width = 0;
  height = 0;
  /** @type {OffscreenCanvasRenderingContext2D} */
  ctx;
  /** @type {ImageData} */
  image;
  /** @type {Uint32Array} */
  pixels;
  /** The rectangle that is painted in. */
  x0 = 0;
  y0 = 0;
  x1 = 0;
  y1 = 0;
  /** The rows that have changed since the last update of the canvas. */
  top = 0;
  bottom = 0;

  constructor() {
    this.canvas = new OffscreenCanvas(1, 1);
    this.resize(1, 1);
  }

  /** Make it this large, and empty. @param {number} width @param {number} height  pixels */
  resize(width, height) {
    this.width = width;
    this.height = height;
    this.canvas.width = width;
    this.canvas.height = height;
    this.ctx = /** @type {OffscreenCanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
    this.within(0, 0, width, height);
    this.top = 0;
    this.bottom = height;
  }

  /**
   * From now on, paint inside of this rectangle only.
   * @param {number} x0
   * @param {number} y0
   * @param {number} x1
   * @param {number} y1
   */
  within(x0, y0, x1, y1) {
    this.x0 = Math.max(0, x0);
    this.y0 = Math.max(0, y0);
    this.x1 = Math.min(this.width, x1);
    this.y1 = Math.min(this.height, y1);
  }

  clear() {
    this.pixels.fill(0);
    this.#touch(0, this.height);
  }

  /**
   * Move all pixels; those that come from outside are empty.
   * @param {number} dx
   * @param {number} dy
   */
  shift(dx, dy) {
    const { pixels, width, height } = this;
    if (Math.abs(dx) >= width || Math.abs(dy) >= height) {
      this.clear();
      return;
    }
    const by = dy * width + dx;
    if (by > 0) pixels.copyWithin(by, 0, pixels.length - by);
    else pixels.copyWithin(0, -by);
    if (dy > 0) pixels.fill(0, 0, dy * width);
    if (dy < 0) pixels.fill(0, (height + dy) * width);
    const [from, to] = dx > 0 ? [0, dx] : [width + dx, width];
    // Rows have got the ends of their neighbours here.
    for (let row = 0; dx && row < height; row += 1) pixels.fill(0, row * width + from, row * width + to);
    this.#touch(0, height);
  }

  /** @param {number} top @param {number} bottom */
  #touch(top, bottom) {
    this.top = Math.min(this.top, top);
    this.bottom = Math.max(this.bottom, bottom);
  }

  /**
   * A rectangle in one colour; parts outside of `within` are left out, here as everywhere.
   * @param {number} x0
   * @param {number} y0
   * @param {number} x1
   * @param {number} y1
   * @param {number} pixel
   */
  fill(x0, y0, x1, y1, pixel) {
    const [left, right] = [Math.max(this.x0, x0), Math.min(this.x1, x1)];
    const [top, bottom] = [Math.max(this.y0, y0), Math.min(this.y1, y1)];
    if (left >= right || top >= bottom) return;
    const { pixels, width } = this;
    const wide = right - left >= WIDE;
    for (let at = top * width + left, end = bottom * width; at < end; at += width) {
      if (wide) pixels.fill(pixel, at, at + right - left);
      else for (let i = at; i < at + right - left; i += 1) pixels[i] = pixel;
    }
    this.#touch(top, bottom);
  }

  /**
   * A rectangle in a repeated pattern of `size` × `size` pixels, aligned to (originX, originY).
   * @param {number} x0
   * @param {number} y0
   * @param {number} x1
   * @param {number} y1
   * @param {Uint32Array} tile
   * @param {number} size
   * @param {number} originX
   * @param {number} originY
   */
  weave(x0, y0, x1, y1, tile, size, originX, originY) {
    const [left, right] = [Math.max(this.x0, x0), Math.min(this.x1, x1)];
    const [top, bottom] = [Math.max(this.y0, y0), Math.min(this.y1, y1)];
    if (left >= right || top >= bottom) return;
    const { pixels, width } = this;
    const start = modulo(left - originX, size);
    for (let y = top; y < bottom; y += 1) {
      const thread = modulo(y - originY, size) * size;
      let column = start;
      for (let at = y * width + left, end = y * width + right; at < end; at += 1) {
        pixels[at] = tile[thread + column];
        column += 1;
        if (column === size) column = 0;
      }
    }
    this.#touch(top, bottom);
  }

  /**
   * A mask in one colour with its top left corner at (x, y).
   * @param {Mask} mask
   * @param {number} x
   * @param {number} y
   * @param {number} pixel
   * @param {number} [strength]  0 to 1
   */
  stamp(mask, x, y, pixel, strength = 1) {
    const [left, right] = [Math.max(this.x0, x), Math.min(this.x1, x + mask.width)];
    const [top, bottom] = [Math.max(this.y0, y), Math.min(this.y1, y + mask.height)];
    if (left >= right || top >= bottom) return;
    const { pixels, width } = this;
    const part = Math.round(strength * 256);
    const [rb, g] = [pixel & 0xff00ff, pixel & 0xff00];
    for (let row = top; row < bottom; row += 1) {
      let from = (row - y) * mask.width + left - x;
      for (let at = row * width + left, end = row * width + right; at < end; at += 1, from += 1) {
        const alpha = (mask.alpha[from] * part) >> 8;
        if (!alpha) continue;
        const weight = alpha + (alpha >> 7);
        if (weight === 256) {
          pixels[at] = pixel;
          continue;
        }
        const under = pixels[at];
        const mixedRb = ((rb * weight + (under & 0xff00ff) * (256 - weight)) / 256) & 0xff00ff;
        const mixedG = ((g * weight + (under & 0xff00) * (256 - weight)) / 256) & 0xff00;
        pixels[at] = (0xff000000 | mixedRb | mixedG) >>> 0;
      }
    }
    this.#touch(top, bottom);
  }

  /** Update the canvas where pixels have changed. @returns {OffscreenCanvas} */
  shown() {
    if (this.top < this.bottom) {
      this.ctx.putImageData(this.image, 0, 0, 0, this.top, this.width, this.bottom - this.top);
    }
    this.top = this.height;
    this.bottom = 0;
    return this.canvas;
  }
}

/** @param {number} value @param {number} size */
function modulo(value, size) {
  const rest = value % size;
  return rest < 0 ? rest + size : rest;
}
