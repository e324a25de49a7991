/** Snake's board on a canvas. */

import { label, patternFill } from "../../player/canvas.js";
import { drawEvents, drawFading } from "./effects.js";
import { drawItems, drawUpcoming } from "./items.js";
import { boardPalette } from "./movers.js";
import { drawSnakes } from "./snakes.js";

/** @import { DrawOptions, Scene, State } from "./state.js" */
/** @import { Size } from "../../player/camera.js" */

/**
 * @typedef {object} Board
 * @property {CanvasRenderingContext2D} ctx
 * @property {number} cell    CSS px of one cell, a whole number of device pixels
 * @property {number} left
 * @property {number} top
 * @property {(x: number, y: number) => [number, number]} at  the middle of a cell, y upwards
 * @property {DrawOptions} options
 */

/**
 * Draw the state; with t below 1, on the way from the previous state to it.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {import("./state.js").State} state
 * @param {import("./state.js").State | null} previous
 * @param {number} t   0 to 1
 * @param {DrawOptions} options
 */
export function draw(ctx, state, previous, t, options) {
  const board = layout(ctx, options);
  ctx.clearRect(0, 0, options.width, options.height);
  drawGround(board);
  if (options.layers.has("territory")) drawTerritory(board, state);
  drawWalls(board, state);
  if (options.layers.has("upcoming")) drawUpcoming(board, state);
  drawItems(board, state);
  drawFading(board, state, previous, t);
  drawSnakes(board, state, previous, t);
  drawEvents(board, previous, t);
  if (options.layers.has("coordinates")) drawCoordinates(board);
}

/**
 * The board in its box; its colours are those of the movers. @returns {Board}
 * @param {CanvasRenderingContext2D} ctx
 * @param {DrawOptions} options
 */
export function layout(ctx, options) {
  const { width, height, scene, layers } = options;
  const dpr = ctx.getTransform().a || 1;
  const margin = layers.has("coordinates") ? Math.max(12, Math.min(width, height) * 0.032) : 2;
  const room = Math.min(width, height) - 2 * margin;
  const cell = Math.max(1, Math.floor((room / Math.max(scene.width, scene.height)) * dpr)) / dpr;
  /** @param {number} v */
  const snap = (v) => Math.round(v * dpr) / dpr;
  const left = snap((width - cell * scene.width) / 2);
  const top = snap((height - cell * scene.height) / 2);
  /** @type {Board["at"]} */
  const at = (x, y) => [left + (x + 0.5) * cell, top + (scene.height - 0.5 - y) * cell];
  return { ctx, cell, left, top, at, options: { ...options, palette: boardPalette(options.palette) } };
}

/**
 * Where a cell (x, y) is on the board.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number[]} point
 * @param {State} state
 * @param {DrawOptions} options
 */
export function locate(ctx, [x, y], state, options) {
  const { at, cell } = layout(ctx, options);
  const [px, py] = at(x, y);
  return { x: px, y: py, cell };
}

/** The empty board. @param {Board} board */
export function drawGround({ ctx, cell, left, top, options: { scene, theme } }) {
  const w = scene.width * cell;
  const h = scene.height * cell;
  ctx.fillStyle = theme.surface;
  ctx.fillRect(left, top, w, h);
  ctx.fillStyle = theme.surface2;
  ctx.globalAlpha = 0.55;
  for (let y = 0; y < scene.height; y += 1) {
    for (let x = y % 2; x < scene.width; x += 2) {
      ctx.fillRect(left + x * cell, top + y * cell, cell, cell);
    }
  }
  ctx.globalAlpha = 1;
  ctx.strokeStyle = theme.border;
  ctx.lineWidth = 1;
  ctx.strokeRect(left - 0.5, top - 0.5, w + 1, h + 1);
}

/** @param {Board} board */
function drawCoordinates({ ctx, cell, left, top, at, options: { scene, theme } }) {
  const style = { size: Math.max(8, Math.min(12, cell * 0.36)), color: theme.muted, font: theme.font, weight: 400 };
  const gap = style.size * 0.85 + 1;
  for (let x = 0; x < scene.width; x += 1) {
    label(ctx, String(x), at(x, 0)[0], top + scene.height * cell + gap, style);
  }
  for (let y = 0; y < scene.height; y += 1) label(ctx, String(y), left - gap, at(0, y)[1], style);
}

/**
 * A region of walls is one piece: pattern inside, a line only where it ends.
 * @param {Board} board
 * @param {State} state
 */
function drawWalls({ ctx, cell, left, top, options }, { walls }) {
  const { scene, palette, view } = options;
  /** @param {number} x @param {number} y */
  const mark = (x, y) => (x < 0 || y < 0 || x >= scene.width ? "." : (walls[y * scene.width + x] ?? "."));
  for (const owner of [0, 1]) {
    const style = palette[owner];
    const cells = new Path2D();
    const edges = new Path2D();
    for (let i = 0; i < walls.length; i += 1) {
      if (walls[i] !== String(owner)) continue;
      const [x, y] = [i % scene.width, Math.floor(i / scene.width)];
      const [px, py] = [left + x * cell, top + (scene.height - 1 - y) * cell];
      cells.rect(px, py, cell, cell);
      /** @param {number} x0 @param {number} y0 @param {number} x1 @param {number} y1 */
      const line = (x0, y0, x1, y1) => { edges.moveTo(px + x0 * cell, py + y0 * cell); edges.lineTo(px + x1 * cell, py + y1 * cell); };
      if (mark(x, y + 1) !== walls[i]) line(0, 0, 1, 0);
      if (mark(x, y - 1) !== walls[i]) line(0, 1, 1, 1);
      if (mark(x - 1, y) !== walls[i]) line(0, 0, 0, 1);
      if (mark(x + 1, y) !== walls[i]) line(1, 0, 1, 1);
    }
    const faint = view !== null && view !== owner ? 0.4 : 1;
    ctx.globalAlpha = 0.3 * faint;
    ctx.fillStyle = style.color;
    ctx.fill(cells);
    ctx.globalAlpha = 0.8 * faint;
    ctx.fillStyle = patternFill(ctx, style, style.color, Math.max(7, cell / 3));
    ctx.fill(cells);
    ctx.globalAlpha = faint;
    ctx.strokeStyle = style.color;
    ctx.lineWidth = Math.max(1.5, cell * 0.07);
    ctx.lineCap = "square";
    ctx.stroke(edges);
    ctx.globalAlpha = 1;
  }
}

/**
 * Tint each free cell with the colour of the player whose head is fewer free steps away.
 * @param {Board} board
 * @param {State} state
 */
function drawTerritory({ ctx, cell, at, options: { scene, palette } }, state) {
  const steps = [0, 1].map((owner) => distances(scene, state, owner));
  ctx.globalAlpha = 0.16;
  for (let i = 0; i < state.walls.length; i += 1) {
    const [a, b] = [steps[0][i], steps[1][i]];
    if (a === b) continue;
    const [x, y] = at(i % scene.width, Math.floor(i / scene.width));
    ctx.fillStyle = palette[a < b ? 0 : 1].color;
    ctx.fillRect(x - cell / 2, y - cell / 2, cell, cell);
  }
  ctx.globalAlpha = 1;
}

/**
 * Steps over free cells from a player's heads to every cell; Infinity where there is no way.
 * @param {Scene} scene
 * @param {State} state
 * @param {number} owner
 */
function distances(scene, state, owner) {
  const steps = new Float64Array(scene.width * scene.height).fill(Infinity);
  const blocked = new Set(state.snakes.flatMap((snake) => snake.body.map(([x, y]) => y * scene.width + x)));
  const queue = [];
  for (const snake of state.snakes) {
    if (snake.owner !== owner) continue;
    const [x, y] = snake.body[0];
    steps[y * scene.width + x] = 0;
    queue.push([x, y]);
  }
  for (const [x, y] of queue) {
    for (const [dx, dy] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
      const [u, v] = [x + dx, y + dy];
      const i = v * scene.width + u;
      if (u < 0 || v < 0 || u >= scene.width || v >= scene.height) continue;
      if (steps[i] < Infinity || state.walls[i] !== "." || blocked.has(i)) continue;
      steps[i] = steps[y * scene.width + x] + 1;
      queue.push([u, v]);
    }
  }
  return steps;
}
