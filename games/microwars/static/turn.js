/**
 * A turn in motion, in the order of the rules: all shots, then all moves, then removals.  When it is
 * over, a trace of each stays for as long as its frame is in view.
 */

import { outlined } from "../../player/cells.js";
import { drawShape, MARK_SHAPES } from "../../player/canvas.js";
import { ID, KIND, OWNER, POINTS, X, Y } from "./state.js";

/** @import { Field, Unit } from "./state.js" */
/** @import { Board } from "./draw.js" */
/** @import { Theme } from "../../player/canvas.js" */
/** @import { Story } from "./story.js" */
/** @typedef {[x: number, y: number]} Point  CSS px */

/** Parts of the way, each from and to: shells fly, blasts spread, units move, the dead vanish. */
/** @satisfies {Record<string, [number, number]>} */
const PHASES = { fly: [0, 0.26], burst: [0.24, 0.46], move: [0.5, 0.8], vanish: [0.82, 1] };
/** How far those go who find their field contested. */
const NUDGE = 0.42;
const MANY = 40;

/** How far a phase has come, 0 to 1. @param {number} t @param {number[]} phase  from, to */
function partOf(t, [from, to]) {
  return Math.min(1, Math.max(0, (t - from) / (to - from)));
}

/** @param {number} v */
const eased = (v) => v * v * (3 - 2 * v);

/**
 * Where a unit is on the way, and what it has left.
 * @param {import("./state.js").Unit} unit  as it stood before the turn
 * @param {import("./story.js").Story} story
 * @param {number} t
 * @returns {{x: number, y: number, points: number, alpha: number}}
 */
export function onTheWay(unit, story, t) {
  const id = unit[ID];
  const burst = partOf(t, PHASES.burst);
  const hit = burst > 0.35 ? (story.damage.get(id) ?? 0) : 0;
  const points = Math.max(0, unit[POINTS] - hit);
  const alpha = points ? 1 : 1 - partOf(t, PHASES.vanish);
  const step = partOf(t, PHASES.move);
  const goal = story.moved.get(id) ?? story.blocked.get(id);
  if (!goal) return { x: unit[X], y: unit[Y], points, alpha };
  const far = story.moved.has(id) ? eased(step) : NUDGE * Math.sin(Math.PI * step);
  return { x: unit[X] + (goal[0] - unit[X]) * far, y: unit[Y] + (goal[1] - unit[Y]) * far, points, alpha };
}

/**
 * Draws below the units: the fields that they came from, and the ground that was shot at.
 * @param {Board} board
 * @param {Story} story
 */
export function drawBelow(board, story) {
  const { t } = board;
  const step = partOf(t, PHASES.move);
  if (step > 0) drawWays(board, story, step);
  drawBlasts(board, story, partOf(t, PHASES.burst));
}

/** Draws above the units. @param {Board} board @param {Story} story */
export function drawAbove(board, story) {
  const { t } = board;
  drawShots(board, story, partOf(t, PHASES.fly));
  drawContests(board, story, partOf(t, PHASES.move));
  drawLosses(board, story, partOf(t, PHASES.vanish));
  if (board.cell >= 12) drawDamage(board, story, partOf(t, PHASES.burst));
  board.ctx.globalAlpha = 1;
}

/**
 * Whether the orders of a side are drawn: where somebody looks through a seat's eyes, its own.
 * @param {{view: number | null}} board
 * @param {Unit} unit
 */
const isShown = ({ view }, unit) => view === null || unit[OWNER] === view;

/** @param {Board} board @param {Story} story @param {number} step */
function drawWays({ ctx, cell, at, before, palette, ...board }, { moved }, step) {
  ctx.lineCap = "round";
  ctx.setLineDash([0, Math.max(3, cell * 0.14)]);
  ctx.lineWidth = Math.max(1.5, cell * 0.07);
  for (const unit of before?.units ?? []) {
    const goal = moved.get(unit[ID]);
    if (!goal || !isShown(board, unit)) continue;
    ctx.globalAlpha = 0.65 * step;
    ctx.strokeStyle = palette[unit[OWNER]].color;
    ctx.beginPath();
    ctx.moveTo(...at(unit[X], unit[Y]));
    ctx.lineTo(...at(...goal));
    ctx.stroke();
  }
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

/** @param {Board} board @param {Story} story @param {number} burst */
function drawBlasts({ ctx, cells, cell, at, theme, palette, width, height, ...board }, { shots }, burst) {
  if (burst <= 0) return;
  // Marks beyond the edge are cut off.
  ctx.save();
  ctx.beginPath();
  ctx.rect(cells.left, cells.top, width * cell, height * cell);
  ctx.clip();
  const rest = shots.length > MANY ? 0.1 : 0.16;
  for (const { unit, x, y, blast } of shots) {
    if (!isShown(board, unit)) continue;
    const [px, py] = at(x, y);
    const side = (2 * blast + 1) * cell * (0.3 + 0.7 * Math.min(1, burst * 2)) - 2;
    ctx.globalAlpha = rest + (0.55 - rest) * (1 - burst);
    ctx.fillStyle = theme.warn;
    ctx.beginPath();
    ctx.roundRect(px - side / 2, py - side / 2, side, side, cell * 0.2);
    ctx.fill();
    ctx.globalAlpha = 0.35 + 0.5 * (1 - burst);
    ctx.strokeStyle = palette[unit[OWNER]].color;
    ctx.lineWidth = Math.max(1, cell * 0.04);
    ctx.stroke();
  }
  ctx.restore();
}

/**
 * Tanks shoot straight; shells of cannons fly in a bow, so that lines seldom cover each other.
 * @param {Board} board
 * @param {Story} story
 * @param {number} fly
 */
function drawShots({ ctx, cell, at, theme, palette, ...board }, { shots }, fly) {
  if (fly <= 0) return;
  const rest = shots.length > MANY ? 0.3 : 0.6;
  ctx.lineCap = "round";
  for (const { unit, x, y } of shots) {
    if (!isShown(board, unit)) continue;
    const [from, to] = [at(unit[X], unit[Y]), at(x, y)];
    const bow = bowOf(unit, from, to, cell);
    ctx.globalAlpha = fly < 1 ? 1 : rest;
    for (const [color, width] of /** @type {[string, number][]} */ ([[theme.surface, 0.16], [palette[unit[OWNER]].color, 0.085]])) {
      ctx.strokeStyle = color;
      ctx.lineWidth = Math.max(1, cell * width);
      ctx.beginPath();
      ctx.moveTo(...from);
      for (let i = 1; i <= 10; i += 1) ctx.lineTo(...along(from, bow, to, (fly * i) / 10));
      ctx.stroke();
    }
    const tip = along(from, bow, to, fly);
    ctx.fillStyle = fly < 1 ? theme.text : palette[unit[OWNER]].color;
    ctx.beginPath();
    ctx.arc(...tip, Math.max(1.5, cell * (fly < 1 ? 0.11 : 0.085)), 0, 2 * Math.PI);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

/** @param {Unit} unit @param {Point} from @param {Point} to @param {number} cell @returns {Point} */
function bowOf(unit, [x0, y0], [x1, y1], cell) {
  const lift = unit[KIND] ? 0.22 * Math.hypot(x1 - x0, y1 - y0) + cell * 0.3 : 0;
  return [(x0 + x1) / 2, (y0 + y1) / 2 - lift];
}

/** @param {Point} from @param {Point} bow @param {Point} to @param {number} part */
function along(from, bow, to, part) {
  /** @param {Point} a @param {Point} b @returns {Point} */
  const mix = (a, b) => [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
  return mix(mix(from, bow), mix(bow, to));
}

/**
 * Points lost, beside the units; those taken by a side's own shots with a mark of exclamation.
 * @param {Board} board
 * @param {Story} story
 * @param {number} burst
 */
function drawDamage({ ctx, cell, at, before, theme, t }, story, burst) {
  if (burst < 0.35) return;
  for (const unit of before?.units ?? []) {
    const points = story.damage.get(unit[ID]);
    if (!points) continue;
    const own = (story.hits.get(unit[ID])?.[unit[OWNER]] ?? 0) > 0;
    const { x, y } = onTheWay(unit, story, t);
    const [px, py] = at(x, y);
    ctx.globalAlpha = t < 1 ? 1 : 0.95;
    const size = Math.max(8, Math.min(17, cell * 0.34)) * (1 + 0.5 * (1 - burst));
    outlined(ctx, `−${points}${own ? "!" : ""}`, px + cell * 0.24, py - cell * 0.36, { size, font: theme.font, color: own ? "#ffd24a" : "#ff8f80" });
  }
  ctx.globalAlpha = 1;
}

/**
 * Fields that several units chose: a ring with a bar, and a stub from each of them.
 * @param {Board} board
 * @param {Story} story
 * @param {number} step
 */
function drawContests({ ctx, cell, at, before, theme, palette, ...board }, { blocked }, step) {
  if (step < 0.3) return;
  /** @type {Map<string, Field>} */
  const fields = new Map();
  for (const unit of before?.units ?? []) {
    const goal = blocked.get(unit[ID]);
    if (!goal || !isShown(board, unit)) continue;
    fields.set(goal.join(), goal);
    const [[x0, y0], [x1, y1]] = [at(unit[X], unit[Y]), at(...goal)];
    ctx.globalAlpha = 0.8;
    ctx.strokeStyle = palette[unit[OWNER]].color;
    ctx.lineWidth = Math.max(1.5, cell * 0.08);
    ctx.lineCap = "butt";
    ctx.beginPath();
    ctx.moveTo(x0 + (x1 - x0) * 0.5, y0 + (y1 - y0) * 0.5);
    ctx.lineTo(x0 + (x1 - x0) * 0.74, y0 + (y1 - y0) * 0.74);
    ctx.stroke();
  }
  ctx.globalAlpha = 1;
  for (const goal of fields.values()) drawStop(ctx, at(...goal), cell * 0.24, theme);
}

/** @param {CanvasRenderingContext2D} ctx @param {Point} middle @param {number} radius @param {Theme} theme */
function drawStop(ctx, [x, y], radius, theme) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(Math.PI / 4);
  for (const [color, width] of /** @type {[string, number][]} */ ([[theme.surface, 0.62], [theme.danger, 0.34]])) {
    ctx.strokeStyle = color;
    ctx.lineWidth = Math.max(1.5, radius * width);
    ctx.beginPath();
    ctx.arc(0, 0, radius, 0, 2 * Math.PI);
    ctx.moveTo(-radius, 0);
    ctx.lineTo(radius, 0);
    ctx.stroke();
  }
  ctx.restore();
}

/** @param {Board} board @param {Story} story @param {number} vanish */
function drawLosses({ ctx, cell, at, theme }, { lost }, vanish) {
  if (vanish <= 0) return;
  const size = cell * (0.34 + 0.12 * (1 - vanish));
  const look = { size, color: theme.danger, rim: theme.surface, width: 0.34 };
  for (const unit of lost) {
    drawShape(ctx, MARK_SHAPES.cross, at(unit[X], unit[Y]), look);
  }
}
