/** How a game's maps look: its module, the page's colours, and drawing a whole map into a canvas. */

import { fitCanvas, readTheme } from "../../player/canvas.js";
import { SEATS } from "../../player/palette.js";

const FINE_PX = 8;

/**
 * @typedef {object} Look
 * @property {any} module   the game's `map.js`
 * @property {any} theme
 * @property {ReadonlyArray<any>} palette
 * @property {string | null} layer  one of the module's `layers`, in place of everything
 */

/**
 * @param {string} script  address of the game's `map.js`
 * @param {Element} element  inside `.map-board`, which defines the colours
 * @param {string | null} [layer]
 * @returns {Promise<Look>}
 */
export async function loadLook(script, element, layer = null) {
  const module = await import(new URL(script, document.baseURI).href);
  return { module, theme: readTheme(element), palette: SEATS, layer };
}

/**
 * A board, and how it looks.
 * @param {string} address  of the board
 * @param {string} script
 * @param {Element} element
 * @returns {Promise<{board: any, look: Look} | null>}  null where one of them does not come
 */
export async function loadBoard(address, script, element) {
  try {
    const [answer, look] = await Promise.all([fetch(address), loadLook(script, element)]);
    return answer.ok ? { board: await answer.json(), look } : null;
  } catch {
    return null;
  }
}

/** Call back whenever the page turns light or dark. @param {() => void} changed */
export function onTheme(changed) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  const watch = new MutationObserver(changed);
  watch.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
}

/** @param {any} board */
export function isGrid(board) {
  return Array.isArray(board?.cells) && board.width > 0;
}

/**
 * Draw a whole board as large as the canvas has room for, in its middle.
 * @param {Look} look
 * @param {HTMLCanvasElement} canvas
 * @param {any} board
 */
export function drawWhole(look, canvas, board) {
  const { ctx, width, height, dpr } = fitCanvas(canvas);
  ctx.clearRect(0, 0, width, height);
  const { module, theme, palette, layer } = look;
  if (!isGrid(board)) {
    module.draw(ctx, board, { x: 0, y: 0, width, height, theme, palette, layer });
    return;
  }
  const room = Math.min(width / board.width, height / board.height) * dpr;
  if (room < FINE_PX) drawScaled(look, ctx, board, room, width, height, dpr);
  else {
    const size = Math.floor(room) / dpr;
    const x = Math.round(((width - size * board.width) / 2) * dpr) / dpr;
    const y = Math.round(((height - size * board.height) / 2) * dpr) / dpr;
    module.draw(ctx, board, { x, y, size, theme, palette, layer });
  }
}

/**
 * Small cells have whole pixels only elsewhere, from where they are brought to their size.
 * @param {{module: any, theme: import("../../player/canvas.js").Theme, palette: ReadonlyArray<any>, layer: string | null}} given
 * @param {CanvasRenderingContext2D} ctx
 * @param {any} board
 * @param {number} room
 * @param {number} width
 * @param {number} height
 * @param {number} dpr
 */
function drawScaled({ module, theme, palette, layer }, ctx, board, room, width, height, dpr) {
  const size = Math.max(1, Math.ceil(room));
  const copy = new OffscreenCanvas(board.width * size, board.height * size);
  module.draw(copy.getContext("2d"), board, { x: 0, y: 0, size, theme, palette, layer });
  const [w, h] = [(board.width * room) / dpr, (board.height * room) / dpr];
  ctx.imageSmoothingQuality = "high";
  ctx.drawImage(copy, (width - w) / 2, (height - h) / 2, w, h);
}
