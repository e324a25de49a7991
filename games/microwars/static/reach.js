/** Where units can shoot and go: of one that is pointed at, or of all. */

import { areaOf, borderOf } from "../../player/cells.js";
import { patternFill } from "../../player/canvas.js";
import { counted } from "../../player/phrases.js";
import { Pointer } from "../../shared/pointer.js";
import { OWNER, POINTS, STEP, X, Y, place, specOf, unitAt } from "./state.js";
import { fieldUnder, layout as layoutFor } from "./layout.js";

/** @import { DrawOptions, Field, Scene, State, Unit } from "./state.js" */
/** @import { SeatStyle } from "../../player/palette.js" */
/** @import { Theme } from "../../player/canvas.js" */
/** @import { Layout } from "./layout.js" */

/**
 * The fields of a square, as far as they are on the board.
 * @param {{width: number, height: number}} board
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @returns {Generator<Field>}
 */
export function* square({ width, height }, x, y, radius) {
  for (let v = Math.max(1, y - radius); v <= Math.min(height, y + radius); v += 1) {
    for (let u = Math.max(1, x - radius); u <= Math.min(width, x + radius); u += 1) yield [u, v];
  }
}

/** @param {{width: number, height: number}} layout @param {Iterable<Field>} fields */
const placesOf = (layout, fields) => {
  /** @type {Set<number>} */
  const places = new Set();
  for (const [x, y] of fields) places.add((layout.height - y) * layout.width + x - 1);
  return places;
};

/**
 * Frames the fields that a unit can shoot at; a dashed line has those that its blasts can reach.
 * @param {CanvasRenderingContext2D} ctx
 * @param {import("./layout.js").Layout} layout
 * @param {import("./state.js").Unit} unit
 * @param {{palette: SeatStyle[], theme: Theme}} options
 */
export function drawReach(ctx, layout, unit, { palette, theme }) {
  const { reach, blast } = specOf(unit);
  const { color } = palette[unit[OWNER]];
  const targets = placesOf(layout, square(layout, unit[X], unit[Y], reach));
  /** @param {Set<number>} set @returns {(at: number) => boolean} */
  const has = (set) => (at) => set.has(at);
  ctx.globalAlpha = 0.1;
  ctx.fillStyle = color;
  ctx.fill(areaOf(layout.cells, has(targets)));
  ctx.globalAlpha = 1;
  ctx.lineCap = "square";
  for (const [ink, width] of /** @type {[string, number][]} */ ([[theme.surface, 4], [color, 2]])) {
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

/**
 * The fields to which a unit can choose to move now.
 * @param {State} state
 * @param {Scene} scene
 * @param {Set<string>} blocked
 * @param {Unit} unit
 */
export function stepsOf(state, scene, blocked, unit) {
  return [...square(scene, unit[X], unit[Y], STEP)].filter(
    ([x, y]) => !blocked.has(`${x},${y}`) && !unitAt(state, x, y),
  );
}

/**
 * Squares that can be moved to.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Layout} layout
 * @param {Field[]} steps
 * @param {string} color
 */
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

/**
 * The fields that each side could hit now, in its colour and pattern.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Layout} layout
 * @param {State} state
 * @param {DrawOptions} options
 */
export function drawDanger(ctx, layout, state, { palette, view }) {
  palette.forEach((style, seat) => {
    if (view !== null && view !== seat) return;
    /** @type {Set<number>} */
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
  const points = counted(unit[POINTS], "point");
  const text = `${name} on ${place(unit[X], unit[Y])}, ${points}, shoots up to ${reach} away`;
  return whose ? `${whose} ${text}` : text;
}

// The player's board has no pointers of its own for games: what is pointed at is kept here.

/** @typedef {[ctx: CanvasRenderingContext2D, state: State, previous: State | null, t: number, options: DrawOptions]} Drawn */
/** @typedef {{field: Field | null, last: Drawn}} Probe */

/** @type {WeakMap<HTMLCanvasElement, Probe>} */
const probes = new WeakMap();

/**
 * The field under the pointer on a match page's board; null elsewhere.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Drawn} drawn  what `draw` was given
 * @param {(...drawn: Drawn) => void} draw
 * @returns {Field | null}
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

/** @param {HTMLCanvasElement} canvas @param {Probe} probe @param {(...drawn: Drawn) => void} draw */
function watch(canvas, probe, draw) {
  probes.set(canvas, probe);
  /** @param {import("../../shared/pointer.js").Point | null} at */
  const point = (at) => {
    const [ctx, state, , , options] = probe.last;
    const field = at && fieldUnder(layoutFor(ctx, options), at);
    const unit = field && unitAt(state, field[0], field[1]);
    const next = unit ? field : null;
    if (String(next) === String(probe.field)) return;
    probe.field = next;
    const whose = unit ? options.names?.[unit[OWNER]] : undefined;
    canvas.title = unit ? unitWords(unit, whose ? `${whose}’s` : "") : "";
    draw(...probe.last);
  };
  new Pointer(canvas, {
    press: point,
    drag: point,
    hover: (at, event) => (at || event.pointerType === "mouse") && point(at),
  });
}
