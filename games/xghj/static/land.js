/** The ground and its owners. */

import { areaOf, borderOf, drawGrid, drawPixels, fromCorner, hatching, outlined, pixelOf } from "../../player/cells.js";
import { blend, inkOn, resolveColor } from "../../player/canvas.js";
import { colours, KINDS, LAYERS, shade } from "./kinds.js";

/** @import { Board } from "./draw.js" */
/** @import { Scene } from "./state.js" */
/** @import { Layer } from "./kinds.js" */

const GRID_FROM = 9;
const PIPS_FROM = 10;
const NUMBERS_FROM = 17;
const PATTERN = 10;
/** The opacity of patterns, low enough that large patterns beside each other do not flicker. */
const FAINT = 0.12;

/** @type {WeakMap<Scene, {most: Record<Layer["id"], number>, natural: string[]}>} */
const grounds = new WeakMap();

/** A cache by scene: its colours and largest values. @param {Scene} scene */
export function groundOf(scene) {
  let ground = grounds.get(scene);
  if (!ground) {
    const most = /** @type {Record<Layer["id"], number>} */ (Object.fromEntries(LAYERS.map(({ id }) => [id, Math.max(1, ...scene[id])])));
    const colour = colours(scene.terrain ?? KINDS, most.resource);
    const natural = scene.resource.map((resource, place) => colour(resource, scene.attack[place], scene.defence[place]));
    ground = { most, natural };
    grounds.set(scene, ground);
  }
  return ground;
}

/**
 * A function that computes each colour once, as a pixel.
 * @template T
 * @param {(value: T) => string} answer
 * @returns {(value: T) => number}
 */
function pixelsOf(answer) {
  /** @type {Map<T, number>} */
  const known = new Map();
  return (value) => {
    const pixel = known.get(value) ?? pixelOf(resolveColor(answer(value)));
    known.set(value, pixel);
    return pixel;
  };
}

/** The chosen layer that replaces the natural look, if any. @param {Set<string>} layers */
export function chosenLayer(layers) {
  return LAYERS.find(({ id }) => layers.has(id)) ?? null;
}

/** @param {Board} board */
export function drawGround({ ctx, cells, scene, layers, owners, known, options: { theme, palette } }) {
  const { natural, most } = groundOf(scene);
  const layer = chosenLayer(layers);
  const open = pixelsOf((/** @type {string} */ colour) => blend(colour, theme.surface, theme.dark ? 0.5 : 0.3));
  const wall = pixelsOf((/** @type {string} */ colour) => blend(colour, theme.dark ? "#000000" : "#3a4452", 0.3));
  const fog = pixelsOf((/** @type {string} */ colour) => blend(blend(colour, theme.surface, 0.5), theme.dark ? "#0b0d10" : "#767e8a", 0.72));
  const values = layer && pixelsOf((/** @type {number} */ value) => shade(layer, value / most[layer.id], theme));
  const lands = palette.map(({ color }) => pixelOf(resolveColor(color)));
  const pixels = new Uint32Array(owners.length);
  for (let place = 0; place < owners.length; place += 1) {
    if (layer && values) pixels[place] = values(scene[layer.id][place]);
    else if (owners[place] >= 0) pixels[place] = lands[owners[place]];
    else if (known && !known[place]) pixels[place] = fog(natural[place]);
    else pixels[place] = (scene.attack[place] ? open : wall)(natural[place]);
  }
  drawPixels(ctx, cells, pixels);
}

/** Patterns, borders and sieges; `owners` has -1 for free and unknown cells. @param {Board} board */
export function drawLand(board) {
  const { ctx, cells, layers, owners, options: { theme, palette } } = board;
  const valued = chosenLayer(layers) !== null;
  if (valued && board.known) veil(board);
  const size = Math.max(PATTERN, Math.min(16, cells.cell * 0.5));
  palette.forEach((style, player) => {
    if (!owners.includes(player)) return;
    /** @param {number} place */
    const own = (place) => owners[place] === player;
    if (!layers.has("plain")) {
      ctx.globalAlpha = valued ? 0.5 : FAINT;
      ctx.fillStyle = hatching(ctx, cells, style, valued ? style.color : inkOn(style.color), size);
      ctx.fill(areaOf(cells, own));
    }
    ctx.globalAlpha = 1;
    const width = Math.max(1, Math.min(valued ? 4 : 2.5, cells.cell * (valued ? 0.22 : 0.12)));
    ctx.lineWidth = width;
    ctx.lineCap = "square";
    ctx.strokeStyle = valued ? style.color : blend(style.color, "#000000", theme.dark ? 0.55 : 0.42);
    ctx.stroke(borderOf(cells, own, width / 2));
  });
  if (cells.cell >= GRID_FROM) {
    ctx.globalAlpha = theme.dark ? 0.4 : 0.2;
    drawGrid(ctx, cells, theme.dark ? "#000000" : "#3a4452");
    ctx.globalAlpha = 1;
  }
  drawSieges(board);
  if (valued) drawValues(board);
  else drawPips(board);
}

/** Dots over the cells out of sight, which keep their values. @param {Board} board */
function veil({ ctx, cells, known, options: { theme } }) {
  ctx.globalAlpha = 0.45;
  ctx.fillStyle = hatching(ctx, cells, { pattern: "M1.9 2h.2M5.9 6h.2" }, theme.muted, 8);
  ctx.fill(areaOf(cells, (place) => !known?.[place]));
  ctx.globalAlpha = 1;
}

/** Sieges as dark bars with a light edge, which no player's pattern has. @param {Board} board */
function drawSieges({ ctx, cells, sieged }) {
  if (!sieged.size) return;
  const { dpr } = cells;
  const step = Math.round(Math.max(8, Math.min(13, cells.cell * 0.5)) * dpr);
  const bars = /** @type {CanvasPattern} */ (ctx.createPattern(barsOf(step), "repeat"));
  bars.setTransform(fromCorner(cells));
  ctx.fillStyle = bars;
  ctx.fill(areaOf(cells, (place) => sieged.has(place)));
}

/** A tile of such bars. @param {number} step  pixels from bar to bar */
function barsOf(step) {
  const tile = new OffscreenCanvas(step, step);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (tile.getContext("2d"));
  /** @param {string} color @param {number} width @param {number} shift */
  const bar = (color, width, shift) => {
    pen.strokeStyle = color;
    pen.lineWidth = width;
    pen.beginPath();
    // Its neighbours reach into the tile, too.
    for (let at = shift - step; at <= shift + 2 * step; at += step) {
      pen.moveTo(at + step, -step);
      pen.lineTo(at - 2 * step, 2 * step);
    }
    pen.stroke();
  };
  pen.globalAlpha = 0.6;
  bar("#14171c", step * 0.18, 0);
  bar("#ffffff", step * 0.08, step * 0.17);
  return tile;
}

/** A dot for each resource beyond the first, at most four. @param {Board} board */
function drawPips({ ctx, cells, scene, owners }) {
  const { cell } = cells;
  if (cell < PIPS_FROM) return;
  const radius = Math.max(1, Math.min(3, cell * 0.075));
  const [light, dark] = [new Path2D(), new Path2D()];
  for (let place = 0; place < owners.length; place += 1) {
    const count = Math.min(4, scene.resource[place] - 1);
    if (count <= 0) continue;
    const [x, y] = cells.middle(place);
    const path = owners[place] >= 0 ? light : dark;
    for (let i = 0; i < count; i += 1) {
      const at = x - cell * 0.36 + radius + i * radius * 2.6;
      path.moveTo(at + radius, y + cell * 0.36 - radius);
      path.arc(at, y + cell * 0.36 - radius, radius, 0, 2 * Math.PI);
    }
  }
  ctx.fillStyle = "rgb(255 255 255 / 90%)";
  ctx.fill(light);
  ctx.fillStyle = "rgb(40 30 10 / 65%)";
  ctx.fill(dark);
}

/** The numbers of the chosen layers, one below the other. @param {Board} board */
function drawValues({ ctx, beyond, cells, scene, layers, options: { theme, width, height } }) {
  const shown = LAYERS.filter(({ id }) => layers.has(id));
  const { cell } = cells;
  if (cell < NUMBERS_FROM) return;
  const size = Math.min(14, (cell * 0.86) / Math.max(shown.length, 2.3));
  if (size < 6) return;
  const far = beyond + cell;
  for (let place = 0; place < scene.resource.length; place += 1) {
    const [x, y] = cells.middle(place);
    if (x < -far || y < -far || x > width + far || y > height + far) continue;
    shown.forEach(({ id, text: color }, line) => {
      const at = y + (line - (shown.length - 1) / 2) * size * 1.05;
      outlined(ctx, String(scene[id][place]), x, at, { size, font: theme.font, weight: 600, color });
    });
  }
}
