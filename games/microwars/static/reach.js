/** Where units can shoot and go: of one that is pointed at, or of all. */

import { areaOf, borderOf } from "../../player/cells.js";
import { patternFill } from "../../player/canvas.js";
import { OWNER, POINTS, STEP, X, Y, place, specOf, unitAt } from "./state.js";
import { fieldUnder, layout as layoutFor } from "./layout.js";

/** The fields of a square, as far as they are on the board. @yields {[number, number]} */
export function* square({ width, height }, x, y, radius) {
  for (let v = Math.max(1, y - radius); v <= Math.min(height, y + radius); v += 1) {
    for (let u = Math.max(1, x - radius); u <= Math.min(width, x + radius); u += 1) yield [u, v];
  }
}

const placesOf = (layout, fields) => {
  const places = new Set();
  for (const [x, y] of fields) places.add((layout.height - y) * layout.width + x - 1);
  return places;
};

/**
 * Frames the fields that a unit can shoot at; a dashed line has those that its blasts can reach.
 * @param {CanvasRenderingContext2D} ctx
 * @param {import("./layout.js").Layout} layout
 * @param {import("./state.js").Unit} unit
 * @param {{palette: any[], theme: any}} options
 */
export function drawReach(ctx, layout, unit, { palette, theme }) {
  const { reach, blast } = specOf(unit);
  const { color } = palette[unit[OWNER]];
  const targets = placesOf(layout, square(layout, unit[X], unit[Y], reach));
  const has = (set) => (at) => set.has(at);
  ctx.globalAlpha = 0.1;
  ctx.fillStyle = color;
  ctx.fill(areaOf(layout.cells, has(targets)));
  ctx.globalAlpha = 1;
  ctx.lineCap = "square";
  for (const [ink, width] of [[theme.surface, 4], [color, 2]]) {
    ctx.strokeStyle = ink;
    ctx.lineWidth = width;
    ctx.stroke(borderOf(layout.cells, has(targets), 1));
  }
  if (!blast) return;
  const hit = placesOf(layout, square(layout, unit[X], unit[Y], reach + blast));
  ctx.setLineDash([4, 4]);
  ctx.lineWidth = 1.5;
  ctx.stroke(borderOf(layout.cells, has(hit), 1));
  ctx.setLineDash([]);
}

/** The fields to which a unit can choose to move now. */
export function stepsOf(state, scene, blocked, unit) {
  return [...square(scene, unit[X], unit[Y], STEP)].filter(
    ([x, y]) => !blocked.has(`${x},${y}`) && !unitAt(state, x, y),
  );
}

/** Squares that can be moved to. */
export function drawSteps(ctx, { box, cell }, steps, color) {
  const inset = cell * 0.16;
  ctx.setLineDash([cell * 0.14, cell * 0.1]);
  ctx.lineWidth = Math.max(1.5, cell * 0.06);
  ctx.strokeStyle = color;
  for (const [x, y] of steps) {
    const [left, top, wide, high] = box(x, y);
    ctx.strokeRect(left + inset, top + inset, wide - 2 * inset, high - 2 * inset);
  }
  ctx.setLineDash([]);
}

/** The fields that each side could hit now, in its colour and pattern. */
export function drawDanger(ctx, layout, state, { palette, view }) {
  palette.forEach((style, seat) => {
    if (view !== null && view !== seat) return;
    const fields = new Set();
    for (const unit of state.units) {
      if (unit[OWNER] !== seat) continue;
      const { reach, blast } = specOf(unit);
      for (const field of placesOf(layout, square(layout, unit[X], unit[Y], reach + blast))) fields.add(field);
    }
    const area = areaOf(layout.cells, (at) => fields.has(at));
    ctx.globalAlpha = 0.14;
    ctx.fillStyle = style.color;
    ctx.fill(area);
    ctx.globalAlpha = 0.4;
    ctx.fillStyle = patternFill(ctx, style, style.color, Math.max(8, layout.cell * 0.4));
    ctx.fill(area);
    ctx.globalAlpha = 1;
  });
}

/** A unit in words. @param {import("./state.js").Unit} unit @param {string} [whose] */
export function unitWords(unit, whose = "") {
  const { name, reach } = specOf(unit);
  const points = `${unit[POINTS]} point${unit[POINTS] === 1 ? "" : "s"}`;
  return `${whose ? `${whose} ` : ""}${name} on ${place(unit[X], unit[Y])}, ${points}, shoots up to ${reach} away`;
}

// The player's board has no pointers of its own for games: what is pointed at is kept here.

/** @typedef {{field: [number, number] | null, last: any[]}} Probe */

/** @type {WeakMap<any, Probe>} */
const probes = new WeakMap();

/**
 * The field under the pointer on a match page's board; null elsewhere.
 * @param {CanvasRenderingContext2D} ctx
 * @param {any[]} drawn  what `draw` was given
 * @param {(...drawn: any[]) => void} draw
 * @returns {[number, number] | null}
 */
export function pointedAt(ctx, drawn, draw) {
  const { canvas } = ctx;
  if (!canvas.closest?.(".player") || canvas.closest("[data-play]")) return null;
  const known = probes.get(canvas);
  if (known) {
    known.last = drawn;
    return known.field;
  }
  watch(canvas, { field: null, last: drawn }, draw);
  return null;
}

function watch(canvas, probe, draw) {
  probes.set(canvas, probe);
  const point = (event) => {
    const [ctx, state, , , options] = probe.last;
    const box = canvas.getBoundingClientRect();
    const at = event && { x: event.clientX - box.left, y: event.clientY - box.top };
    const field = at && fieldUnder(layoutFor(ctx, options), at);
    const unit = field && unitAt(state, field[0], field[1]);
    const next = unit ? field : null;
    if (String(next) === String(probe.field)) return;
    probe.field = next;
    const whose = options.names?.[unit?.[OWNER]];
    canvas.title = unit ? unitWords(unit, whose && `${whose}’s`) : "";
    draw(...probe.last);
  };
  canvas.addEventListener("pointermove", point);
  canvas.addEventListener("pointerdown", point);
  canvas.addEventListener("pointerleave", (event) => event.pointerType === "mouse" && point(null));
}
