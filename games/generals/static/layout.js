/** Where the tiles stand on the canvas: cells, and the pixels of their edges. */

import { cellsIn } from "../../player/cells.js";

/** CSS px of the line above the board that says the turn. */
export const TURN_LINE = 20;

/**
 * @typedef {object} Layout
 * @property {number} dpr
 * @property {number} cell    CSS px of one tile
 * @property {number} left    CSS px, of the board
 * @property {number} top
 * @property {Int32Array} xs  pixels of the tiles' left edges, and of the last one's right edge
 * @property {Int32Array} ys
 * @property {{c0: number, c1: number, r0: number, r1: number}} seen  columns and rows in the picture
 * @property {(place: number) => [number, number]} middle  of a tile, CSS px
 */

/**
 * @param {number} dpr
 * @param {{scene: {width: number, height: number}, width: number, height: number, layers: Set<string>,
 *   camera?: {zoom: number, left: number, top: number}}} options
 * @returns {Layout}
 */
export function layOut(dpr, options) {
  const { scene, width, height, layers } = options;
  const board = { cols: scene.width, rows: scene.height };
  const { cell, left, top, x, y, middle } = cellsIn(dpr, board, options, {
    coordinates: layers.has("coordinates"),
    above: layers.has("turn") ? TURN_LINE : 0,
  });
  /** @param {(index: number) => number} edge @param {number} count */
  const pixels = (edge, count) => Int32Array.from({ length: count + 1 }, (_, i) => Math.round(edge(i) * dpr));
  /** @param {number} start @param {number} room @param {number} count */
  const inside = (start, room, count) => [
    Math.min(count, Math.max(0, Math.floor(-start / cell))),
    Math.max(0, Math.min(count, Math.ceil((room - start) / cell))),
  ];
  const [c0, c1] = inside(left, width, scene.width);
  const [r0, r1] = inside(top, height, scene.height);
  return { dpr, cell, left, top, middle, xs: pixels(x, scene.width), ys: pixels(y, scene.height), seen: { c0, c1, r0, r1 } };
}
