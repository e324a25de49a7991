/**
 * An animated GIF (GIF89a with the Netscape extension for loops).
 *
 * All pictures share one palette of at most 255 colours, found by median cut over the colours of
 * all pictures (Heckbert 1982).  Pixels that stay as they were are transparent.
 */

import { Bytes } from "./bytes.js";

/** Bits of each channel by which colours are counted. */
const BITS = 5;
const SHIFT = 8 - BITS;
const BINS = 1 << (3 * BITS);
const COLOURS = 255;
/** The palette's entry for pixels that stay. */
const STAYS = 255;
const MOST_CODES = 4096;

/** @typedef {{data: Uint8ClampedArray, ms: number}} Picture  data: RGBA, row by row */

/** @param {number} r @param {number} g @param {number} b */
const binOf = (r, g, b) => ((r >> SHIFT) << (2 * BITS)) | ((g >> SHIFT) << BITS) | (b >> SHIFT);

/** Counts colours, and makes a palette of them. */
export class Colours {
  counts = new Uint32Array(BINS);
  sums = new Float64Array(BINS * 3);

  /** @param {Uint8ClampedArray} data  RGBA */
  add(data) {
    for (let i = 0; i < data.length; i += 4) {
      const bin = binOf(data[i], data[i + 1], data[i + 2]);
      this.counts[bin] += 1;
      for (let c = 0; c < 3; c += 1) this.sums[3 * bin + c] += data[i + c];
    }
  }

  /** @returns {{palette: Uint8Array, entries: Uint8Array}} RGB of each entry, and the entry of each bin */
  palette() {
    const boxes = [[...this.counts.keys()].filter((bin) => this.counts[bin])];
    while (boxes.length < COLOURS) {
      const [at, axis] = this.#widest(boxes);
      if (at < 0) break;
      boxes.push(this.#cut(boxes[at], axis));
    }
    const palette = new Uint8Array(256 * 3);
    const entries = new Uint8Array(BINS);
    boxes.forEach((box, entry) => {
      const weight = box.reduce((sum, bin) => sum + this.counts[bin], 0) || 1;
      for (let c = 0; c < 3; c += 1) {
        palette[3 * entry + c] = Math.round(box.reduce((sum, bin) => sum + this.sums[3 * bin + c], 0) / weight);
      }
      for (const bin of box) entries[bin] = entry;
    });
    return { palette, entries };
  }

  /** @param {number} bin @param {number} axis */
  #mean(bin, axis) {
    return this.sums[3 * bin + axis] / this.counts[bin];
  }

  /** The box with the largest spread, weighted by its pixels, and its axis. @param {number[][]} boxes @returns {[number, number]} */
  #widest(boxes) {
    let [most, at, along] = [0, -1, 0];
    boxes.forEach((box, i) => {
      if (box.length < 2) return;
      const weight = Math.sqrt(box.reduce((sum, bin) => sum + this.counts[bin], 0));
      for (let axis = 0; axis < 3; axis += 1) {
        const means = box.map((bin) => this.#mean(bin, axis));
        const spread = weight * (Math.max(...means) - Math.min(...means));
        if (spread > most) [most, at, along] = [spread, i, axis];
      }
    });
    return [at, along];
  }

  /** Cut a box at the median of its pixels; it keeps the lower part. @param {number[]} box @param {number} axis @returns {number[]} the upper part */
  #cut(box, axis) {
    box.sort((one, other) => this.#mean(one, axis) - this.#mean(other, axis));
    const half = box.reduce((sum, bin) => sum + this.counts[bin], 0) / 2;
    let [below, at] = [0, 0];
    while (at < box.length - 1 && below < half) below += this.counts[box[at++]];
    return box.splice(Math.max(1, at));
  }
}

/**
 * @param {Picture[]} pictures  at least one
 * @param {{width: number, height: number}} size  pixels
 * @returns {Blob}
 */
export function gif(pictures, { width, height }) {
  const colours = new Colours();
  for (const { data } of pictures) colours.add(data);
  const { palette, entries } = colours.palette();
  const out = new Bytes();
  out.text("GIF89a").little16(width).little16(height).put([0xf7, 0, 0]).put(palette);
  out.put([0x21, 0xff, 11]).text("NETSCAPE2.0").put([3, 1, 0, 0, 0]);
  let before = new Uint8Array(width * height).fill(STAYS);
  let [shown, written] = [0, 0];
  for (const { data, ms } of pictures) {
    const now = Uint8Array.from({ length: width * height }, (_, i) => entries[binOf(data[4 * i], data[4 * i + 1], data[4 * i + 2])]);
    shown += ms;
    // Rounding does not add up: each picture ends where it does in the match.
    const delay = Math.max(2, Math.round(shown / 10) - written);
    written += delay;
    out.put([0x21, 0xf9, 4, 0x05]).little16(delay).put([STAYS, 0]);
    out.put([0x2c, 0, 0, 0, 0]).little16(width).little16(height).byte(0);
    compress(now.map((entry, i) => (entry === before[i] ? STAYS : entry)), out);
    before = now;
  }
  out.byte(0x3b);
  return new Blob([out.whole], { type: "image/gif" });
}

const CLEAR = 256;
const END = 257;
const FIRST_CODE = 258;
const FIRST_SIZE = 9;

/** Codes of growing sizes as bytes, the lowest bit first. */
class Codes {
  packed = new Bytes();
  size = FIRST_SIZE;
  #held = 0;
  #bits = 0;

  /** @param {number} code */
  write(code) {
    this.#held |= code << this.#bits;
    for (this.#bits += this.size; this.#bits >= 8; this.#bits -= 8) {
      this.packed.byte(this.#held & 255);
      this.#held >>= 8;
    }
  }

  /** @returns {Uint8Array} */
  end() {
    this.write(END);
    if (this.#bits) this.packed.byte(this.#held & 255);
    return this.packed.whole;
  }
}

/** The pixels of a picture by LZW, in blocks of at most 255 bytes. @param {Uint8Array} pixels @param {Bytes} out */
function compress(pixels, out) {
  const codes = new Codes();
  /** @type {Map<number, number>} */
  let known = new Map();
  let next = FIRST_CODE;
  codes.write(CLEAR);
  let run = pixels[0];
  for (let i = 1; i < pixels.length; i += 1) {
    const key = (run << 8) | pixels[i];
    const longer = known.get(key);
    if (longer !== undefined) {
      run = longer;
      continue;
    }
    codes.write(run);
    run = pixels[i];
    if (next === MOST_CODES) {
      codes.write(CLEAR);
      [known, next, codes.size] = [new Map(), FIRST_CODE, FIRST_SIZE];
      continue;
    }
    if (next === 1 << codes.size) codes.size += 1;
    known.set(key, next);
    next += 1;
  }
  codes.write(run);
  const bytes = codes.end();
  out.byte(8);
  for (let i = 0; i < bytes.length; i += 255) {
    const block = bytes.subarray(i, i + 255);
    out.byte(block.length);
    out.put(block);
  }
  out.byte(0);
}
