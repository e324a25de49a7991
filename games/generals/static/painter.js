/** Paints the tiles of a board on a raster; after the first time, only those that changed. */

import { glyphOf, symbolMask } from "./masks.js";
import { short } from "./numbers.js";
import { isNumbered } from "./picture.js";
import { CAPITAL, CITY, MOUNTAIN, SWAMP, kindOf, ownerOf } from "./tiles.js";

/** @import { Fill } from "./styles.js" */
/** @import { Raster } from "./raster.js" */
/** @import { Picture } from "./picture.js" */
/** @import { Layout } from "./layout.js" */
/** @typedef {keyof typeof import("./masks.js").SYMBOLS} SymbolName */

const NUMBERS_FROM = 15;
const SYMBOLS_FROM = 6;
const EDGES_FROM = 7;
/** Room for a symbol above a number. */
const BOTH_FROM = 20;
const LARGEST = 36;
const SMALLEST = 8;
const UNSEEN = 256;
/** @type {Record<number, keyof typeof import("./masks.js").SYMBOLS>} */
const NAMES = { [MOUNTAIN]: "mountain", [CITY]: "tower", [CAPITAL]: "crown", [SWAMP]: "swamp" };

/**
 * @typedef {object} Look  how tiles are painted
 * @property {Omit<import("./layout.js").Layout, "middle">} layout
 * @property {import("./styles.js").Styles} styles
 * @property {number} width  tiles in a row
 * @property {string} font
 */

/** @param {{cell: number}} layout */
export const hasNumbers = ({ cell }) => cell >= NUMBERS_FROM;

/**
 * @typedef {object} Painted  what is painted, by place
 * @property {Uint8Array} codes
 * @property {Float64Array} units
 * @property {Uint8Array} hidden
 * @property {Map<number, string>} [labels]  in place of numbers
 */

/**
 * Paint the tiles of one row from column c0 up to c1.
 * @param {import("./raster.js").Raster} raster
 * @param {Look} look
 * @param {Painted} tiles
 * @param {number} row
 * @param {number} c0
 * @param {number} c1
 */
export function paintRow(raster, look, tiles, row, c0, c1) {
  const { codes, hidden } = tiles;
  const { fillOf, fills } = look.styles;
  const start = row * look.width;
  for (let from = c0; from < c1; ) {
    const number = fillOf[codes[start + from] + hidden[start + from] * UNSEEN];
    let to = from + 1;
    while (to < c1 && fillOf[codes[start + to] + hidden[start + to] * UNSEEN] === number) to += 1;
    paintGround(raster, look, fills[number], row, from, to);
    from = to;
  }
  if (look.layout.cell < SYMBOLS_FROM) return;
  for (let column = c0; column < c1; column += 1) paintTop(raster, look, tiles, row, column);
  raster.within(0, 0, raster.width, raster.height);
}

/**
 * @param {Raster} raster
 * @param {Look} look
 * @param {Fill} fill
 * @param {number} row
 * @param {number} from
 * @param {number} to
 */
function paintGround(raster, { layout, styles }, fill, row, from, to) {
  const { xs, ys, cell } = layout;
  const [x0, x1, y0, y1] = [xs[from], xs[to], ys[row], ys[row + 1]];
  if (fill.weave) raster.weave(x0, y0, x1, y1, fill.weave, styles.period, xs[0], ys[0]);
  else raster.fill(x0, y0, x1, y1, fill.plain);
  if (cell < EDGES_FROM) return;
  raster.fill(x0, y0, x1, y0 + 1, fill.edge);
  for (let column = from; column < to; column += 1) raster.fill(xs[column], y0, xs[column] + 1, y1, fill.edge);
}

/** @param {Raster} raster @param {Look} look @param {Painted} tiles @param {number} row @param {number} column */
function paintTop(raster, look, tiles, row, column) {
  const place = row * look.width + column;
  const [code, hidden] = [tiles.codes[place], tiles.hidden[place]];
  const name = NAMES[kindOf(code)];
  const text = hasNumbers(look.layout) ? textOf(tiles, place, look.layout) : "";
  if (!name && !text) return;
  const { xs, ys } = look.layout;
  // A tile paints nothing on its neighbours, so each tile can be painted alone.
  raster.within(xs[column], ys[row], xs[column + 1], ys[row + 1]);
  const fill = look.styles.fills[look.styles.fillOf[code + hidden * UNSEEN]];
  const stacked = Boolean(name && text) && look.layout.cell >= BOTH_FROM;
  const strength = !text || stacked ? 1 : 0.42;
  if (name) paintSymbol(raster, look.layout, fill, name, row, column, stacked, strength, ownerOf(code) > 0);
  if (text) paintText(raster, look, fill, text, row, column, stacked);
}

/**
 * The text on a tile: its number, or the text in `labels` instead.
 * @param {Painted} tiles
 * @param {number} place
 * @param {{cell: number}} layout
 */
function textOf({ codes, units, hidden, labels }, place, { cell }) {
  const label = labels?.get(place);
  if (label !== undefined) return label;
  if (!isNumbered(codes[place], units[place], hidden[place])) return "";
  return short(units[place], Math.floor((cell * 0.94) / (0.6 * SMALLEST)));
}

/**
 * @param {Raster} raster
 * @param {Look["layout"]} layout
 * @param {Fill} fill
 * @param {SymbolName} name
 * @param {number} row
 * @param {number} column
 * @param {boolean} stacked
 * @param {number} strength
 * @param {boolean} shaded
 */
function paintSymbol(raster, { xs, ys, cell, dpr }, fill, name, row, column, stacked, strength, shaded) {
  const size = Math.max(1, Math.round(cell * dpr * (stacked ? 0.5 : 0.8)));
  const x = Math.round((xs[column] + xs[column + 1] - size) / 2);
  const room = ys[row + 1] - ys[row];
  const y = ys[row] + Math.round(stacked ? room * 0.04 : (room - size) / 2);
  const mask = symbolMask(name, size);
  if (shaded && strength === 1) raster.stamp(mask, x, y + Math.max(1, Math.round(dpr)), fill.halo, 0.8);
  raster.stamp(mask, x, y, fill.ink, strength);
}

/**
 * @param {Raster} raster
 * @param {Look} look
 * @param {Fill} fill
 * @param {string} text
 * @param {number} row
 * @param {number} column
 * @param {boolean} stacked
 */
function paintText(raster, look, fill, text, row, column, stacked) {
  const { xs, ys, cell, dpr } = look.layout;
  const widest = (cell * 0.94) / (0.62 * Math.max(text.length, 2));
  const size = Math.round(Math.max(6, Math.min(LARGEST, cell * 0.46, widest)) * dpr);
  const middle = ys[row] + (ys[row + 1] - ys[row]) * (stacked ? 0.74 : 0.53);
  writeText(raster, look.font, text, (xs[column] + xs[column + 1]) / 2, middle, size, fill);
}

/**
 * Text with its halo, centred on a point.
 * @param {Raster} raster
 * @param {string} font
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Fill} fill
 */
function writeText(raster, font, text, x, y, size, fill) {
  const glyphs = Array.from(text, (letter) => glyphOf(letter, size, font));
  const wide = glyphs.reduce((sum, glyph) => sum + glyph.step, 0);
  for (const layer of /** @type {const} */ (["halo", "ink"])) {
    let at = Math.round(x - wide / 2);
    for (const glyph of glyphs) {
      const pixel = layer === "ink" ? fill.text : fill.halo;
      raster.stamp(glyph[layer], at - glyph.left, Math.round(y - glyph.middle), pixel);
      at += glyph.step;
    }
  }
}

/**
 * The distance by which all tiles have moved; null where it is not the same for all.
 * @param {Pick<Layout, "xs" | "ys">} before
 * @param {Pick<Layout, "xs" | "ys">} after
 * @returns {[dx: number, dy: number] | null}
 */
function distance(before, after) {
  const [dx, dy] = [after.xs[0] - before.xs[0], after.ys[0] - before.ys[0]];
  const alike = before.xs.length === after.xs.length && before.ys.length === after.ys.length;
  const together = after.xs.every((x, i) => x - before.xs[i] === dx) && after.ys.every((y, i) => y - before.ys[i] === dy);
  return alike && together ? [dx, dy] : null;
}

/**
 * The pixels of a row or column of `length` that come from outside when it is moved.
 * @param {number} by
 * @param {number} length
 * @returns {[from: number, to: number]}
 */
const come = (by, length) => (by > 0 ? [0, by] : [length + by, length]);

/** @param {number} start @param {number} end @param {[from: number, to: number]} pixels */
const meet = (start, end, [from, to]) => from < to && start < to && end > from;

/** Keeps a raster of a board up to date. */
export class Painter {
  /** @param {import("./raster.js").Raster} raster */
  constructor(raster) {
    this.raster = raster;
    this.key = "";
    /** Where the tiles were. @type {Pick<Layout, "xs" | "ys">} */
    this.edges = { xs: new Int32Array(), ys: new Int32Array() };
    /** The tiles as last painted. @type {Painted} */
    this.last = { codes: new Uint8Array(), units: new Float64Array(), hidden: new Uint8Array() };
  }

  /**
   * Paint a picture. A new `key` repaints everything: it names all other inputs of the drawing.
   * If all tiles have moved by the same distance, their pixels are moved.
   * @param {Look} look
   * @param {import("./picture.js").Picture} picture
   * @param {string} key
   * @returns {number} tiles painted
   */
  paint(look, picture, key) {
    const { codes, units, hidden } = picture;
    const moved = distance(this.edges, look.layout);
    this.edges = look.layout;
    if (key !== this.key || !moved || this.last.codes.length !== codes.length) {
      this.key = key;
      this.last = { codes: codes.slice(), units: units.slice(), hidden: hidden.slice() };
      return this.#paintAll(look);
    }
    return this.#move(look, moved) + this.#paintChanges(look, picture);
  }

  /**
   * Move the pixels, and paint the tiles that have come into the picture, at least in part.
   * @param {Look} look
   * @param {[number, number]} distance
   */
  #move(look, [dx, dy]) {
    if (!dx && !dy) return 0;
    const { raster } = this;
    const { seen, xs, ys } = look.layout;
    raster.shift(dx, dy);
    const [across, down] = [come(dx, raster.width), come(dy, raster.height)];
    let painted = 0;
    for (let row = seen.r0; row < seen.r1; row += 1) {
      const whole = meet(ys[row], ys[row + 1], down);
      for (let column = seen.c0; column < seen.c1; column += 1) {
        if (!whole && !meet(xs[column], xs[column + 1], across)) continue;
        paintRow(raster, look, this.last, row, column, column + 1);
        painted += 1;
      }
    }
    return painted;
  }

  /** @param {Look} look */
  #paintAll(look) {
    const { c0, c1, r0, r1 } = look.layout.seen;
    this.raster.clear();
    for (let row = r0; row < r1; row += 1) paintRow(this.raster, look, this.last, row, c0, c1);
    return (r1 - r0) * (c1 - c0);
  }

  /** @param {Look} look @param {Picture} picture */
  #paintChanges(look, picture) {
    const { c0, c1, r0, r1 } = look.layout.seen;
    const numbers = hasNumbers(look.layout);
    const { codes, units, hidden } = this.last;
    let painted = 0;
    for (let row = r0; row < r1; row += 1) {
      for (let column = c0; column < c1; column += 1) {
        const place = row * look.width + column;
        const same = codes[place] === picture.codes[place] && hidden[place] === picture.hidden[place];
        if (same && (!numbers || units[place] === picture.units[place])) continue;
        codes[place] = picture.codes[place];
        units[place] = picture.units[place];
        hidden[place] = picture.hidden[place];
        paintRow(this.raster, look, this.last, row, column, column + 1);
        painted += 1;
      }
    }
    return painted;
  }
}
