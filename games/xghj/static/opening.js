/** Bids and places to begin, before the first round. */

import { drawShape, drawSign, inkOn, label, MARK_SHAPES } from "../../player/canvas.js";
import { drawCapital, radiusOf } from "./capitals.js";

/** @import { Board } from "./draw.js" */
/** @import { Point } from "./capitals.js" */

const HIGH = 30;
/** The height of the strip with the bids above the board, in CSS px. */
export const STRIP = HIGH + 14;
const WIDEST = 62;

/**
 * The named places that are shown: all, or those that the player in view knows of.
 * @param {Board} board
 */
function shownSpawns({ state, view }) {
  const spawns = state.spawns ?? [];
  if (view === null) return spawns;
  const own = spawns.findIndex(({ p }) => p === view);
  return own < 0 ? spawns : spawns.slice(0, own + 1);
}

/** @param {Board} board */
export function drawSpawns(board) {
  const { ctx, cells, options: { palette } } = board;
  const radius = radiusOf(cells);
  for (const { p, at, place } of shownSpawns(board)) {
    if (place >= 0) drawCapital(ctx, ...cells.middle(place), radius, palette[p]);
    else if (at && at[0] >= 0 && at[1] >= 0 && at[0] < cells.cols && at[1] < cells.rows) {
      cross(ctx, cells.middle(at[1] * cells.cols + at[0]), radius, palette[p].color);
    }
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Point} point @param {number} radius @param {string} color */
function cross(ctx, point, radius, color) {
  drawShape(ctx, MARK_SHAPES.cross, point, { size: radius * 0.8, color, rim: "#ffffff", width: 4 / radius });
}

/** The bids in the order of choosing: paler after the choice, and the next one in a frame. @param {Board} board */
export function drawBids({ ctx, state, view, options: { palette, theme, width } }) {
  if (!state.order || view !== null) return;
  const wide = Math.min(WIDEST, (width - 8) / state.order.length);
  const left = (width - wide * state.order.length) / 2;
  const done = new Map((state.spawns ?? []).map((spawn) => [spawn.p, spawn.place >= 0]));
  ctx.fillStyle = theme.surface;
  ctx.globalAlpha = 0.94;
  ctx.beginPath();
  ctx.roundRect(left - 3, 4, wide * state.order.length + 6, HIGH + 6, 6);
  ctx.fill();
  ctx.globalAlpha = 1;
  state.order.forEach((player, i) => {
    const [x, y] = [left + i * wide + 2, 7];
    const next = i === done.size;
    ctx.globalAlpha = done.has(player) ? 0.5 : 1;
    ctx.fillStyle = palette[player].color;
    ctx.beginPath();
    ctx.roundRect(x, y, wide - 4, HIGH, 4);
    ctx.fill();
    const ink = inkOn(palette[player].color);
    drawSign(ctx, palette[player], x + wide * 0.27, y + HIGH / 2, Math.min(8, wide * 0.17), ink);
    label(ctx, String(state.bids?.[player] ?? ""), x + wide * 0.65, y + HIGH / 2, { size: 14, color: ink, font: theme.font });
    ctx.globalAlpha = 1;
    if (next) {
      ctx.lineWidth = 2.5;
      ctx.strokeStyle = theme.text;
      ctx.stroke();
    }
    if (done.get(player) === false) cross(ctx, [x + wide / 2, y + HIGH / 2], 14, theme.danger);
  });
}
