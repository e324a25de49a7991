/** The effects of a ply while they are shown: moves fade in, deaths and walls fade out. */

import { drawShape, MARK_SHAPES } from "../../player/canvas.js";
import { handled } from "../../player/events.js";
import { drawBody } from "./snakes.js";
import { snakeOf } from "./state.js";

/** @import { DieEvent, Event, RayEvent, SolidEvent, SplitEvent, State } from "./state.js" */
/** @import { Board } from "./draw.js" */

/**
 * The snakes that this ply took from the board, fading.
 * @param {Board} board
 * @param {State} state
 * @param {State | null} previous
 * @param {number} t
 */
export function drawFading(board, state, previous, t) {
  if (!previous || t >= 1) return;
  for (const snake of previous.snakes) {
    if (snakeOf(state, snake.id)) continue;
    board.ctx.globalAlpha = 0.7 * (1 - t);
    drawBody(board, snake.body.map(([x, y]) => board.at(x, y)), board.options.palette[snake.owner]);
    board.ctx.globalAlpha = 1;
  }
}

/**
 * Marks of the events themselves; a trace of each stays while the ply is shown.
 * @param {Board} board
 * @param {State | null} previous
 * @param {number} t
 */
export function drawEvents(board, previous, t) {
  for (const event of board.options.events) handled(EFFECTS, event, board, previous, t);
  board.ctx.globalAlpha = 1;
}

/** @type {import("../../player/events.js").Handlers<Event, [Board, State | null, number], void>} */
const EFFECTS = { die: drawCross, solid: drawFlash, ray: drawBeam, split: drawCut };

/** @param {DieEvent} event @param {Board} board @param {State | null} previous @param {number} t */
function drawCross({ at: [x, y] }, { ctx, cell, at, options: { scene, theme } }, previous, t) {
  /** @param {number} v @param {number} size */
  const clamp = (v, size) => Math.min(size - 0.75, Math.max(-0.25, v));
  const point = at(clamp(x, scene.width), clamp(y, scene.height));
  ctx.globalAlpha = 1 - 0.35 * t;
  drawShape(ctx, MARK_SHAPES.cross, point, { size: cell * 0.36, color: theme.danger, rim: theme.surface, width: 0.3 });
}

/** @param {SolidEvent} event @param {Board} board @param {State | null} previous @param {number} t */
function drawFlash({ cells }, { ctx, cell, at, options: { theme } }, previous, t) {
  ctx.globalAlpha = 0.75 * (1 - t) + 0.12;
  ctx.fillStyle = theme.dark ? "#ffffff" : theme.text;
  for (const [x, y] of cells) {
    const [px, py] = at(x, y);
    ctx.fillRect(px - cell / 2, py - cell / 2, cell, cell);
  }
}

/** @param {RayEvent} event @param {Board} board @param {State | null} previous @param {number} t */
function drawBeam({ from, to }, { ctx, cell, at, options: { theme } }, previous, t) {
  const [x0, y0] = at(...from);
  const [x1, y1] = at(...to);
  const reach = Math.min(1, t * 2.5);
  /** @type {[number, number]} */
  const end = t === 0 ? [x0, y0] : [x0 + (x1 - x0) * reach, y0 + (y1 - y0) * reach];
  ctx.lineCap = "round";
  for (const [width, color, alpha] of /** @type {[number, string, number][]} */ ([[0.5, theme.warn, 0.3], [0.24, theme.warn, 0.75], [0.08, "#ffffff", 1]])) {
    ctx.globalAlpha = alpha * (1 - 0.4 * t);
    ctx.strokeStyle = color;
    ctx.lineWidth = cell * width;
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(...end);
    ctx.stroke();
  }
}

/**
 * Where a body was cut: a short line across, between the two parts.
 * @param {SplitEvent} event
 * @param {Board} board
 * @param {State | null} previous
 * @param {number} t
 */
function drawCut({ snake: id, keep }, { ctx, cell, at, options: { theme } }, previous, t) {
  const body = snakeOf(previous, id)?.body;
  if (!body) return;
  const [a, b] = [at(...body[keep - 1]), at(...body[keep])];
  const [mx, my] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  const [dx, dy] = [(b[1] - a[1]) / 2, (b[0] - a[0]) / 2];
  ctx.globalAlpha = 1 - 0.35 * t;
  ctx.strokeStyle = theme.text;
  ctx.lineWidth = Math.max(2, cell * 0.1);
  ctx.beginPath();
  ctx.moveTo(mx - dx, my - dy);
  ctx.lineTo(mx + dx, my + dy);
  ctx.stroke();
}
