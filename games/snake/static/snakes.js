/** The snakes themselves: bodies, heads, and the marks that tell them apart. */

import { blend, inkOn, label, patternFill } from "../../player/canvas.js";
import { drawBolt } from "./items.js";
import { numberOf, snakeOf } from "./state.js";

/** @import { Place, Snake, State } from "./state.js" */
/** @import { Board } from "./draw.js" */
/** @import { SeatStyle } from "../../player/palette.js" */
/** @import { Theme } from "../../player/canvas.js" */

const FAINT = 0.68;
const BODY = 0.66;

/** The point the part t of the way. @param {Place} a @param {Place} b @param {number} t @returns {Place} */
const between = (a, b, t) => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];

/**
 * The points of a body, head first, on the way from the state before.
 * @param {Board} board
 * @param {Snake} snake
 * @param {Snake | undefined} before
 * @param {number} t
 */
function pathOfBody(board, snake, before, t) {
  const to = snake.body.map(([x, y]) => board.at(x, y));
  if (t >= 1 || !before || sameCell(before.body[0], snake.body[0])) return to;
  const from = before.body.map(([x, y]) => board.at(x, y));
  const head = between(from[0], to[0], t);
  const grew = snake.body.length > before.body.length;
  if (!grew && from.length > 1) from.push(between(from.splice(-1)[0], to[to.length - 1], t));
  return grew || from.length > 1 ? [head, ...from] : [head];
}

/** @param {Place} a @param {Place} b */
function sameCell(a, b) {
  return a[0] === b[0] && a[1] === b[1];
}

/**
 * Draw every snake with its number.
 * @param {Board} board
 * @param {State} state
 * @param {State | null} previous
 * @param {number} t
 */
export function drawSnakes(board, state, previous, t) {
  for (const snake of state.snakes) {
    const points = pathOfBody(board, snake, snakeOf(previous, snake.id), t);
    const style = styleOf(board, snake.owner);
    drawBody(board, points, style);
    drawHead(board, snake, points, numberOf(snake.id), style);
    drawBadges(board, snake, points);
    if (snake.id === state.acting) drawTurnRing(board, points[0]);
  }
}

/** The owner's style, faint where another seat is in focus. @param {Board} board @param {number} owner */
function styleOf({ options: { palette, view, theme } }, owner) {
  const style = palette[owner];
  if (view === null || view === owner) return style;
  return { ...style, color: blend(style.color, theme.surface, FAINT) };
}

/**
 * A body as one rounded line in the owner's colour and pattern.
 * @param {Board} board
 * @param {Place[]} points
 * @param {SeatStyle} style
 */
export function drawBody({ ctx, cell, options: { theme } }, points, style) {
  const line = new Path2D();
  line.moveTo(...points[0]);
  for (const point of points) line.lineTo(...point);
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  ctx.lineWidth = cell * BODY + Math.max(2, cell * 0.1);
  ctx.strokeStyle = theme.surface;
  ctx.stroke(line);
  ctx.lineWidth = cell * BODY;
  ctx.strokeStyle = style.color;
  ctx.stroke(line);
  const alpha = ctx.globalAlpha;
  ctx.globalAlpha = alpha * 0.4;
  ctx.strokeStyle = patternFill(ctx, style, inkOn(style.color), Math.max(6, cell * 0.28));
  ctx.stroke(line);
  ctx.globalAlpha = alpha;
}

/**
 * The head is a plain disc with eyes; the number sits behind it, or on it for a single cell.
 * @param {Board} board
 * @param {Snake} snake
 * @param {Place[]} points
 * @param {string} name
 * @param {SeatStyle} style
 */
function drawHead({ ctx, cell, options: { theme } }, snake, points, name, style) {
  const [x, y] = points[0];
  ctx.fillStyle = style.color;
  ctx.beginPath();
  ctx.arc(x, y, cell * 0.41, 0, 2 * Math.PI);
  ctx.fill();
  const size = cell * (name.length > 2 ? 0.3 : 0.42);
  const text = { size, color: inkOn(style.color), font: theme.font, weight: 700 };
  if (points.length < 2) {
    label(ctx, name, x, y, text);
    return;
  }
  drawEyes(ctx, cell, points);
  const [nx, ny] = between(points[0], points[1], snake.body.length > 1 ? 1 : 0.5);
  ctx.fillStyle = style.color;
  ctx.beginPath();
  ctx.arc(nx, ny, cell * 0.27, 0, 2 * Math.PI);
  ctx.fill();
  label(ctx, name, nx, ny, text);
}

/** @param {CanvasRenderingContext2D} ctx @param {number} cell @param {Place[]} points */
function drawEyes(ctx, cell, [head, neck]) {
  const angle = Math.atan2(head[1] - neck[1], head[0] - neck[0]);
  for (const side of [-1, 1]) {
    const turn = angle + side * 0.75;
    const eye = [head[0] + Math.cos(turn) * cell * 0.22, head[1] + Math.sin(turn) * cell * 0.22];
    for (const [radius, color, ahead] of /** @type {[number, string, number][]} */ ([[0.12, "#ffffff", 0], [0.06, "#10141a", 0.04]])) {
      ctx.fillStyle = color;
      ctx.beginPath();
      const [ex, ey] = [eye[0] + Math.cos(angle) * cell * ahead, eye[1] + Math.sin(angle) * cell * ahead];
      ctx.arc(ex, ey, cell * radius, 0, 2 * Math.PI);
      ctx.fill();
    }
  }
}

/**
 * Marks on a snake: its bank at the tail, a ray at the head.
 * @param {Board} board
 * @param {Snake} snake
 * @param {Place[]} points
 */
function drawBadges({ ctx, cell, options: { theme } }, snake, points) {
  const reach = cell * 0.34;
  if (snake.bank > 0) {
    const [x, y] = points[points.length - 1];
    pill(ctx, `+${snake.bank}`, x + reach, y + reach, cell, theme);
  }
  if (snake.ray >= 0) {
    const [x, y] = [points[0][0] - reach, points[0][1] - reach];
    ctx.fillStyle = theme.bg;
    ctx.beginPath();
    ctx.arc(x, y, cell * 0.24, 0, 2 * Math.PI);
    ctx.fill();
    drawBolt(ctx, x, y, cell * 0.2, theme.warn);
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} cell
 * @param {Theme} theme
 */
function pill(ctx, text, x, y, cell, theme) {
  const size = Math.max(7, cell * 0.3);
  const width = size * (0.62 * text.length + 0.5);
  ctx.fillStyle = theme.bg;
  ctx.strokeStyle = theme.border;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.roundRect(x - width / 2, y - size * 0.65, width, size * 1.3, size * 0.65);
  ctx.fill();
  ctx.stroke();
  label(ctx, text, x, y, { size, color: theme.text, font: theme.font, weight: 700 });
}

/** The ring around the acting snake's head. @param {Board} board @param {Place} head */
function drawTurnRing({ ctx, cell, options: { theme } }, [x, y]) {
  ctx.beginPath();
  ctx.arc(x, y, cell * 0.48, 0, 2 * Math.PI);
  ctx.strokeStyle = theme.text;
  ctx.lineWidth = Math.max(1.5, cell * 0.06);
  ctx.stroke();
}
