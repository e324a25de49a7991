/** The bombs of a round, and their influence as heat. */

import { drawPixels, outlined, pixelOf } from "../../player/cells.js";
import { drawSign } from "../../player/canvas.js";
import { drawBurst } from "./bursts.js";
import { around } from "./room.js";
import { capitalBombs, heatOf, placedBombs } from "./influence.js";

/** @import { Board } from "./draw.js" */

/** Colours of the heat, from weak to strong influence. */
const HEAT = [[255, 240, 160], [255, 200, 60], [245, 130, 30], [214, 40, 40], [120, 10, 70]];
const NUMBERS_FROM = 24;
const STRONGEST = 32;
const SIGN_FROM = 34;
/** The radius of the smallest burst with a number, in CSS px. */
const NUMBERED_FROM = 8;

/**
 * The round's bombs that are shown: all, or those of the player in view.
 * @param {Pick<Board, "round" | "scene" | "view" | "previous">} board
 */
export function bombsOf({ round, scene, view, previous }) {
  if (!round) return { placed: [], free: [] };
  /** @param {{player: number}} bomb */
  const ours = ({ player }) => view === null || player === view;
  const free = previous ? capitalBombs(previous, round, scene.constants) : [];
  return { placed: placedBombs(round, scene.cols).filter(ours), free: free.filter(ours) };
}

/** @param {Pick<Board, "ctx" | "cells" | "scene" | "bombs" | "layers" | "view" | "options">} board */
export function drawHeat(board) {
  const { ctx, cells, scene, bombs, layers, view, options: { theme, palette } } = board;
  if (!bombs.placed.length && !bombs.free.length) return;
  const { strength, whose } = heatOf([...bombs.placed, ...bombs.free], scene, view);
  const usual = Math.max(0.25, scene.constants.suppress_limit / 100);
  const pixels = new Uint32Array(strength.length);
  strength.forEach((value, place) => {
    if (value > 0) pixels[place] = warmth(value / usual);
  });
  // The land under the heat is paler.
  ctx.globalAlpha = 0.45;
  ctx.fillStyle = theme.dark ? "#000000" : "#ffffff";
  ctx.fillRect(cells.x(0), cells.y(0), cells.x(cells.cols) - cells.x(0), cells.y(cells.rows) - cells.y(0));
  ctx.globalAlpha = 1;
  drawPixels(ctx, cells, pixels);
  if (cells.cell < NUMBERS_FROM) return;
  const { cell } = cells;
  const size = Math.min(12, cell * 0.34);
  const bombed = new Set(layers.has("bombs") ? bombs.placed.map(({ place }) => place) : []);
  strength.forEach((value, place) => {
    if (value < 0.05 || bombed.has(place)) return;
    const [x, y] = cells.middle(place);
    const text = value < 9.95 ? value.toFixed(1) : String(Math.round(value));
    outlined(ctx, text, x, y + (cell < SIGN_FROM ? 0 : cell * 0.2), { size, font: theme.font, weight: 600 });
    if (cell < SIGN_FROM) return;
    drawSign(ctx, palette[whose[place]], x, y - cell * 0.2, cell * 0.15, "#14171c");
    drawSign(ctx, palette[whose[place]], x, y - cell * 0.2, cell * 0.12, palette[whose[place]].color);
  });
}

/** @param {number} value  1: just enough to break undefended plain ground */
function warmth(value) {
  const part = Math.min(1, Math.log2(1 + value) / Math.log2(1 + STRONGEST));
  const at = part * (HEAT.length - 1);
  const [low, high] = [HEAT[Math.floor(at)], HEAT[Math.ceil(at)]];
  return pixelOf(low.map((v, i) => Math.round(v + (high[i] - v) * (at % 1))), 0.3 + 0.55 * part);
}

/**
 * The boxes of the round's bombs: their cells, or their bursts where these are larger.
 * @param {Pick<Board, "cells" | "bombs">} board
 */
export function bombBoxes({ cells, bombs }) {
  return bombs.placed.map(({ place, size }) => around(...cells.middle(place), Math.max(cells.cell / 2, radiusOf(size, cells.cell))));
}

/**
 * Bursts where bombs were placed; larger bombs have larger ones.
 * @param {Pick<Board, "ctx" | "cells" | "bombs" | "t" | "options">} board
 */
export function drawBombs({ ctx, cells, bombs, t, options: { palette, theme } }) {
  const grown = Math.min(1, t * 1.6);
  const { cell } = cells;
  /** @type {Map<number, number>} */
  const shared = new Map();
  for (const { place } of bombs.placed) shared.set(place, (shared.get(place) ?? 0) + 1);
  /** @type {Map<number, number>} */
  const nth = new Map();
  for (const { player, place, size } of bombs.placed) {
    const many = shared.get(place) ?? 1;
    const number = nth.get(place) ?? 0;
    nth.set(place, number + 1);
    const [x, y] = cells.middle(place);
    const radius = radiusOf(size, cell) * (many > 1 ? 0.8 : 1);
    const angle = (number / many) * 2 * Math.PI;
    const away = many > 1 ? cell * 0.22 : 0;
    const text = radius * grown < NUMBERED_FROM ? "" : String(size);
    const burst = { radius, color: palette[player].color, text, font: theme.font };
    drawBurst(ctx, burst, x + Math.cos(angle) * away, y + Math.sin(angle) * away, grown, cells.dpr);
  }
}

/** @param {number} size @param {number} cell */
function radiusOf(size, cell) {
  const part = Math.min(1, Math.log2(1 + size) / 7);
  return Math.max(3.6, Math.min(cell * (0.26 + 0.3 * part), 22));
}
