/** A person's planned orders, drawn over the board. */

import { drawShape, MARK_SHAPES } from "../../player/canvas.js";
import { drawReach, drawSteps, square } from "./reach.js";
import { ID, OWNER, X, Y, specOf } from "./state.js";

/** @import { DrawOptions, Field, Unit } from "./state.js" */
/** @import { Theme } from "../../player/canvas.js" */
/** @import { Layout } from "./layout.js" */

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {import("./layout.js").Layout} layout
 * @param {DrawOptions} options
 * @param {{plan: import("./plan.js").Plan, unit: Unit | null, mode: string, cursor: Field | null,
 *   pointed: Unit | null}} now  unit: the one that is selected, pointed: another that is pointed at
 */
export function drawPlan(ctx, layout, options, { plan, unit, mode, cursor, pointed }) {
  const { palette, theme } = options;
  if (pointed) drawReach(ctx, layout, pointed, options);
  if (unit) {
    if (mode === "shoot" || !pointed) drawReach(ctx, layout, unit, options);
    drawSteps(ctx, layout, plan.steps.get(unit[ID]) ?? [], palette[unit[OWNER]].color);
    frame(ctx, layout.box(unit[X], unit[Y]), theme.accent, theme.surface, 3);
  }
  for (const one of plan.units) {
    const { shot, goal } = plan.of(one[ID]);
    if (goal) drawGoal(ctx, layout, one, goal, palette[one[OWNER]].color, theme);
    if (shot) drawShot(ctx, layout, one, shot, theme, one === unit);
  }
  for (const field of plan.clashes) drawClash(ctx, layout, field, theme);
  if (cursor) frame(ctx, layout.box(...cursor), theme.text, theme.surface, 1.5);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {[number, number, number, number]} box
 * @param {string} color
 * @param {string} back
 * @param {number} width
 */
function frame(ctx, [left, top, wide, high], color, back, width) {
  for (const [ink, wider] of /** @type {[string, number][]} */ ([[back, 3], [color, 0]])) {
    ctx.strokeStyle = ink;
    ctx.lineWidth = width + wider;
    ctx.strokeRect(left, top, wide, high);
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Layout} layout
 * @param {Unit} unit
 * @param {Field} goal
 * @param {string} color
 * @param {Theme} theme
 */
function drawGoal(ctx, { at, cell }, unit, goal, color, theme) {
  const [[x0, y0], [x1, y1]] = [at(unit[X], unit[Y]), at(...goal)];
  const way = Math.atan2(y1 - y0, x1 - x0);
  ctx.lineCap = "round";
  for (const [ink, width] of /** @type {[string, number][]} */ ([[theme.surface, 0.22], [color, 0.12]])) {
    ctx.strokeStyle = ctx.fillStyle = ink;
    ctx.lineWidth = Math.max(2, cell * width);
    ctx.beginPath();
    ctx.moveTo(x0 + (x1 - x0) * 0.4, y0 + (y1 - y0) * 0.4);
    ctx.lineTo(x0 + (x1 - x0) * 0.86, y0 + (y1 - y0) * 0.86);
    ctx.stroke();
  }
  ctx.save();
  ctx.translate(x1, y1);
  ctx.rotate(way);
  ctx.beginPath();
  ctx.moveTo(cell * 0.2, 0);
  ctx.lineTo(-cell * 0.16, -cell * 0.2);
  ctx.lineTo(-cell * 0.16, cell * 0.2);
  ctx.closePath();
  ctx.strokeStyle = theme.surface;
  ctx.lineWidth = Math.max(1, cell * 0.06);
  ctx.stroke();
  ctx.fill();
  ctx.restore();
}

/**
 * A line to the target with a cross hair, and the fields that the blast hits.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Layout} layout
 * @param {Unit} unit
 * @param {Field} shot
 * @param {Theme} theme
 * @param {boolean} selected
 */
function drawShot(ctx, layout, unit, shot, theme, selected) {
  const { at, box, cell } = layout;
  const [from, to] = [at(unit[X], unit[Y]), at(...shot)];
  ctx.globalAlpha = selected ? 0.34 : 0.2;
  ctx.fillStyle = theme.danger;
  for (const field of square(layout, ...shot, specOf(unit).blast)) ctx.fillRect(...box(...field));
  ctx.globalAlpha = 1;
  ctx.setLineDash([cell * 0.14, cell * 0.12]);
  ctx.lineCap = "butt";
  const radius = cell * 0.26;
  for (const [ink, width] of /** @type {[string, number][]} */ ([[theme.surface, 0.14], [theme.danger, 0.07]])) {
    ctx.strokeStyle = ink;
    ctx.lineWidth = Math.max(1.5, cell * width);
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
  }
  ctx.setLineDash([]);
  for (const [ink, width] of /** @type {[string, number][]} */ ([[theme.surface, 0.14], [theme.danger, 0.07]])) {
    ctx.strokeStyle = ink;
    ctx.lineWidth = Math.max(1.5, cell * width);
    ctx.beginPath();
    ctx.arc(...to, radius, 0, 2 * Math.PI);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      ctx.moveTo(to[0] + dx * radius * 0.55, to[1] + dy * radius * 0.55);
      ctx.lineTo(to[0] + dx * radius * 1.4, to[1] + dy * radius * 1.4);
    }
    ctx.stroke();
  }
}

/**
 * Own units that choose the same field stay.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Layout} layout
 * @param {Field} field
 * @param {Theme} theme
 */
function drawClash(ctx, { at, cell }, field, theme) {
  drawShape(ctx, MARK_SHAPES.cross, at(...field), { size: cell * 0.2, color: theme.danger, rim: theme.surface });
}
