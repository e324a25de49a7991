/** Where the tiles stand on the canvas. */

const MARGIN = 3;
const COORDINATES = 18;

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
export function layOut(dpr, { scene, width, height, layers, camera }) {
  const { zoom, left: panX, top: panY } = camera ?? { zoom: 1, left: 0, top: 0 };
  const margin = layers.has("coordinates") ? COORDINATES : MARGIN;
  const fit = Math.min((width - 2 * margin) / scene.width, (height - 2 * margin) / scene.height);
  const cell = Math.max(fit, 0.5) * zoom;
  const left = ((width - fit * scene.width) / 2) * zoom + panX;
  const top = ((height - fit * scene.height) / 2) * zoom + panY;
  const edges = (start, count) => Int32Array.from({ length: count + 1 }, (_, i) => Math.round((start + i * cell) * dpr));
  const inside = (start, room, count) => [
    Math.min(count, Math.max(0, Math.floor(-start / cell))),
    Math.max(0, Math.min(count, Math.ceil((room - start) / cell))),
  ];
  const [c0, c1] = inside(left, width, scene.width);
  const [r0, r1] = inside(top, height, scene.height);
  const middle = (place) => [
    left + ((place % scene.width) + 0.5) * cell,
    top + (Math.floor(place / scene.width) + 0.5) * cell,
  ];
  return {
    dpr, cell, left, top, middle,
    xs: edges(left, scene.width), ys: edges(top, scene.height), seen: { c0, c1, r0, r1 },
  };
}
