/** Shapes of the things of the station, as path data in a box from -1 to 1, and functions to draw them. */

import { drawSign, inkOn, pathOf } from "../../player/canvas.js";

/** @import { SeatStyle } from "../../player/palette.js" */

export const SHAPES = Object.freeze({
  hexagon: "M0 -1L.87 -.5V.5L0 1L-.87 .5V-.5Z",
  lift: "M-.95 -.35L-.45 -.95L.05 -.35H-.25V.6H-.65V-.35ZM.95 .35L.45 .95L-.05 .35H.25V-.6H.65V.35Z",
  // A chest with a lock.
  box: "M-1 -.1V-.35Q-1 -.8 -.55 -.8H.55Q1 -.8 1 -.35V-.1H.3V-.28H-.3V-.1ZM-1 .1H-.3V.3H.3V.1H1V.8H-1Z",
  // A mine: a ball with spikes.
  mine: "M0 -1L.22 -.6A.64 .64 0 0 1 .27 -.58L.71 -.71L.58 -.27A.64 .64 0 0 1 .6 -.22L1 0L.6 .22A.64 .64 0 0 1 .58 .27L.71 .71L.27 .58A.64 .64 0 0 1 .22 .6L0 1L-.22 .6A.64 .64 0 0 1 -.27 .58L-.71 .71L-.58 .27A.64 .64 0 0 1 -.6 .22L-1 0L-.6 -.22A.64 .64 0 0 1 -.58 -.27L-.71 -.71L-.27 -.58A.64 .64 0 0 1 -.22 -.6Z",
  // A drop.
  slime: "M0 -1Q.75 -.05 .75 .3A.75 .7 0 0 1 -.75 .3Q-.75 -.05 0 -1Z",
  blink: "M-.9 -.8L0 0L-.9 .8V.3L-.35 0L-.9 -.3ZM0 -.8L.9 0L0 .8V.3L.55 0L0 -.3Z",
  key: "M-.45 -.45A.45 .45 0 1 1 -.45 .45A.45 .45 0 1 1 -.45 -.45ZM-.45 -.2A.2 .2 0 1 0 -.45 .2A.2 .2 0 1 0 -.45 -.2ZM-.02 -.13H1V.45H.75V.13H.55V.35H.32V.13H-.02Z",
  // A capsule that points upwards.
  capsule: "M0 -1Q.6 -.5 .6 .1V.35L.95 .8H.45L.3 .55H-.3L-.45 .8H-.95L-.6 .35V.1Q-.6 -.5 0 -1ZM0 -.4A.24 .24 0 1 0 0 .08A.24 .24 0 1 0 0 -.4Z",
  cross: "M-.9 -.6L-.6 -.9L0 -.3L.6 -.9L.9 -.6L.3 0L.9 .6L.6 .9L0 .3L-.6 .9L-.9 .6L-.3 0Z",
  burst: "M0 -1L.2 -.45L.71 -.71L.45 -.2L1 0L.45 .2L.71 .71L.2 .45L0 1L-.2 .45L-.71 .71L-.45 .2L-1 0L-.45 -.2L-.71 -.71L-.2 -.45Z",
});

/** @type {Record<string, keyof typeof SHAPES>} */
export const TRAP_SHAPES = { LandMine: "mine", Sticky: "slime" };

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {keyof typeof SHAPES} shape
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} fill
 * @param {{color: string, width: number}} [line]  around it, CSS px
 */
export function put(ctx, shape, x, y, radius, fill, line) {
  const path = pathOf(SHAPES[shape]);
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radius, radius);
  if (line) {
    ctx.lineWidth = (2 * line.width) / radius;
    ctx.lineJoin = "round";
    ctx.strokeStyle = line.color;
    ctx.stroke(path);
  }
  ctx.fillStyle = fill;
  ctx.fill(path, "evenodd");
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius @param {string} color */
export function disc(ctx, x, y, radius, color) {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fillStyle = color;
  ctx.fill();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius @param {string} color @param {number} width */
export function ring(ctx, x, y, radius, color, width) {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0.1, radius), 0, 2 * Math.PI);
  ctx.lineWidth = width;
  ctx.strokeStyle = color;
  ctx.stroke();
}

/**
 * A machine: a hexagon in the colour of the key it makes, with the sign of that seat.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {SeatStyle} style
 */
export function putMachine(ctx, x, y, radius, style) {
  put(ctx, "hexagon", x, y, radius, style.color);
  drawSign(ctx, style, x, y, radius * 0.5, inkOn(style.color));
}

/**
 * A disc of a seat with its sign.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {SeatStyle} style
 * @param {string} rim
 */
export function putSeat(ctx, x, y, radius, style, rim) {
  disc(ctx, x, y, radius + Math.max(1, radius * 0.14), rim);
  disc(ctx, x, y, radius, style.color);
  drawSign(ctx, style, x, y, radius * 0.52, inkOn(style.color));
}
