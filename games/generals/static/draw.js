/** Draws the board on a canvas: tiles from a raster, and over them moves and planned orders. */

import { drawCapitals } from "./capitals.js";
import { drawCoordinates, drawSums, drawTurn } from "./labels.js";
import { layOut } from "./layout.js";
import { drawLit, drawMoves, drawOrders, drawTaken } from "./overlays.js";
import { hasNumbers, Painter } from "./painter.js";
import { Picture } from "./picture.js";
import { Raster } from "./raster.js";
import { stateOf } from "./state.js";
import { makeStyles } from "./styles.js";

/** @import { DrawOptions, Frame, Scene, State } from "./state.js" */
/** @import { Layout } from "./layout.js" */
/** @import { Styles } from "./styles.js" */

/**
 * @typedef {object} Board  what is drawn, and where
 * @property {CanvasRenderingContext2D} ctx
 * @property {Layout} layout
 * @property {Picture} picture
 * @property {State} state
 * @property {DrawOptions} options
 * @property {number | null} team  whose fog is shown, null for none
 * @property {number} t            0 to 1
 */

/** From this part of the animation on, the board is drawn as it is after the half-turn. */
const ARRIVAL = 0.85;

/** The data kept for a canvas between two drawings. */
class Easel {
  constructor() {
    this.raster = new Raster();
    this.painter = new Painter(this.raster);
    /** @type {Picture[]} of the state in view and the one before */
    this.pictures = [];
    this.styleKey = "";
    /** @type {Styles | null} */
    this.made = null;
  }

  /** @returns {Picture} @param {State} state @param {Scene} scene @param {number | null} team */
  picture(state, scene, team) {
    let picture = this.pictures.find((known) => known.state === state && known.team === team);
    if (!picture) {
      picture = new Picture(state, scene, team);
      this.pictures = [picture, ...this.pictures.slice(0, 1)];
    }
    return picture;
  }

  /** @param {DrawOptions} options @param {number} dpr */
  styles({ theme, palette, layers }, dpr) {
    const patterned = !layers.has("plain");
    const key = [theme.dark, theme.bg, theme.surface, theme.text, theme.muted, dpr, patterned, ...palette.map((style) => style.color)].join();
    if (!this.made || key !== this.styleKey) {
      this.styleKey = key;
      this.made = makeStyles(theme, palette, dpr, patterned);
    }
    return this.made;
  }
}

/** @type {WeakMap<HTMLCanvasElement, Easel>} */
const easels = new WeakMap();

/** @param {HTMLCanvasElement} canvas */
function easelOf(canvas) {
  const known = easels.get(canvas) ?? new Easel();
  easels.set(canvas, known);
  return known;
}

/**
 * Draw the state; with t below 1, on the way from the previous state to it.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {Frame} state
 * @param {Frame | null} previous
 * @param {number} t   0 to 1
 * @param {DrawOptions} options  view: the seat whose team's fog is shown, null for none
 */
export function draw(ctx, state, previous, t, options) {
  const { scene, width, height, view, layers, events } = options;
  const dpr = ctx.getTransform().a || 1;
  const easel = easelOf(ctx.canvas);
  const team = view === null ? null : scene.teams[view];
  const now = stateOf(state);
  const picture = easel.picture(t < ARRIVAL && previous ? stateOf(previous) : now, scene, team);
  const layout = layOut(dpr, options);
  const board = { ctx, layout, picture, state: now, options, team, t };
  ctx.clearRect(0, 0, width, height);
  drawTiles(easel, board);
  const half = events.find((event) => event.e === "half");
  if (layers.has("lit")) drawLit(board);
  if (layers.has("orders")) drawOrders(board);
  if (layers.has("sums") && !hasNumbers(layout)) drawSums(board);
  drawCapitals(board);
  if (half && previous) drawMoves(board, half);
  if (half) drawTaken(board, half);
  if (layers.has("coordinates")) drawCoordinates(board);
  if (layers.has("turn")) drawTurn(board);
}

/**
 * Where a tile (x, y) is on the board: x is its row, y its column.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number[]} point
 * @param {Frame} state
 * @param {DrawOptions} options
 */
export function locate(ctx, [x, y], state, options) {
  const { cell, left, top } = layOut(ctx.getTransform().a || 1, options);
  return { x: left + (y + 0.5) * cell, y: top + (x + 0.5) * cell, cell };
}

/** @param {Easel} easel @param {Board} board */
function drawTiles(easel, { ctx, layout, picture, options }) {
  const { scene, width, height, theme } = options;
  const { raster } = easel;
  const [w, h] = [Math.max(1, Math.round(width * layout.dpr)), Math.max(1, Math.round(height * layout.dpr))];
  if (raster.width !== w || raster.height !== h) raster.resize(w, h);
  const look = { layout, styles: easel.styles(options, layout.dpr), width: scene.width, font: theme.font };
  const { cell, left, top } = layout;
  easel.painter.paint(look, picture, [w, h, cell, easel.styleKey, theme.font].join());
  ctx.save();
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(raster.shown(), 0, 0, w / layout.dpr, h / layout.dpr);
  ctx.restore();
  ctx.strokeStyle = theme.border;
  ctx.lineWidth = 1;
  ctx.strokeRect(left - 0.5, top - 0.5, scene.width * cell + 1, scene.height * cell + 1);
}
