/** The board on a canvas. */

import { keptOf } from "../../player/kept.js";
import { drawCoordinates, layout } from "./layout.js";
import { drawDanger, drawReach, drawSteps, pointedAt, stepsOf } from "./reach.js";
import { drawGround, drawUnit } from "./shapes.js";
import { ID, KIND, OWNER, POINTS, X, Y, unitAt } from "./state.js";
import { storyOf } from "./story.js";
import { drawAbove, drawBelow, onTheWay } from "./turn.js";

/** @import { DrawOptions, Field, Scene, State } from "./state.js" */
/** @import { Theme } from "../../player/canvas.js" */
/** @import { Layout } from "./layout.js" */
/** @import { Story } from "./story.js" */

/** @typedef {Layout & {ctx: CanvasRenderingContext2D, state: State, before: State | null, t: number} & Pick<DrawOptions, "theme" | "palette" | "view">} Board */

/** A layer that only the controls of people have: they set turns in motion, at their own pace. */
export const HELD = "held";

/** @type {WeakMap<Scene, Set<string>>} */
const walls = new WeakMap();

/** The unavailable fields of a scene as "x,y". @param {Scene} scene @returns {Set<string>} */
export function blockedOf(scene) {
  const known = walls.get(scene) ?? new Set(scene.blocked.map((field) => field.join()));
  walls.set(scene, known);
  return known;
}

/**
 * Draw the state; with t below 1, on the way from the previous state to it.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {import("./state.js").State} state
 * @param {import("./state.js").State | null} previous
 * @param {number} t   0 to 1
 * @param {DrawOptions} options
 */
export function draw(ctx, state, previous, t, options) {
  const pointed = pointedAt(ctx, [ctx, state, previous, t, options], draw);
  paint(ctx, state, previous, t < 1 && options.layers.has(HELD) ? 0 : t, options, pointed);
}

/**
 * The same without a look at pointers.
 * @param {CanvasRenderingContext2D} ctx
 * @param {State} state
 * @param {State | null} previous
 * @param {number} t
 * @param {DrawOptions} options
 * @param {Field | null} [pointed]  the field of a unit
 */
export function paint(ctx, state, previous, t, options, pointed = null) {
  const { scene, theme, palette, view, layers } = options;
  const blocked = blockedOf(scene);
  const board = { ctx, state, before: previous, t, theme, palette, view, ...layout(ctx, options) };
  const event = previous && options.events.find((one) => one.e === "turn");
  const story = previous && event ? storyOf(event, previous) : null;
  ctx.clearRect(0, 0, options.width, options.height);
  // The same picture comes out whatever was drawn before.
  ctx.save();
  keptOf(ctx.canvas, "ground").draw(ctx, board.cells, [scene, theme], options, (pen) => {
    const whole = { x0: 0, y0: 0, x1: scene.width, y1: scene.height };
    drawGround(pen, board, (x, y) => blocked.has(`${x},${y}`), theme, whole);
  });
  if (layers.has("danger")) drawDanger(ctx, board, state, options);
  const traced = story && (t < 1 || layers.has("traces"));
  if (traced) drawBelow(board, story);
  drawUnits(board, story, layers);
  if (traced) drawAbove(board, story);
  const unit = pointed && unitAt(state, ...pointed);
  if (unit) {
    drawReach(ctx, board, unit, options);
    drawSteps(ctx, board, stepsOf(state, scene, blocked, unit), palette[unit[OWNER]].color);
  }
  if (layers.has("coordinates")) drawCoordinates(ctx, board, options);
  ctx.restore();
}

/**
 * Where a field (x, y) is on the board.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Field | number[]} point
 * @param {State} state
 * @param {DrawOptions} options
 */
export function locate(ctx, [x, y], state, options) {
  const { at, cell } = layout(ctx, options);
  const [px, py] = at(x, y);
  return { x: px, y: py, cell };
}

/** @param {Board} board @param {Story | null} story @param {Set<string>} layers */
function drawUnits({ ctx, at, cell, state, before, t, theme, palette }, story, layers) {
  const look = { theme, palette, numbers: layers.has("points") };
  const moving = t < 1 && story;
  for (const unit of moving && before ? before.units : state.units) {
    const now = moving ? onTheWay(unit, story, t) : { x: unit[X], y: unit[Y], points: unit[POINTS], alpha: 1 };
    if (now.alpha <= 0) continue;
    ctx.globalAlpha = now.alpha;
    const middle = at(now.x, now.y);
    drawUnit(ctx, middle, cell, { owner: unit[OWNER], kind: unit[KIND], points: now.points }, look);
    if (layers.has("ids") && cell >= 16) drawNumber(ctx, middle, cell, unit[ID], theme);
  }
  ctx.globalAlpha = 1;
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Field} middle
 * @param {number} cell
 * @param {number} id
 * @param {Theme} theme
 */
function drawNumber(ctx, [x, y], cell, id, theme) {
  ctx.font = `600 ${Math.max(7, Math.min(11, cell * 0.24))}px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "top";
  ctx.fillStyle = theme.text;
  ctx.fillText(`#${id}`, x - cell * 0.48, y - cell * 0.49);
}
