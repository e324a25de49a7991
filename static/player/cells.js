/** Boards of square cells: where they stand on the canvas, colours, regions, and words over them. */

import { patternFill } from "./canvas.js";

const MARGIN = 3;
const COORDINATES = 18;
const GAP = 26;
const DARK = "#14171c";

/**
 * @typedef {object} Cells
 * @property {number} cols
 * @property {number} rows
 * @property {number} dpr
 * @property {number} cell  CSS px of one cell
 * @property {number} left  CSS px, of the board
 * @property {number} top
 * @property {(column: number) => number} x  left edge of a column, on a whole pixel
 * @property {(row: number) => number} y     upper edge of a row, on a whole pixel
 * @property {(place: number) => [number, number]} middle  of the cell `row * cols + column`
 */

/**
 * Cells whose first stands at (left, top).
 * @param {{cols: number, rows: number, cell: number, left: number, top: number, dpr: number}} given
 * @returns {Cells}
 */
export function cellsAt({ cols, rows, cell, left, top, dpr }) {
  return {
    cols, rows, cell, left, top, dpr,
    x: (column) => Math.round((left + column * cell) * dpr) / dpr,
    y: (row) => Math.round((top + row * cell) * dpr) / dpr,
    middle: (place) => [left + ((place % cols) + 0.5) * cell, top + (Math.floor(place / cols) + 0.5) * cell],
  };
}

/**
 * A board in the middle of the canvas, as large as it has room, enlarged by the camera.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {{cols: number, rows: number}} board
 * @param {{width: number, height: number, camera?: {zoom: number, left: number, top: number}}} options
 * @param {Room} [room]
 * @returns {Cells}
 */
export function fitCells(ctx, board, options, room) {
  return cellsIn(ctx.getTransform().a || 1, board, options, room);
}

/**
 * The same where the density is known and there is no context.
 * @typedef {object} Room  to leave
 * @property {boolean} [coordinates]  for coordinates
 * @property {number} [above]         CSS px above the board, for something else
 * @param {number} dpr
 * @param {{cols: number, rows: number}} board
 * @param {{width: number, height: number, camera?: {zoom: number, left: number, top: number}}} options
 * @param {Room} [room]
 * @returns {Cells}
 */
export function cellsIn(dpr, { cols, rows }, { width, height, camera }, { coordinates = false, above = 0 } = {}) {
  const { zoom, left, top } = camera ?? { zoom: 1, left: 0, top: 0 };
  const margin = coordinates ? COORDINATES : MARGIN;
  const fit = Math.max(0.5, Math.min((width - 2 * margin) / cols, (height - above - 2 * margin) / rows));
  return cellsAt({
    cols, rows, dpr,
    cell: fit * zoom,
    left: ((width - fit * cols) / 2) * zoom + left,
    top: ((height + above - fit * rows) / 2) * zoom + top,
  });
}

/**
 * The part of a board that is to be drawn, half open: what of a rectangle lies on the board, or all
 * of it.  Empty (x0 >= x1 or y0 >= y1) for a rectangle beside it.
 * @typedef {{x0: number, y0: number, x1: number, y1: number}} Rect
 * @param {{width: number, height: number}} board
 * @param {Rect} [rect]
 * @returns {Rect}
 */
export function within({ width, height }, rect) {
  if (!rect) return { x0: 0, y0: 0, x1: width, y1: height };
  return {
    x0: Math.max(0, rect.x0), y0: Math.max(0, rect.y0),
    x1: Math.min(width, rect.x1), y1: Math.min(height, rect.y1),
  };
}

/** @type {OffscreenCanvas | null} */
let canvas = null;

/**
 * Colour the cells of a board, each from `pixels` (as in the memory of image data; 0: nothing).
 * @param {CanvasRenderingContext2D} ctx
 * @param {Cells} cells
 * @param {Uint32Array<ArrayBuffer>} pixels
 */
export function drawPixels(ctx, cells, pixels) {
  const { cols, rows } = cells;
  canvas ??= new OffscreenCanvas(1, 1);
  if (canvas.width !== cols || canvas.height !== rows) Object.assign(canvas, { width: cols, height: rows });
  const bytes = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.byteLength);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d"));
  pen.putImageData(new ImageData(bytes, cols, rows), 0, 0);
  const [x, y] = [cells.x(0), cells.y(0)];
  ctx.save();
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(canvas, x, y, cells.x(cols) - x, cells.y(rows) - y);
  ctx.restore();
}

/** A colour as such a pixel. @param {readonly number[]} rgb @param {number} [alpha]  0 to 1 */
export function pixelOf([r, g, b], alpha = 1) {
  return ((Math.round(alpha * 255) << 24) | (b << 16) | (g << 8) | r) >>> 0;
}

/**
 * A pattern that moves with the board; see `patternFill`.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Cells} cells
 * @param {{pattern: string}} style
 * @param {string} color
 * @param {number} size  CSS px of one tile
 */
export function hatching(ctx, cells, style, color, size) {
  const pattern = patternFill(ctx, style, color, size);
  pattern.setTransform(fromCorner(cells));
  return pattern;
}

/** A pattern with this transform begins at the corner of the board. @param {Cells} cells */
export const fromCorner = (cells) => new DOMMatrix().translate(cells.x(0), cells.y(0)).scale(1 / cells.dpr);

/** The squares of some cells as one path. @param {Cells} cells @param {(place: number) => boolean} has */
export function areaOf(cells, has) {
  const path = new Path2D();
  for (let row = 0; row < cells.rows; row += 1) {
    const start = row * cells.cols;
    const [top, bottom] = [cells.y(row), cells.y(row + 1)];
    for (let from = 0; from < cells.cols; from += 1) {
      if (!has(start + from)) continue;
      let to = from + 1;
      while (to < cells.cols && has(start + to)) to += 1;
      path.rect(cells.x(from), top, cells.x(to) - cells.x(from), bottom - top);
      from = to;
    }
  }
  return path;
}

/**
 * The border of some cells as one path, a little inside of them.
 * @param {Cells} cells
 * @param {(place: number) => boolean} has
 * @param {number} inset  CSS px
 */
export function borderOf(cells, has, inset) {
  const { cols, rows } = cells;
  const path = new Path2D();
  /** @param {number} x @param {number} y */
  const is = (x, y) => x >= 0 && y >= 0 && x < cols && y < rows && has(y * cols + x);
  for (let y = 0; y < rows; y += 1) {
    for (let x = 0; x < cols; x += 1) {
      if (!is(x, y)) continue;
      const [x0, x1, y0, y1] = [cells.x(x) + inset, cells.x(x + 1) - inset, cells.y(y) + inset, cells.y(y + 1) - inset];
      // Up to the neighbour's own line where the border goes straight on.
      const left = is(x - 1, y) ? cells.x(x) : x0;
      const right = is(x + 1, y) ? cells.x(x + 1) : x1;
      const top = is(x, y - 1) ? cells.y(y) : y0;
      const bottom = is(x, y + 1) ? cells.y(y + 1) : y1;
      if (!is(x, y - 1)) line(path, left, y0, right, y0);
      if (!is(x, y + 1)) line(path, left, y1, right, y1);
      if (!is(x - 1, y)) line(path, x0, top, x0, bottom);
      if (!is(x + 1, y)) line(path, x1, top, x1, bottom);
    }
  }
  return path;
}

/** @param {Path2D} path @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
function line(path, x0, y0, x1, y1) {
  path.moveTo(x0, y0);
  path.lineTo(x1, y1);
}

/** Lines between cells. @param {CanvasRenderingContext2D} ctx @param {Cells} cells @param {string} color */
export function drawGrid(ctx, cells, color) {
  const path = new Path2D();
  const half = 0.5 / cells.dpr;
  for (let x = 0; x <= cells.cols; x += 1) line(path, cells.x(x) + half, cells.y(0), cells.x(x) + half, cells.y(cells.rows));
  for (let y = 0; y <= cells.rows; y += 1) line(path, cells.x(0), cells.y(y) + half, cells.x(cells.cols), cells.y(y) + half);
  ctx.lineWidth = 1 / cells.dpr;
  ctx.strokeStyle = color;
  ctx.stroke(path);
}

/**
 * Columns along the top and rows along the left edge, as many as there is room for.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Cells} cells
 * @param {{theme: any, width: number, height: number}} options
 */
export function drawCoordinates(ctx, cells, { theme, width, height }) {
  const { cell, left, top } = cells;
  const every = [1, 2, 5, 10, 20, 50].find((step) => step * cell >= GAP) ?? 100;
  ctx.font = `400 10px ${theme.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  /** @param {string} text @param {number} x @param {number} y */
  const write = (text, x, y) => {
    // Over an enlarged board they stand on the cells.
    ctx.fillStyle = theme.bg;
    ctx.globalAlpha = 0.85;
    ctx.fillRect(x - 8, y - 7, 16, 14);
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.muted;
    ctx.fillText(text, x, y);
  };
  const [across, down] = [Math.max(9, left - 9), Math.max(8, top - 9)];
  for (let column = 0; column < cells.cols; column += every) {
    const x = left + (column + 0.5) * cell;
    if (x > 12 && x < width) write(String(column), x, down);
  }
  for (let row = 0; row < cells.rows; row += every) {
    const y = top + (row + 0.5) * cell;
    if (y > 12 && y < height) write(String(row), across, y);
  }
}

/**
 * Light text that can be read on every colour.
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} text
 * @param {number} x  of its middle
 * @param {number} y
 * @param {{size: number, font: string, color?: string, weight?: number}} style
 */
export function outlined(ctx, text, x, y, { size, font, color = "#ffffff", weight = 700 }) {
  ctx.font = `${weight} ${size}px ${font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = size * 0.3;
  ctx.strokeStyle = DARK;
  ctx.strokeText(text, x, y + size * 0.06);
  ctx.fillStyle = color;
  ctx.fillText(text, x, y + size * 0.06);
}
