/**
 * The visible part of a board: its enlargement and position.
 *
 * A point (x, y) of the fitted picture, in CSS px, is drawn at (x * zoom + left, y * zoom + top).
 * The place is kept as a part of the picture, so that it stays when the window changes.
 */

const BARELY = 1.01;

/** @typedef {{width: number, height: number}} Size  CSS px */

export class Camera {
  most = 1;
  zoom = 1;
  /** The point of the fitted picture, as parts of it, that is in the middle. */
  x = 0.5;
  y = 0.5;

  /** Show the whole board. */
  reset() {
    this.zoom = 1;
    this.x = 0.5;
    this.y = 0.5;
  }

  get enlarged() {
    return this.zoom > BARELY;
  }

  /** No more than this much from now on. @param {number} most */
  limit(most) {
    this.most = Math.max(1, most);
    this.zoom = Math.min(this.zoom, this.most);
    this.#stay();
  }

  /**
   * Enlarge by a factor; what is at the point (px, py) of the canvas stays there.
   * @param {number} factor
   * @param {number} px  CSS px
   * @param {number} py
   * @param {Size} size  of the canvas
   * @returns {boolean} whether anything changed
   */
  enlarge(factor, px, py, { width, height }) {
    const zoom = Math.min(this.most, Math.max(1, this.zoom * factor));
    if (zoom === this.zoom) return false;
    const away = 1 / this.zoom - 1 / zoom;
    this.x += (px / width - 0.5) * away;
    this.y += (py / height - 0.5) * away;
    this.zoom = zoom;
    this.#stay();
    return true;
  }

  /** Move the picture by this many CSS px. @param {number} dx @param {number} dy @param {Size} size */
  shift(dx, dy, { width, height }) {
    this.x -= dx / width / this.zoom;
    this.y -= dy / height / this.zoom;
    this.#stay();
  }

  /**
   * The camera for a drawing.  It moves by whole pixels, so that the painted picture can be moved.
   * @param {Size} size  of the canvas
   * @param {number} dpr
   * @returns {{zoom: number, left: number, top: number}}
   */
  over({ width, height }, dpr) {
    return {
      zoom: this.zoom,
      left: Math.round((0.5 - this.x * this.zoom) * width * dpr) / dpr,
      top: Math.round((0.5 - this.y * this.zoom) * height * dpr) / dpr,
    };
  }

  /** Never beyond the edges of the picture. */
  #stay() {
    const half = 0.5 / this.zoom;
    this.x = Math.min(1 - half, Math.max(half, this.x));
    this.y = Math.min(1 - half, Math.max(half, this.y));
  }
}
