/** The colours of the board in the page's theme, as pixels. */

import { blend, inkOn, pathOf, resolveColor } from "../../player/canvas.js";
import { pixelOf } from "./raster.js";
import { BLANK, CAPITAL, CITY, MOUNTAIN, SWAMP, kindOf, ownerOf } from "./tiles.js";

/** @import { Theme } from "../../player/canvas.js" */
/** @typedef {{color: string, pattern: string}} Style */

/**
 * @typedef {object} Fill
 * @property {Uint32Array | null} weave  a pattern, `period` × `period` pixels; null: plain
 * @property {number} plain   pixel
 * @property {number} edge    of the line between tiles
 * @property {number} ink     of symbols
 * @property {number} text    of numbers
 * @property {number} halo    around numbers
 */

/**
 * @typedef {object} Styles
 * @property {Fill[]} fills
 * @property {Uint8Array} fillOf  number of the fill by code; by code + 256 where out of view
 * @property {number} period      pixels of a pattern
 */

const PERIOD = 10;
const PLAYERS = 16;
const KINDS = [BLANK, MOUNTAIN, CITY, SWAMP, CAPITAL];
const UNSEEN = 256;

/**
 * @param {Theme} theme
 * @param {ReadonlyArray<Style>} palette  by player, from player 1
 * @param {number} dpr
 * @param {boolean} patterned
 * @returns {Styles}
 */
export function makeStyles(theme, palette, dpr, patterned) {
  const period = Math.max(4, Math.round(PERIOD * dpr));
  const ground = groundColors(theme);
  const owned = palette.slice(0, PLAYERS).map((style) => ownedFill(style, theme, period, patterned));
  const bare = KINDS.map((kind) => plainFill(ground[kind], theme));
  const fogged = KINDS.map((kind) => plainFill(blend(ground[kind], ground.fog, 0.72), theme));
  const fills = [...owned, ...bare, ...fogged];
  const fillOf = new Uint8Array(2 * UNSEEN);
  for (let code = 0; code < UNSEEN; code += 1) {
    const owner = ownerOf(code);
    const kind = Math.max(0, KINDS.indexOf(kindOf(code)));
    fillOf[code] = owner ? Math.min(owner, owned.length) - 1 : owned.length + kind;
    fillOf[code + UNSEEN] = owned.length + bare.length + kind;
  }
  return { fills, fillOf, period };
}

/** The ground by kind of tile, and the fog. @param {Theme} theme @returns {Record<number, string> & {fog: string}} */
function groundColors({ dark, surface, text, muted }) {
  return {
    [BLANK]: dark ? blend(surface, text, 0.07) : blend(surface, muted, 0.04),
    [MOUNTAIN]: blend(surface, dark ? "#000000" : muted, dark ? 0.5 : 0.62),
    [CITY]: blend(surface, muted, dark ? 0.42 : 0.38),
    [SWAMP]: blend(surface, "#5d8a5a", dark ? 0.42 : 0.38),
    [CAPITAL]: blend(surface, "#c79a1e", dark ? 0.5 : 0.45),
    fog: dark ? "#0b0d10" : "#767e8a",
  };
}

/** @param {string} color */
const pixel = (color) => pixelOf(resolveColor(color));

/** @param {string} color @param {Theme} theme */
function plainFill(color, theme) {
  const ink = inkOn(color);
  return {
    weave: null,
    plain: pixel(color),
    edge: pixel(blend(color, theme.dark ? theme.bg : theme.muted, theme.dark ? 0.55 : 0.22)),
    ink: pixel(blend(ink, color, 0.45)),
    text: pixel(ink),
    halo: pixel(color),
  };
}

/** @param {Style} style @param {Theme} theme @param {number} period @param {boolean} patterned */
function ownedFill(style, theme, period, patterned) {
  const shade = blend(style.color, "#000000", 0.62);
  return {
    weave: patterned ? weave(style, period) : null,
    plain: pixel(style.color),
    edge: pixel(blend(style.color, theme.dark ? "#000000" : "#ffffff", 0.28)),
    ink: pixel("#ffffff"),
    text: pixel("#ffffff"),
    halo: pixel(shade),
  };
}

/** A player's colour with the player's pattern. @param {Style} style @param {number} period */
function weave(style, period) {
  const tile = new OffscreenCanvas(period, period);
  const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (tile.getContext("2d", { willReadFrequently: true }));
  pen.fillStyle = style.color;
  pen.fillRect(0, 0, period, period);
  pen.scale(period / 8, period / 8);
  pen.strokeStyle = inkOn(style.color);
  pen.globalAlpha = 0.34;
  pen.lineWidth = 1.4;
  pen.lineCap = "round";
  pen.stroke(pathOf(style.pattern));
  return new Uint32Array(pen.getImageData(0, 0, period, period).data.buffer);
}
