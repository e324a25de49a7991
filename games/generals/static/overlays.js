/** Drawings over the tiles: waiting orders, moves in progress, captured capitals. */

import { drawShape, drawSign, MARK_SHAPES } from "../../player/canvas.js";
import { outlined } from "./labels.js";
import { short } from "./numbers.js";

/** @import { Capture, HalfEvent, Order, DrawOptions } from "./state.js" */
/** @import { Board } from "./draw.js" */
/** @import { Layout } from "./layout.js" */
/** @typedef {[x: number, y: number]} Point  CSS px */

/**
 * A board with plans of players; also one whose plans are not those of the state.
 * @typedef {object} Plans
 * @property {CanvasRenderingContext2D} ctx
 * @property {Layout} layout
 * @property {DrawOptions} options
 * @property {{state: {queues: {list: (most?: number) => Order[]}[]}}} picture
 */

/**
 * @typedef {object} LitBoard  what the lights need of a board
 * @property {CanvasRenderingContext2D} ctx
 * @property {Omit<Layout, "middle">} layout
 * @property {{scene: {width: number, lit: number[]}}} options
 */

const STEPS = [[-1, 0], [1, 0], [0, -1], [0, 1]];
/** The maximum of orders drawn per player. */
const MOST_ORDERS = 128;
const HEADS_FROM = 7;
const LARGEST_HEAD = 10;
const CLEAR = 0.3;
const SMALLEST_ORDERS = 3;

/** Players whose plans are shown: all, or only the one in view. @param {Plans} board */
function planners({ options: { scene, view } }) {
  return scene.teams.map((_, seat) => seat).filter((seat) => view === null || seat === view);
}

/** The paths of the waiting orders, in the colour of each player. @param {Plans} board */
export function drawOrders(board) {
  const { ctx, layout, picture, options: { palette } } = board;
  if (layout.cell < SMALLEST_ORDERS) return;
  const thickness = Math.min(1.5, Math.max(0.55, layout.cell / 24));
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  for (const seat of planners(board)) {
    const orders = picture.state.queues[seat].list(MOST_ORDERS);
    if (!orders.length) continue;
    const way = wayOf(board, orders);
    // Three strokes make the path visible on every colour, even on the player's own.
    for (const [color, width] of /** @type {[string, number][]} */ ([["#14171c", 4.6], ["#ffffff", 3.4], [palette[seat].color, 1.6]])) {
      ctx.strokeStyle = color;
      ctx.lineWidth = width * thickness;
      ctx.stroke(way);
    }
  }
}

/**
 * Arrows from tile to tile as one path; half moves have a short bar across.
 * @param {Pick<Plans, "layout" | "options">} board
 * @param {Order[]} orders
 */
function wayOf({ layout: { left, top, cell }, options: { scene } }, orders) {
  const way = new Path2D();
  let [atX, atY] = [-1, -1];
  for (const [x, y, direction, half] of orders) {
    const [dx, dy] = STEPS[direction] ?? [0, 0];
    if (x >= scene.height || y >= scene.width) continue;
    /** @type {[number, number]} */
    const from = [left + (y + 0.5) * cell, top + (x + 0.5) * cell];
    /** @type {[number, number]} */
    const to = [from[0] + dy * cell, from[1] + dx * cell];
    // A path does not cover the number of its first tile.
    if (atX !== x || atY !== y) way.moveTo(from[0] + dy * cell * CLEAR, from[1] + dx * cell * CLEAR);
    way.lineTo(...to);
    [atX, atY] = [x + dx, y + dy];
    if (cell >= HEADS_FROM) addHead(way, to, dy, dx, Math.min(LARGEST_HEAD, cell * 0.2));
    if (half && cell >= HEADS_FROM) addBar(way, from, to, dy, dx, Math.min(LARGEST_HEAD, cell * 0.14));
  }
  return way;
}

/** @param {Path2D} way @param {Point} tip @param {number} ux @param {number} uy @param {number} size */
function addHead(way, [x, y], ux, uy, size) {
  way.moveTo(x - (ux + uy) * size, y - (uy + ux) * size);
  way.lineTo(x, y);
  way.lineTo(x - (ux - uy) * size, y - (uy - ux) * size);
  way.moveTo(x, y);
}

/**
 * @param {Path2D} way
 * @param {Point} from
 * @param {Point} to
 * @param {number} ux
 * @param {number} uy
 * @param {number} size
 */
function addBar(way, from, to, ux, uy, size) {
  const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  way.moveTo(x - uy * size, y - ux * size);
  way.lineTo(x + uy * size, y + ux * size);
  way.moveTo(...to);
}

/**
 * Moving units: the seat in view sees its own, and those of others on visible tiles.
 * @param {Board} board
 * @param {HalfEvent} event
 */
export function drawMoves(board, { moves }) {
  const { layout, picture, t, options: { view } } = board;
  for (const [player, from, to, units] of moves) {
    if (view !== player - 1 && (picture.hidden[from] || picture.hidden[to])) continue;
    if (t < 1) drawColumn(board, player - 1, layout.middle(from), layout.middle(to), units);
    else drawTrail(board, layout.middle(from), layout.middle(to));
  }
}

/** @param {Board} board @param {number} seat @param {Point} from @param {Point} to @param {number} units */
function drawColumn({ ctx, layout, t, options: { palette, theme } }, seat, from, to, units) {
  const eased = t < 0.5 ? 2 * t * t : 1 - 2 * (1 - t) * (1 - t);
  const [x, y] = [from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased];
  const radius = Math.max(3, Math.min(layout.cell * 0.42, 20));
  ctx.fillStyle = palette[seat].color;
  ctx.strokeStyle = "#ffffff";
  ctx.lineWidth = Math.max(1, radius * 0.12);
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
  ctx.stroke();
  if (radius < 6.5) return;
  const text = short(units);
  const size = Math.max(8, Math.min(16, radius * (text.length > 2 ? 0.8 : 1.05)));
  outlined(ctx, [{ text, x, y }], { size, color: "#ffffff", font: theme.font, weight: 700 });
}

/**
 * The trace of a move after its animation: a small arrow between the tiles.
 * @param {Board} board
 * @param {Point} from
 * @param {Point} to
 */
function drawTrail({ ctx, layout: { cell } }, from, to) {
  if (cell < HEADS_FROM) return;
  const [ux, uy] = [(to[0] - from[0]) / cell, (to[1] - from[1]) / cell];
  /** @type {[number, number]} */
  const tip = [(from[0] + to[0]) / 2 + ux * cell * 0.13, (from[1] + to[1]) / 2 + uy * cell * 0.13];
  const way = new Path2D();
  addHead(way, tip, ux, uy, Math.min(LARGEST_HEAD, cell * 0.2));
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  for (const [color, width] of /** @type {[string, number][]} */ ([["#14171c", 0.17], ["#ffffff", 0.08]])) {
    ctx.strokeStyle = color;
    ctx.lineWidth = Math.max(1, Math.min(cell, 40) * width);
    ctx.stroke(way);
  }
}

/**
 * Captured capitals: a growing ring, and the sign of the player who took the capital.
 * @param {Board} board
 * @param {HalfEvent} event
 */
export function drawTaken(board, { captures }) {
  const { ctx, layout, picture, t, options: { palette, theme } } = board;
  for (const [loser, taker, place] of captures) {
    if (picture.hidden[place]) continue;
    const [x, y] = layout.middle(place);
    const radius = Math.max(12, layout.cell * 0.8) * (0.5 + 0.7 * t);
    ctx.lineWidth = 3.5;
    ctx.strokeStyle = theme.dark ? "#0b0d10" : "#ffffff";
    circle(ctx, x, y, radius);
    ctx.lineWidth = 2;
    ctx.strokeStyle = palette[taker - 1].color;
    circle(ctx, x, y, radius);
    drawSign(ctx, palette[taker - 1], x, y - radius - 9, 6, palette[taker - 1].color);
    /** @type {[number, number]} */
    const beside = [x + radius * 0.75, y + radius * 0.75];
    drawShape(ctx, MARK_SHAPES.cross, beside, { size: 6, color: palette[loser - 1].color });
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius */
function circle(ctx, x, y, radius) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.stroke();
}

/** A small light in the corner of the tiles that are always in view. @param {LitBoard} board */
export function drawLit({ ctx, layout, options: { scene } }) {
  const { cell, seen, left, top } = layout;
  const size = Math.max(1.5, Math.min(5, cell * 0.16));
  const lights = new Path2D();
  for (const place of scene.lit) {
    const [row, column] = [Math.floor(place / scene.width), place % scene.width];
    if (row < seen.r0 || row >= seen.r1 || column < seen.c0 || column >= seen.c1) continue;
    const [x, y] = [left + (column + 1) * cell - size * 1.4, top + row * cell + size * 1.4];
    lights.moveTo(x + size, y);
    lights.arc(x, y, size, 0, 2 * Math.PI);
  }
  ctx.fillStyle = "#ffd75e";
  ctx.strokeStyle = "#14171c";
  ctx.lineWidth = 0.75;
  ctx.fill(lights);
  if (cell >= HEADS_FROM) ctx.stroke(lights);
}
