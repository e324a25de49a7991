/** Text on the board: sums of units if tiles are too small for numbers, coordinates, and the turn. */

import { label, pathOf } from "../../player/canvas.js";
import { numberOf } from "./coordinates.js";
import { TURN_LINE } from "./layout.js";
import { short } from "./numbers.js";

/** @import { Board } from "./draw.js" */
/** @typedef {{x: number, y: number, wide: number, high: number}} Box  around its middle */

const BLOCK = 68;
const SUM_SIZE = 10.5;
const SIGN = SUM_SIZE * 0.36;
const SIGN_EDGE = SUM_SIZE * 0.5;
const DARK = "#14171c";
/** Units per tile that a block needs at least to show a sum. */
const WORTH = 0.12;
/** Side of the square that a drawn capital covers. */
const PIECE = 24;
const GAP = 26;
const TURN_SIZE = 13;
const TURN_EDGE = 6;

/**
 * For each block of tiles, the sign of the strongest player and the sum of that player's units.
 * @param {Board} board
 */
export function drawSums({ ctx, layout, picture, options }) {
  const { scene, palette, theme, width, height } = options;
  const side = Math.max(2, Math.round(BLOCK / layout.cell));
  const style = { size: SUM_SIZE, color: "#ffffff", font: theme.font, weight: 700 };
  /** @type {{text: string, x: number, y: number}[]} */
  const sums = [];
  const [outer, inner] = [new Path2D(), new Path2D()];
  const taken = picture.state.capitals.filter((place) => place >= 0 && !picture.hidden[place]).map((place) => {
    const [x, y] = layout.middle(place);
    return { x, y: y - PIECE / 3, wide: PIECE, high: PIECE };
  });
  for (const { owner, units, place } of picture.sums(scene.width, side)) {
    if (units < side * side * WORTH) continue;
    const text = short(units, 4);
    const [x, y] = layout.middle(place);
    const sum = { x, y, wide: (text.length * 0.62 + 1) * SUM_SIZE, high: SUM_SIZE * 1.2 };
    keepInside(sum, width, height);
    if (taken.some((other) => overlap(sum, other)) || !within(x, y, width, height)) continue;
    taken.push(sum);
    sums.push({ text, x: sum.x + SUM_SIZE * 0.5, y: sum.y });
    const left = sum.x - sum.wide / 2 + SUM_SIZE * 0.4;
    const sign = pathOf(palette[owner - 1].sign);
    outer.addPath(sign, new DOMMatrix([SIGN_EDGE, 0, 0, SIGN_EDGE, left, sum.y]));
    inner.addPath(sign, new DOMMatrix([SIGN, 0, 0, SIGN, left, sum.y]));
  }
  outlined(ctx, sums, style);
  ctx.fillStyle = DARK;
  ctx.fill(outer, "evenodd");
  ctx.fillStyle = style.color;
  ctx.fill(inner, "evenodd");
}

/** @param {number} x @param {number} y @param {number} width @param {number} height */
const within = (x, y, width, height) => x >= 0 && y >= 0 && x <= width && y <= height;

/** @param {Box} box @param {number} width @param {number} height */
function keepInside(box, width, height) {
  box.x = Math.min(width - box.wide / 2, Math.max(box.wide / 2, box.x));
  box.y = Math.min(height - box.high / 2, Math.max(box.high / 2, box.y));
}

/** @param {Box} one @param {Box} other */
function overlap(one, other) {
  return Math.abs(one.x - other.x) < (one.wide + other.wide) / 2 && Math.abs(one.y - other.y) < (one.high + other.high) / 2;
}

/**
 * White text that can be read on every colour.
 * @param {CanvasRenderingContext2D} ctx
 * @param {{text: string, x: number, y: number}[]} texts  each in the middle of its point
 * @param {{size: number, color: string, font: string, weight: number}} style
 */
export function outlined(ctx, texts, style) {
  ctx.font = `${style.weight} ${style.size}px ${style.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "alphabetic";
  ctx.lineJoin = "round";
  ctx.lineWidth = style.size * 0.3;
  ctx.strokeStyle = DARK;
  ctx.fillStyle = style.color;
  const lift = style.size * 0.36;
  for (const { text, x, y } of texts) {
    ctx.strokeText(text, x, y + lift);
    ctx.fillText(text, x, y + lift);
  }
}

/** Row numbers along the left edge and column numbers along the top, as many as fit. @param {Board} board */
export function drawCoordinates({ ctx, layout, options: { scene, theme, width, height } }) {
  const { cell, left, top, seen } = layout;
  const style = { size: 10, color: theme.muted, font: theme.font, weight: 400 };
  const every = [1, 2, 5, 10, 20, 50].find((step) => step * cell >= GAP) ?? 100;
  const [x, y] = [Math.max(9, left - 9), Math.max(9, top - 9)];
  ctx.fillStyle = theme.bg;
  ctx.globalAlpha = 0.85;
  if (left < 18) ctx.fillRect(0, Math.max(0, top), 18, Math.min(scene.height * cell + Math.min(top, 0), height));
  if (top < 18) ctx.fillRect(Math.max(0, left), 0, Math.min(scene.width * cell + Math.min(left, 0), width), 18);
  ctx.globalAlpha = 1;
  /** @param {number} index */
  const shown = (index) => numberOf(index) % every === 0;
  for (let row = seen.r0; row < seen.r1; row += 1) if (shown(row)) label(ctx, String(numberOf(row)), x, top + (row + 0.5) * cell, style);
  for (let column = seen.c0; column < seen.c1; column += 1) if (shown(column)) label(ctx, String(numberOf(column)), left + (column + 0.5) * cell, y, style);
}

/**
 * The turn in words, counted in steps of a half: "Turn 3", "Turn 3½".
 * @param {number} half  half-turns played
 */
export const turnInWords = (half) => `Turn ${Math.floor(half / 2)}${half % 2 ? "½" : ""}`;

/** The turn, at the top left of the picture. @param {Board} board */
export function drawTurn({ ctx, state, options: { theme } }) {
  const text = turnInWords(state.half);
  ctx.font = `600 ${TURN_SIZE}px ${theme.font}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  // The background hides an enlarged board behind the text.
  ctx.fillStyle = theme.bg;
  ctx.globalAlpha = 0.85;
  ctx.fillRect(0, 0, ctx.measureText(text).width + 2 * TURN_EDGE, TURN_LINE);
  ctx.globalAlpha = 1;
  ctx.fillStyle = theme.text;
  ctx.fillText(text, TURN_EDGE, TURN_LINE / 2);
}
