/** Shapes of the board as masks: symbols of the terrain, and digits. */

import { pathOf } from "../../player/canvas.js";

/** @typedef {import("./raster.js").Mask} Mask */

/** Symbols as path data in a box from 0 to 1. */
export const SYMBOLS = Object.freeze({
  crown: "M.1 .82V.3L.32 .52L.5 .14L.68 .52L.9 .3V.82Z",
  tower: "M.2 .9V.44H.12V.14H.28V.24H.42V.14H.58V.24H.72V.14H.88V.44H.8V.9H.6V.66A.1 .1 0 0 0 .4 .66V.9Z",
  mountain: "M.04 .86L.38 .2L.54 .5L.64 .36L.96 .86ZM.38 .2L.28 .42L.36 .48L.42 .42L.48 .46Z",
  swamp: "M.1 .4Q.2 .28 .3 .4T.5 .4T.7 .4T.9 .4V.5Q.8 .62 .7 .5T.5 .5T.3 .5T.1 .5ZM.2 .68Q.3 .56 .4 .68T.6 .68T.8 .68V.78Q.7 .66 .6 .78T.4 .78T.2 .78Z",
  lamp: "M.5 .1L.6 .4L.9 .5L.6 .6L.5 .9L.4 .6L.1 .5L.4 .4Z",
});

const HALO = 0.24;
const KEPT = 256;

const scratch = new OffscreenCanvas(8, 8);
const pen = /** @type {OffscreenCanvasRenderingContext2D} */ (scratch.getContext("2d", { willReadFrequently: true }));

/**
 * The drawing of `paint` on an empty canvas of this size, as a mask.
 * @param {number} width
 * @param {number} height
 * @param {(ctx: OffscreenCanvasRenderingContext2D) => void} paint
 */
function maskOf(width, height, paint) {
  if (scratch.width < width || scratch.height < height) {
    scratch.width = Math.max(scratch.width, width);
    scratch.height = Math.max(scratch.height, height);
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, scratch.width, scratch.height);
  pen.fillStyle = "#000";
  pen.strokeStyle = "#000";
  paint(pen);
  const { data } = pen.getImageData(0, 0, width, height);
  const alpha = new Uint8ClampedArray(width * height);
  for (let i = 0; i < alpha.length; i += 1) alpha[i] = data[i * 4 + 3];
  return { width, height, alpha };
}

/** @type {Map<string, Mask>} */
const symbols = new Map();

/**
 * A symbol in a square.
 * @param {keyof typeof SYMBOLS} name
 * @param {number} size  pixels
 * @returns {Mask}
 */
export function symbolMask(name, size) {
  const key = `${name}|${size}`;
  let mask = symbols.get(key);
  if (!mask) {
    mask = maskOf(size, size, (ctx) => {
      ctx.scale(size, size);
      ctx.fill(pathOf(SYMBOLS[name]), "evenodd");
    });
    // Zooming uses many sizes, but only the last few are needed again.
    if (symbols.size > KEPT) symbols.clear();
    symbols.set(key, mask);
  }
  return mask;
}

/**
 * @typedef {object} Glyph
 * @property {Mask} ink
 * @property {Mask} halo    the same and a little around it
 * @property {number} step  pixels to the next glyph
 * @property {number} left  of the mask, from where the glyph stands
 * @property {number} middle  of the mask's height, the middle of a digit
 */

/** @type {Map<string, Glyph>} */
const glyphs = new Map();

/** @param {string} letter @param {number} size  pixels @param {string} font @returns {Glyph} */
export function glyphOf(letter, size, font) {
  const key = `${letter}|${size}|${font}`;
  let glyph = glyphs.get(key);
  if (!glyph) {
    glyph = makeGlyph(letter, size, font);
    if (glyphs.size > KEPT) glyphs.clear();
    glyphs.set(key, glyph);
  }
  return glyph;
}

/** @param {string} letter @param {number} size @param {string} font */
function makeGlyph(letter, size, font) {
  const face = `700 ${size}px ${font}`;
  pen.font = face;
  const step = Math.round(pen.measureText(letter).width);
  const tall = Math.round(pen.measureText("0").actualBoundingBoxAscent);
  const edge = Math.ceil((size * HALO) / 2) + 1;
  // No letter of a number goes below the line.
  const [width, height] = [step + 2 * edge, tall + 2 * edge];
  const base = edge + tall;
  /** @param {boolean} stroke */
  const mask = (stroke) => maskOf(width, height, (ctx) => {
    ctx.font = face;
    ctx.lineJoin = "round";
    ctx.lineWidth = size * HALO;
    ctx.fillText(letter, edge, base);
    if (stroke) ctx.strokeText(letter, edge, base);
  });
  return { ink: mask(false), halo: mask(true), step, left: edge, middle: edge + tall / 2 };
}
