/**
 * Maps of microwars: what their cells may be, and how they look.
 *
 * A cell is a token: `.` available, `#` unavailable, `T` and `C` a tank and a cannon of the first
 * side, `t` and `c` of the second, followed by points where they are not the usual ones; `@80` behind
 * any of them says that the game has 80 turns.
 */

import { outlined, within } from "../../player/cells.js";
import { SEATS } from "../../player/palette.js";
import { layoutAt } from "./layout.js";
import { drawGround, drawUnit } from "./shapes.js";
import { SPECS } from "./state.js";
import { BRUSHES } from "./words.js";

/** @import { Theme } from "../../player/canvas.js" */
/** @import { SeatStyle } from "../../player/palette.js" */
/** @import { Rect } from "../../player/cells.js" */

const MOST_POINTS = 999;
const MOST_TURNS = 10_000;
const USUAL_TURNS = 200;
const TOKEN = /^([.#TCtc])(\d{1,5})?(?:@(\d{1,6}))?$/;
const LETTERS = "TCtc";
const SIDES = ["first", "second"];

/** Between the cells of a row in the text. */
export const separator = " ";
/** A new cell. */
export const blank = ".";

/** A unit by its letter: whose, and of which kind. @param {string} letter */
const unitOf = (letter) => ({ owner: LETTERS.indexOf(letter) >> 1, kind: LETTERS.indexOf(letter) & 1 });

/** @param {string} letter */
function unitBrush(letter) {
  const { owner, kind } = unitOf(letter);
  const { name, points } = SPECS[kind];
  const title = `${name[0].toUpperCase()}${name.slice(1)} of the ${SIDES[owner]} side`;
  return { id: letter, title, values: [{ name: "points", title: "Points", low: 1, high: MOST_POINTS, default: points }] };
}

/**
 * @typedef {object} Brush
 * @property {string} id
 * @property {string} title
 * @property {{name: string, title: string, low: number, high: number, default: number}[]} [values]
 */

/** @type {Brush[]} */
export const brushes = [
  { id: "available", title: "Available" },
  { id: "unavailable", title: "Unavailable" },
  ...[...LETTERS].map(unitBrush),
  {
    id: "points", title: BRUSHES.points,
    values: [{ name: "points", title: "Points", low: 1, high: MOST_POINTS, default: 5 }],
  },
  {
    id: "turns", title: BRUSHES.turns,
    values: [{ name: "turns", title: BRUSHES.turnsValue(USUAL_TURNS), low: 0, high: MOST_TURNS, default: 100 }],
  },
];

/** @typedef {{sign: string, owner: number, kind: number, points: number, turns: number}} Cell  turns: 0 for none */

/** The cell of a token; null for text that is no token. @param {string} token @returns {Cell | null} */
function read(token) {
  const match = TOKEN.exec(token);
  if (!match) return null;
  const [, sign, points, turns] = match;
  const { owner, kind } = unitOf(sign);
  const isUnit = LETTERS.includes(sign);
  if (points && (!isUnit || Number(points) < 1 || Number(points) > MOST_POINTS)) return null;
  if (turns && (Number(turns) < 1 || Number(turns) > MOST_TURNS)) return null;
  return { sign, owner, kind, points: points ? Number(points) : isUnit ? SPECS[kind].points : 0, turns: Number(turns ?? 0) };
}

/** @param {Pick<Cell, "sign" | "points" | "turns">} cell */
function tokenOf({ sign, points, turns }) {
  const usual = LETTERS.includes(sign) ? SPECS[unitOf(sign).kind].points : 0;
  return sign + (points === usual ? "" : points) + (turns ? `@${turns}` : "");
}

/**
 * A cell after a stroke of a brush; what it says of the turns stays, but for the brush for that.
 * @param {string} token
 * @param {string} brush  id
 * @param {Record<string, number>} [values]  left out ones have their defaults
 * @returns {string}
 */
export function paint(token, brush, values = {}) {
  const before = /** @type {Cell} */ (read(token) ?? read(blank));
  /** @param {string} name */
  const value = (name) => values[name] ?? brushes.find(({ id }) => id === brush)?.values?.[0].default ?? 0;
  if (brush === "turns") return tokenOf({ ...before, turns: value("turns") });
  if (brush === "points") return LETTERS.includes(before.sign) ? tokenOf({ ...before, points: value("points") }) : token;
  const sign = brush === "available" ? "." : brush === "unavailable" ? "#" : brush;
  const points = LETTERS.includes(sign) ? value("points") : 0;
  return tokenOf({ sign, points, turns: before.turns });
}

/** A cell in words. @param {string} token */
export function describe(token) {
  const cell = read(token);
  if (!cell) return `“${token}”, which is no field`;
  const field = fieldWords(cell);
  return cell.turns ? `${field}; the game has ${cell.turns} turns` : field;
}

/** @param {Cell} cell */
function fieldWords({ sign, kind, owner, points }) {
  if (sign === ".") return "available";
  return sign === "#" ? "unavailable" : `${SPECS[kind].name} of the ${SIDES[owner]} side, ${points} points`;
}

/**
 * Draw the cells of a map, or only those of columns x0 up to x1 and rows y0 up to y1.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {{width: number, height: number, cells: string[]}} grid
 * @param {{x: number, y: number, size: number, theme: Theme, palette?: ReadonlyArray<SeatStyle>, rect?: Rect}} options  (x, y): the top left
 *   corner of the first cell; size: CSS px of a cell
 */
export function draw(ctx, grid, { x, y, size, theme, palette = SEATS, rect }) {
  const part = within(grid, rect);
  if (part.x0 >= part.x1 || part.y0 >= part.y1) return;
  const layout = layoutAt(ctx, grid.width, grid.height, size, x, y);
  /** @param {number} u @param {number} v */
  const cellAt = (u, v) => read(grid.cells[(grid.height - v) * grid.width + u - 1]);
  drawGround(ctx, layout, (u, v) => cellAt(u, v)?.sign === "#", theme, part);
  for (let row = part.y0; row < part.y1; row += 1) {
    for (let column = part.x0; column < part.x1; column += 1) {
      const [u, v] = [column + 1, grid.height - row];
      const cell = cellAt(u, v);
      const middle = layout.at(u, v);
      if (!cell) outlined(ctx, "?", ...middle, { size: Math.max(6, size * 0.6), font: theme.font, color: theme.danger });
      else if (LETTERS.includes(cell.sign)) drawUnit(ctx, middle, size, cell, { theme, palette });
      if (cell?.turns) drawTurns(ctx, middle, size, cell.turns, theme);
    }
  }
}

const HOURGLASS = new Path2D("M-.6 -1H.6V-.75L.15 0L.6 .75V1H-.6V.75L-.15 0L-.6 -.75Z");

/**
 * An hourglass in the corner of the cell that says how many turns there are, and the number.
 * @param {CanvasRenderingContext2D} ctx
 * @param {[number, number]} middle
 * @param {number} size
 * @param {number} turns
 * @param {Theme} theme
 */
function drawTurns(ctx, [x, y], size, turns, theme) {
  if (size < 12) return;
  ctx.save();
  ctx.translate(x + size * 0.36, y - size * 0.34);
  ctx.scale(size * 0.11, size * 0.11);
  ctx.lineWidth = 0.7;
  ctx.strokeStyle = theme.surface;
  ctx.stroke(HOURGLASS);
  ctx.fillStyle = theme.text;
  ctx.fill(HOURGLASS);
  ctx.restore();
  if (size < 24) return;
  outlined(ctx, String(turns), x, y - size * 0.36, { size: Math.min(11, size * 0.24), font: theme.font, weight: 600 });
}
