/** Where the fields of a board stand on the canvas: x to the right from 1, y upwards from 1. */

import { cellsAt, fitCells } from "../../player/cells.js";

/** @import { DrawOptions } from "./state.js" */

const EVERY = [1, 2, 5, 10];
const ROOM = 17;

/**
 * @typedef {object} Layout
 * @property {import("../../player/cells.js").Cells} cells  row 0 is the top one
 * @property {number} cell  CSS px of a field
 * @property {number} width   fields
 * @property {number} height
 * @property {(x: number, y: number) => [number, number]} at  the middle of a field
 * @property {(x: number, y: number) => [number, number, number, number]} box  left, top, width, height
 */

/** @param {import("../../player/cells.js").Cells} cells @returns {Layout} */
function over(cells) {
  const { cols: width, rows: height, cell, left, top } = cells;
  return {
    cells, cell, width, height,
    at: (x, y) => [left + (x - 0.5) * cell, top + (height - y + 0.5) * cell],
    box: (x, y) => {
      const [px, py] = [cells.x(x - 1), cells.y(height - y)];
      return [px, py, cells.x(x) - px, cells.y(height - y + 1) - py];
    },
  };
}

/**
 * The board as large as there is room, enlarged by the camera.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {Pick<DrawOptions, "width" | "height" | "layers" | "camera"> & {scene: {width: number, height: number}}} options
 * @returns {Layout}
 */
export function layout(ctx, options) {
  const { scene, layers } = options;
  const board = { cols: scene.width, rows: scene.height };
  return over(fitCells(ctx, board, options, { coordinates: layers.has("coordinates") }));
}

/**
 * A board whose top left corner is at (left, top). @returns {Layout}
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} width
 * @param {number} height
 * @param {number} cell
 * @param {number} left
 * @param {number} top
 */
export function layoutAt(ctx, width, height, cell, left, top) {
  const dpr = ctx.getTransform().a || 1;
  return over(cellsAt({ cols: width, rows: height, cell, left, top, dpr }));
}

/**
 * The field at a point of the canvas, null outside of the board.
 * @param {Layout} layout
 * @param {{x: number, y: number}} point  CSS px
 * @returns {[number, number] | null}
 */
export function fieldUnder({ cells, cell, width, height }, point) {
  const x = Math.floor((point.x - cells.left) / cell) + 1;
  const y = height - Math.floor((point.y - cells.top) / cell);
  return x >= 1 && y >= 1 && x <= width && y <= height ? [x, y] : null;
}

/**
 * x along the bottom and y along the left edge, as many as there is room for.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Layout} layout
 * @param {DrawOptions} options
 */
export function drawCoordinates(ctx, { cells, cell, width, height, at }, { theme, width: wide, height: high }) {
  const every = EVERY.find((step) => step * cell >= ROOM) ?? 20;
  ctx.font = `400 10px ${theme.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  /** @param {number} number @param {number} x @param {number} y */
  const write = (number, x, y) => {
    // Over an enlarged board they stand on the fields.
    ctx.globalAlpha = 0.85;
    ctx.fillStyle = theme.bg;
    ctx.fillRect(x - 8, y - 7, 16, 14);
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.muted;
    ctx.fillText(String(number), x, y);
  };
  /** @param {number} number */
  const shown = (number) => number === 1 || number % every === 0;
  const below = Math.min(high - 8, cells.top + height * cell + 9);
  const beside = Math.max(9, cells.left - 9);
  for (let x = 1; x <= width; x += 1) {
    const [px] = at(x, 1);
    if (shown(x) && px > 18 && px < wide) write(x, px, below);
  }
  for (let y = 1; y <= height; y += 1) {
    const [, py] = at(1, y);
    if (shown(y) && py > 0 && py < high - 16) write(y, beside, py);
  }
}
