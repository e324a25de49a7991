/** An animated PNG (PNG, third edition, section 11.3.6) of pictures that the browser compressed. */

import { Bytes } from "./bytes.js";

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const CRCS = Uint32Array.from({ length: 256 }, (_, n) => {
  let crc = n;
  for (let k = 0; k < 8; k += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** The checksum of a chunk. @param {Uint8Array} bytes */
export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRCS[(crc ^ byte) & 255] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/**
 * The chunks of a PNG.
 * @param {Uint8Array} bytes
 * @returns {{type: string, data: Uint8Array}[]}
 */
function chunksOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = [];
  for (let at = SIGNATURE.length; at < bytes.length;) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    found.push({ type, data: bytes.subarray(at + 8, at + 8 + size) });
    at += size + 12;
  }
  return found;
}

/** @param {Bytes} out @param {string} type @param {Uint8Array} data */
function chunk(out, type, data) {
  const body = new Bytes().text(type).put(data).whole;
  out.big(data.length, 4).put(body).big(crc32(body), 4);
}

/**
 * @param {{png: Uint8Array, ms: number}[]} pictures  at least one, all of the same size and kind
 * @param {{width: number, height: number}} size  pixels
 * @returns {Blob}
 */
export function apng(pictures, { width, height }) {
  const out = new Bytes().put(SIGNATURE);
  const [header] = chunksOf(pictures[0].png);
  chunk(out, "IHDR", header.data);
  chunk(out, "acTL", new Bytes().big(pictures.length, 4).big(0, 4).whole);
  let number = 0;
  pictures.forEach(({ png, ms }, i) => {
    const control = new Bytes().big(number, 4).big(width, 4).big(height, 4).big(0, 4).big(0, 4);
    chunk(out, "fcTL", control.big(Math.min(65535, Math.round(ms)), 2).big(1000, 2).put([0, 0]).whole);
    number += 1;
    for (const { data } of chunksOf(png).filter(({ type }) => type === "IDAT")) {
      if (i === 0) chunk(out, "IDAT", data);
      else {
        chunk(out, "fdAT", new Bytes().big(number, 4).put(data).whole);
        number += 1;
      }
    }
  });
  chunk(out, "IEND", new Uint8Array());
  return new Blob([out.whole], { type: "image/png" });
}
