/** The orders of a person, drawn over the present board. */

import { borderOf } from "../../player/cells.js";
import { drawBombs, drawHeat } from "./bombs.js";
import { drawCapital, radiusOf } from "./capitals.js";
import { refusal } from "./plan.js";

/** @import { Cells } from "../../player/cells.js" */
/** @import { Theme } from "../../player/canvas.js" */
/** @import { Bombs } from "./plan.js" */
/** @import { DrawOptions, Place, Scene, SeatState } from "./state.js" */

/**
 * @typedef {object} Planned
 * @property {Place[] | null} chosen  places that others have named, null where none is asked for
 * @property {Bombs | null} bombs     null outside of a round
 * @property {number} capital  where it is to go, -1 where it stays
 * @property {number} cursor   -1 for none
 */

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Cells} cells
 * @param {{scene: Scene, seat: number, state: SeatState}} host
 * @param {Planned} planned
 * @param {DrawOptions} options
 */
export function drawPlan(ctx, cells, { scene, seat, state }, { chosen, bombs, capital, cursor }, options) {
  const { palette, layers, theme } = options;
  if (chosen) drawNamed(ctx, cells, chosen, scene, theme);
  if (bombs?.sizes.size) {
    const board = { ctx, cells, scene, layers, view: seat, t: 1, options, bombs: { placed: bombs.placed, free: [] } };
    if (layers.has("heat")) drawHeat(board);
    const breaks = bombs.breaks(state);
    outline(ctx, borderOf(cells, (place) => breaks.has(place), 1.5), palette[seat].color);
    drawBombs(board);
  }
  if (capital >= 0) drawCapital(ctx, ...cells.middle(capital), radiusOf(cells), palette[seat]);
  if (cursor >= 0) drawCursor(ctx, cells, cursor);
}

/** @param {CanvasRenderingContext2D} ctx @param {Path2D} path @param {string} color */
function outline(ctx, path, color) {
  ctx.lineCap = "square";
  for (const [ink, width, dash] of /** @type {[string, number, number[]][]} */ ([["#14171c", 3.5, []], ["#ffffff", 2, []], [color, 2, [4, 4]]])) {
    ctx.strokeStyle = ink;
    ctx.lineWidth = width;
    ctx.setLineDash(dash);
    ctx.stroke(path);
  }
  ctx.setLineDash([]);
}

/** @param {Cells} cells @param {number} place @returns {[number, number, number, number]} */
function boxOf(cells, place) {
  const [column, row] = [place % cells.cols, Math.floor(place / cells.cols)];
  return [cells.x(column), cells.y(row), cells.x(column + 1) - cells.x(column), cells.y(row + 1) - cells.y(row)];
}

/**
 * The places that others have named, and the cells too near to them.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Cells} cells
 * @param {Place[]} chosen
 * @param {Scene} scene
 * @param {Theme} theme
 */
function drawNamed(ctx, cells, chosen, scene, theme) {
  ctx.fillStyle = theme.danger;
  for (let place = 0; place < scene.cols * scene.rows; place += 1) {
    if (!refusal(scene, chosen, place)) continue;
    ctx.globalAlpha = chosen.some(([x, y]) => y * scene.cols + x === place) ? 0.85 : 0.35;
    ctx.fillRect(...boxOf(cells, place));
  }
  ctx.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {Cells} cells @param {number} place */
function drawCursor(ctx, cells, place) {
  for (const [color, width] of /** @type {[string, number][]} */ ([["#14171c", 4], ["#ffffff", 2]])) {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
    ctx.strokeRect(...boxOf(cells, place));
  }
}
