/**
 * A WebM film (RFC 8794 and 9559): pictures that the browser's video encoder compressed.
 *
 * WebCodecs are there in secure contexts alone: over HTTPS, or on the own machine.
 */

import { Bytes } from "./bytes.js";

const CODEC = "vp8";
/** Bits of a second, for each pixel of a picture: boards have hard edges. */
const BITS_PER_PIXEL = 6;
const KEY_EVERY_MS = 4000;

/** @typedef {{width: number, height: number}} Size  pixels */

/** @param {Size} size */
const encoderOf = ({ width, height }) => ({
  codec: CODEC, width, height, bitrate: width * height * BITS_PER_PIXEL, latencyMode: /** @type {const} */ ("quality"),
});

/** Whether this browser makes such films: one may have an encoder, and not for this kind. @param {Size} size */
export async function isPossible(size) {
  if (!("VideoEncoder" in globalThis)) return false;
  const { supported } = await VideoEncoder.isConfigSupported(encoderOf(size));
  return supported === true;
}

/** An element: its id, its size, its content. @param {number[]} id @param {...(Uint8Array | number[])} parts @returns {Uint8Array} */
function element(id, ...parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const out = new Bytes().put(id);
  out.byte(0x01);
  out.big(size, 7);
  for (const part of parts) out.put(part);
  return out.whole;
}

/** @param {number} value @param {number} size */
const whole = (value, size) => new Bytes().big(value, size).whole;

/** @param {number} value */
function real(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setFloat64(0, value);
  return bytes;
}

/** @param {string} text */
const ascii = (text) => new Bytes().text(text).whole;

/** @typedef {{data: Uint8Array, key: boolean, ms: number}} Block  ms: from the start of the film */

/**
 * @param {Block[]} blocks  the first is a key frame
 * @param {Size} size
 * @param {number} ms  of the whole
 * @returns {Blob}
 */
export function container(blocks, { width, height }, ms) {
  const head = element(
    [0x1a, 0x45, 0xdf, 0xa3],
    element([0x42, 0x86], [1]), element([0x42, 0xf7], [1]), element([0x42, 0xf2], [4]), element([0x42, 0xf3], [8]),
    element([0x42, 0x82], ascii("webm")), element([0x42, 0x87], [2]), element([0x42, 0x85], [2]),
  );
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    element([0x2a, 0xd7, 0xb1], whole(1_000_000, 4)), element([0x44, 0x89], real(ms)),
    element([0x4d, 0x80], ascii("Arbiter")), element([0x57, 0x41], ascii("Arbiter")),
  );
  const video = element([0xe0], element([0xb0], whole(width, 2)), element([0xba], whole(height, 2)));
  const track = element(
    [0xae], element([0xd7], [1]), element([0x73, 0xc5], [1]), element([0x83], [1]), element([0x86], ascii("V_VP8")), video,
  );
  /** @type {{start: number, parts: Uint8Array[]}[]} */
  const clusters = [];
  for (const { data, key, ms: at } of blocks) {
    if (key) clusters.push({ start: at, parts: [] });
    const { start, parts } = clusters[clusters.length - 1];
    const place = at - start;
    parts.push(element([0xa3], [0x81, (place >> 8) & 255, place & 255, key ? 0x80 : 0], data));
  }
  const body = clusters.map(({ start, parts }) => element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], whole(start, 4)), ...parts));
  const segment = element([0x18, 0x53, 0x80, 0x67], info, element([0x16, 0x54, 0xae, 0x6b], track), ...body);
  return new Blob([new Bytes().put(head).put(segment).whole], { type: "video/webm" });
}

/** Takes pictures one after another, and makes a film of them. */
export class Film {
  /** @param {Size} size */
  constructor(size) {
    this.size = size;
    this.ms = 0;
    this.keyed = -Infinity;
    /** @type {Block[]} */
    this.blocks = [];
    /** @type {Error | null} */
    this.error = null;
    this.encoder = new VideoEncoder({
      output: (part) => {
        const data = new Uint8Array(part.byteLength);
        part.copyTo(data);
        this.blocks.push({ data, key: part.type === "key", ms: Math.round(part.timestamp / 1000) });
      },
      error: (error) => { this.error = error; },
    });
    this.encoder.configure(encoderOf(size));
  }

  /** @param {OffscreenCanvas} canvas @param {number} ms  how long it is shown */
  async add(canvas, ms) {
    const keyFrame = this.ms - this.keyed >= KEY_EVERY_MS;
    if (keyFrame) this.keyed = this.ms;
    const frame = new VideoFrame(canvas, { timestamp: this.ms * 1000, duration: ms * 1000 });
    this.encoder.encode(frame, { keyFrame });
    frame.close();
    this.ms += ms;
    while (this.encoder.encodeQueueSize > 8 && !this.error) await new Promise((done) => { setTimeout(done, 4); });
    if (this.error) throw this.error;
  }

  /** @returns {Promise<Blob>} */
  async end() {
    await this.encoder.flush();
    this.encoder.close();
    if (this.error) throw this.error;
    return container(this.blocks, this.size, this.ms);
  }
}
