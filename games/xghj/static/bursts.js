/** The bursts of bombs as small pictures: a round has hundreds of them, of a few sizes and colours. */

import { outlined } from "../../player/cells.js";
import { pathOf, penOf } from "../../player/canvas.js";

/** @typedef {{radius: number, color: string, text: string, font: string}} Burst  radius: when it is grown, CSS px */

const BURST = "M0 -1L.3 -.55L.8 -.75L.62 -.25L1 0L.62 .25L.8 .75L.3 .55L0 1L-.3 .55L-.8 .75L-.62 .25L-1 0L-.62 -.25L-.8 -.75L-.3 -.55Z";
const SMALL = 7;
/** Zooming uses many sizes, but only the last few are needed again. */
const KEPT = 512;

/** @type {Map<string, OffscreenCanvas>} */
const pictures = new Map();

/**
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS px
 * @param {Burst} burst
 * @param {number} x  of its middle
 * @param {number} y
 * @param {number} grown  the fraction of its size that it has now
 * @param {number} dpr
 */
export function drawBurst(ctx, burst, x, y, grown, dpr) {
  if (grown <= 0) return;
  const key = [burst.color, burst.radius.toFixed(2), burst.text, burst.font, dpr].join("|");
  let picture = pictures.get(key);
  if (!picture) {
    picture = pictureOf(burst, dpr);
    if (pictures.size >= KEPT) pictures.clear();
    pictures.set(key, picture);
  }
  const side = (picture.width / dpr) * grown;
  // On whole pixels, so that it stays sharp.
  const [left, top] = [x - side / 2, y - side / 2].map((at) => Math.round(at * dpr) / dpr);
  ctx.drawImage(picture, left, top, side, side);
}

/** @param {Burst} burst @param {number} dpr */
function pictureOf({ radius, color, text, font }, dpr) {
  const rim = radius < SMALL ? 1.2 : 0.18 * radius;
  const half = Math.ceil((radius + rim) * dpr) + 1;
  const picture = new OffscreenCanvas(2 * half, 2 * half);
  const pen = penOf(picture);
  pen.setTransform(radius * dpr, 0, 0, radius * dpr, half, half);
  const path = pathOf(BURST);
  pen.lineJoin = "round";
  pen.lineWidth = (2 * rim) / radius;
  pen.strokeStyle = "#14171c";
  pen.stroke(path);
  if (radius >= SMALL) {
    pen.lineWidth = 0.16;
    pen.strokeStyle = "#ffffff";
    pen.stroke(path);
  }
  pen.fillStyle = color;
  pen.fill(path);
  pen.setTransform(dpr, 0, 0, dpr, half, half);
  if (text) outlined(pen, text, 0, 0, { size: Math.min(13, radius * 0.85), font });
  return picture;
}
