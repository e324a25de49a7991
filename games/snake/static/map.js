/** Snake's maps: where the items of the list fall, and how many. */

import { inkOn, label } from "../../player/canvas.js";
import { drawBolt } from "./items.js";

/** @import { Item } from "./state.js" */
/** @import { Theme } from "../../player/canvas.js" */

const SIDE = 16;
const RAY = 2;

/**
 * Draw a list of items into a box.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {{items: Item[]}} map
 * @param {{x: number, y: number, width: number, height: number, theme: Theme}} options
 */
export function draw(ctx, map, { x, y, width, height, theme }) {
  const cell = Math.min(width, height) / SIDE;
  const left = x + (width - cell * SIDE) / 2;
  const top = y + (height - cell * SIDE) / 2;
  drawGround(ctx, left, top, cell, theme);
  for (const [place, items] of byPlace(map.items)) {
    const [cx, cy] = [place % SIDE, Math.floor(place / SIDE)];
    drawPlace(ctx, items, left + (cx + 0.5) * cell, top + (SIDE - 0.5 - cy) * cell, cell, theme);
  }
}

/** Cell → its items, in the order in which they come. @param {Item[]} items */
function byPlace(items) {
  /** @type {Map<number, Item[]>} */
  const found = new Map();
  for (const item of items) {
    const place = item[1] * SIDE + item[0];
    const here = found.get(place);
    if (here) here.push(item);
    else found.set(place, [item]);
  }
  return found;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} left
 * @param {number} top
 * @param {number} cell
 * @param {Theme} theme
 */
function drawGround(ctx, left, top, cell, theme) {
  ctx.fillStyle = theme.surface;
  ctx.fillRect(left, top, cell * SIDE, cell * SIDE);
  ctx.fillStyle = theme.surface2;
  ctx.globalAlpha = 0.55;
  for (let y = 0; y < SIDE; y += 1) {
    for (let x = y % 2; x < SIDE; x += 2) ctx.fillRect(left + x * cell, top + y * cell, cell, cell);
  }
  ctx.globalAlpha = 1;
  ctx.strokeStyle = theme.border;
  ctx.lineWidth = 1;
  ctx.strokeRect(left + 0.5, top + 0.5, cell * SIDE - 1, cell * SIDE - 1);
}

/**
 * A disc whose ring is as much ray as the place has; in it the first item, or how many.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Item[]} items
 * @param {number} x
 * @param {number} y
 * @param {number} cell
 * @param {Theme} theme
 */
function drawPlace(ctx, items, x, y, cell, theme) {
  const rays = items.filter((item) => item[3] === RAY).length;
  const radius = cell * 0.4;
  const share = (rays / items.length) * 2 * Math.PI;
  ring(ctx, x, y, radius, 0, 2 * Math.PI, theme.ok, cell);
  if (rays) ring(ctx, x, y, radius, 0, share, theme.warn, cell);
  if (cell < 9) return;
  const style = { size: cell * 0.42, color: inkOn(theme.surface), font: theme.font, weight: 600 };
  if (items.length > 1) label(ctx, String(items.length), x, y, style);
  else if (rays) drawBolt(ctx, x, y, cell * 0.26, theme.warn);
  else label(ctx, `+${items[0][4]}`, x, y, { ...style, size: cell * 0.34 });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} from
 * @param {number} to
 * @param {string} color
 * @param {number} cell
 */
function ring(ctx, x, y, radius, from, to, color, cell) {
  ctx.beginPath();
  ctx.arc(x, y, radius, from - Math.PI / 2, to - Math.PI / 2);
  ctx.lineWidth = Math.max(1.5, cell * 0.1);
  ctx.strokeStyle = color;
  ctx.stroke();
}
