/** Items on snake's board: what lies there, how long it stays, and what comes soon. */

import { drawShape, label, MARK_SHAPES } from "../../player/canvas.js";

/** @import { State } from "./state.js" */
/** @import { Board } from "./draw.js" */

const RAY = 2;
/** The number of rounds that an item lies on the board. */
export const ITEM_ROUNDS = 16;
const SOON = 8;

/** Whether an item of this type is a ray; else it is a length. @param {number} type */
export const isRay = (type) => type === RAY;

/** An item in a word. @param {number} type @param {number} param */
export const itemWords = (type, param) => (isRay(type) ? "a ray" : `+${param}`);

/**
 * A symbol of a ray around a point.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} color
 */
export function drawBolt(ctx, x, y, radius, color) {
  drawShape(ctx, MARK_SHAPES.bolt, [x, y], { size: radius, color });
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius */
function disc(ctx, x, y, radius) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
}

/** The ring around an item is the part of its life that is left. @param {Board} board @param {State} state */
export function drawItems({ ctx, cell, at, options: { scene, theme } }, state) {
  for (const id of state.items) {
    const [cx, cy, time, type, param] = scene.items[id];
    const [x, y] = at(cx, cy);
    const left = Math.max(0, time + ITEM_ROUNDS - state.round) / ITEM_ROUNDS;
    const radius = cell * 0.36;
    disc(ctx, x, y, radius);
    ctx.fillStyle = theme.bg;
    ctx.fill();
    ctx.lineWidth = Math.max(1, cell * 0.06);
    ctx.strokeStyle = theme.border;
    ctx.stroke();
    ctx.beginPath();
    ctx.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + left * 2 * Math.PI);
    ctx.strokeStyle = type === RAY ? theme.warn : theme.ok;
    ctx.lineWidth = Math.max(1.5, cell * 0.09);
    ctx.stroke();
    if (type === RAY) drawBolt(ctx, x, y, radius * 0.72, theme.warn);
    else label(ctx, `+${param}`, x, y, { size: cell * 0.34, color: theme.text, font: theme.font, weight: 700 });
  }
}

/** Dashed where an item will be; the number is the rounds until then. @param {Board} board @param {State} state */
export function drawUpcoming({ ctx, cell, at, options: { scene, theme } }, state) {
  ctx.save();
  ctx.setLineDash([cell * 0.12, cell * 0.1]);
  ctx.lineWidth = Math.max(1, cell * 0.05);
  for (const [cx, cy, time, type] of scene.items) {
    const wait = time - state.round;
    if (wait < 1 || wait > SOON) continue;
    const [x, y] = at(cx, cy);
    ctx.globalAlpha = 1 - wait / (SOON + 3);
    ctx.strokeStyle = type === RAY ? theme.warn : theme.ok;
    disc(ctx, x, y, cell * 0.32);
    ctx.stroke();
    label(ctx, String(wait), x, y, { size: cell * 0.32, color: theme.muted, font: theme.font });
  }
  ctx.restore();
}
