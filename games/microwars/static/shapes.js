/** The shapes on a board: fields that no unit can enter, tanks and cannons of both sides. */

import { hatching, outlined } from "../../player/cells.js";
import { blend, inkOn, pathOf } from "../../player/canvas.js";
import { SPECS } from "./state.js";

/** @import { Theme } from "../../player/canvas.js" */
/** @import { SeatStyle } from "../../player/palette.js" */
/** @import { Rect } from "../../player/cells.js" */

/** In a box from -1 to 1, y downwards, looking to the right. */
const TANK = "M-.78 .2A.22 .22 0 0 1 -.56 0H.56A.22 .22 0 0 1 .78 .2V.28A.26 .26 0 0 1 .52 .54H-.52A.26 .26 0 0 1 -.78 .28Z"
  + "M-.42 -.1V-.3A.16 .16 0 0 1 -.26 -.46H.1A.16 .16 0 0 1 .26 -.36H.92V-.18H.26V-.1Z";
const CANNON = "M-.62 .14A.38 .38 0 1 0 .14 .14A.38 .38 0 1 0 -.62 .14Z M-.38 .14A.14 .14 0 1 1 -.1 .14A.14 .14 0 1 1 -.38 .14Z"
  + "M-.6 -.12L.66 -.78L.86 -.42L.24 -.1A.52 .52 0 0 0 -.5 -.22Z M.2 .5H.72V.3L.34 .16A.6 .6 0 0 1 .2 .5Z";
const ICONS = [TANK, CANNON];

const ICON_FROM = 9;
const NUMBER_FROM = 21;
const BAR_FROM = 13;
const LOW = 0.34;
const MIDDLING = 0.67;

/**
 * @typedef {object} Look
 * @property {Theme} theme
 * @property {ReadonlyArray<SeatStyle>} palette  by seat of the game
 * @property {boolean} [numbers]  whether points are written
 */

/**
 * A unit around a point of the canvas.
 * @param {CanvasRenderingContext2D} ctx
 * @param {[number, number]} middle
 * @param {number} cell  CSS px of a field
 * @param {{owner: number, kind: number, points: number}} unit
 * @param {Look} look
 */
export function drawUnit(ctx, [x, y], cell, { owner, kind, points }, { theme, palette, numbers = true }) {
  const style = palette[owner];
  const fine = cell >= BAR_FROM;
  const written = numbers && cell >= NUMBER_FROM;
  ctx.save();
  ctx.translate(x, y - (fine ? cell * 0.06 : 0));
  const plate = cell * (fine ? 0.44 : 0.5);
  ctx.scale(plate, plate);
  ctx.fillStyle = style.color;
  ctx.fill(pathOf(style.sign), "evenodd");
  ctx.lineWidth = Math.max(1, cell * 0.05) / plate;
  ctx.strokeStyle = blend(style.color, theme.dark ? "#ffffff" : "#000000", 0.45);
  ctx.stroke(pathOf(style.sign));
  ctx.fillStyle = inkOn(style.color);
  if (cell < ICON_FROM) {
    if (kind) ctx.fillRect(-0.28, -0.28, 0.56, 0.56);
  } else {
    const size = written ? 0.56 : 0.66;
    ctx.translate(0, written ? -0.3 : 0);
    ctx.scale(owner ? -size : size, size);
    ctx.fill(pathOf(ICONS[kind]), "evenodd");
  }
  ctx.restore();
  if (fine) drawBar(ctx, x, y, cell, points / SPECS[kind].points, theme);
  if (written) outlined(ctx, String(points), x, y + cell * 0.23, { size: Math.min(15, cell * 0.28), font: theme.font });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} cell
 * @param {number} part
 * @param {Theme} theme
 */
function drawBar(ctx, x, y, cell, part, theme) {
  const [wide, high] = [cell * 0.76, Math.max(2, Math.min(5, cell * 0.09))];
  const [left, top] = [x - wide / 2, y + cell * 0.47 - high];
  ctx.fillStyle = theme.dark ? "#000000" : "#3a4452";
  ctx.fillRect(left - 0.5, top - 0.5, wide + 1, high + 1);
  ctx.fillStyle = part < LOW ? theme.danger : part < MIDDLING ? theme.warn : theme.ok;
  ctx.fillRect(left, top, wide * Math.min(1, Math.max(0, part)), high);
}

/**
 * The ground of some fields: available ones in two tones, the others dark and hatched.
 * @param {CanvasRenderingContext2D} ctx
 * @param {import("./layout.js").Layout} layout
 * @param {(x: number, y: number) => boolean} isBlocked
 * @param {Theme} theme
 * @param {Rect} part  columns and rows, from 0 at the top left
 */
export function drawGround(ctx, { cells, cell, height }, isBlocked, theme, part) {
  const walls = new Path2D();
  for (let row = part.y0; row < part.y1; row += 1) {
    for (let column = part.x0; column < part.x1; column += 1) {
      const [left, top] = [cells.x(column), cells.y(row)];
      /** @type {[number, number, number, number]} */
      const box = [left, top, cells.x(column + 1) - left, cells.y(row + 1) - top];
      ctx.fillStyle = (column + row) % 2 ? theme.surface : theme.surface2;
      ctx.fillRect(...box);
      if (isBlocked(column + 1, height - row)) walls.rect(...box);
    }
  }
  ctx.fillStyle = theme.dark ? "#5b6470" : "#7b8694";
  ctx.fill(walls);
  if (cell < ICON_FROM) return;
  ctx.globalAlpha = 0.5;
  ctx.fillStyle = hatching(ctx, cells, { pattern: "M0 0L8 8M8 0L0 8" }, theme.dark ? "#2b3038" : "#4d5765", Math.max(8, cell * 0.3));
  ctx.fill(walls);
  ctx.globalAlpha = 1;
  const [x, y] = [cells.x(part.x0), cells.y(part.y0)];
  const [wide, high, line] = [cells.x(part.x1) - x, cells.y(part.y1) - y, 1 / cells.dpr];
  ctx.fillStyle = theme.dark ? "rgb(255 255 255 / 12%)" : "rgb(40 50 60 / 16%)";
  ctx.beginPath();
  for (let column = part.x0; column <= part.x1; column += 1) ctx.rect(cells.x(column), y, line, high);
  for (let row = part.y0; row <= part.y1; row += 1) ctx.rect(x, cells.y(row), wide, line);
  ctx.fill();
}
