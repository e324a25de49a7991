/** XGHJ on thumbnails: the states after events, and the drawing, without words and tables. */

export { apply } from "./state.js";
export { draw, locate } from "./draw.js";

/** Milliseconds of a round at single speed. */
export const pace = 900;

/** The board can be enlarged. */
export const zoomable = true;

const CLOSE = 52;

/**
 * The largest zoom: a cell is then about as large as a fingertip.
 * @param {{cols: number, rows: number}} scene
 * @param {{width: number, height: number}} room  CSS px
 */
export function mostZoom({ cols, rows }, { width, height }) {
  return Math.max(1.5, CLOSE / Math.min(width / cols, height / rows));
}
