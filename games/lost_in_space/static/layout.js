/** The layout of the three floors and their places on the canvas. */

import { FLOORS, SIDE } from "./station.js";

const EDGE = 4;
const GAP = 10;
/** Grid steps narrower than this, in CSS px, are too small for three floors side by side. */
const LEAST_STEP = 31;
/** The largest ratio between the two grid steps. */
const STRETCH = 1.42;
/** Grid steps from the border of a floor to its outermost places. */
const RIM = 0.56;
const LINE = 17;
/** Size of the overview of the floors, which is shown if one floor is large. */
const STRIP = { tall: 84, wide: 92 };
const CAPTION = 14;
const LEGEND = 30;
const REACH = 0.62;

/** @typedef {import("./station.js").Pos} Pos */

/**
 * @typedef {object} Floor
 * @property {number} z
 * @property {boolean} mini    part of the overview
 * @property {number} left     CSS px, of its box
 * @property {number} top
 * @property {number} width
 * @property {number} height
 * @property {number} head     CSS px of the box for the texts above the map
 * @property {number} sx       CSS px of one grid step to the right
 * @property {number} sy       the same upwards
 * @property {number} unit     the smaller of the two
 * @property {(pos: Pos) => [number, number]} middle  of a place
 */

/**
 * @typedef {object} Layout
 * @property {Floor[]} floors  by number; those that are drawn in full
 * @property {Floor[]} minis   the overview, empty where all three are large
 * @property {number} large    the one that is drawn in full, -1 for all
 * @property {{left: number, top: number, width: number, height: number} | null} legend
 */

/** @param {number} z @param {{left: number, top: number, width: number, height: number}} box @param {number} head @param {boolean} mini @returns {Floor} */
function floorIn(z, { left, top, width, height }, head, mini) {
  const steps = SIDE - 1 + 2 * RIM;
  let sx = Math.max(1, width) / steps;
  let sy = Math.max(1, height - head) / steps;
  if (!mini) [sx, sy] = [Math.min(sx, sy * STRETCH), Math.min(sy, sx * STRETCH)];
  const x0 = left + (width - (SIDE - 1) * sx) / 2;
  const y0 = top + head + (height - head - (SIDE - 1) * sy) / 2;
  return {
    z, mini, left, top, width, height, head, sx, sy, unit: Math.min(sx, sy),
    middle: ([x, y]) => [x0 + y * sx, y0 + (SIDE - 1 - x) * sy],
  };
}

/** Whether there is room for three floors side by side. @param {{width: number, layers: Set<string>}} options */
export function isWide({ width, layers }) {
  return !layers.has("large") && (width - 2 * EDGE - 2 * GAP) / FLOORS / SIDE >= LEAST_STEP;
}

/**
 * @param {{width: number, height: number, layers: Set<string>}} options
 * @param {number} large  the floor that is drawn in full if there is no room for all
 * @returns {Layout}
 */
export function layOut(options, large) {
  return isWide(options) ? sideBySide(options) : oneLarge(options, large);
}

/** @param {{width: number, height: number}} options */
function sideBySide({ width, height }) {
  const wide = (width - 2 * EDGE - 2 * GAP) / FLOORS;
  const head = 3 * LINE + 6;
  const steps = SIDE - 1 + 2 * RIM;
  const most = head + (wide / steps) * STRETCH * steps;
  const room = height - 2 * EDGE;
  const legend = room - LEGEND >= head + wide * 0.9;
  const tall = Math.min(room - (legend ? LEGEND : 0), most);
  const top = EDGE + Math.max(0, (room - tall - (legend ? LEGEND : 0)) / 2);
  const floors = Array.from({ length: FLOORS }, (_, z) =>
    floorIn(z, { left: EDGE + z * (wide + GAP), top, width: wide, height: tall }, head, false));
  const below = { left: EDGE, top: top + tall, width: width - 2 * EDGE, height: LEGEND };
  return { floors, minis: [], large: -1, legend: legend ? below : null };
}

/** @param {{width: number, height: number}} options @param {number} large */
function oneLarge({ width, height }, large) {
  const [w, h] = [width - 2 * EDGE, height - 2 * EDGE];
  const beside = w > h * 1.2;
  const strip = beside ? Math.min(STRIP.wide, w * 0.22) : Math.min(STRIP.tall, h * 0.24);
  const each = (beside ? h : w) / FLOORS;
  const minis = Array.from({ length: FLOORS }, (_, z) => {
    const box = beside
      ? { left: EDGE + w - strip, top: EDGE + z * each + (z ? 3 : 0), width: strip, height: each - 3 }
      : { left: EDGE + z * each + (z ? 3 : 0), top: EDGE, width: each - 3, height: strip };
    return floorIn(z, box, CAPTION, true);
  });
  const box = beside
    ? { left: EDGE, top: EDGE, width: w - strip - GAP, height: h }
    : { left: EDGE, top: EDGE + strip + 5, width: w, height: h - strip - 5 };
  const head = box.width > 230 ? LINE + 4 : 2;
  return { floors: [floorIn(large, box, head, false)], minis, large, legend: null };
}

/**
 * The floor and place at a point of the canvas, among those that are drawn in full.
 * @param {Layout} layout
 * @param {import("./station.js").Station} station
 * @param {{x: number, y: number}} point  CSS px
 * @returns {import("./station.js").Place | null}
 */
export function placeUnder({ floors }, station, { x, y }) {
  /** @type {{place: import("./station.js").Place, away: number} | null} */
  let best = null;
  for (const floor of floors) {
    for (const place of station.places) {
      if (place.pos[2] !== floor.z) continue;
      const [px, py] = floor.middle(place.pos);
      const away = Math.hypot((x - px) / floor.sx, (y - py) / floor.sy);
      if (away < REACH && (!best || away < best.away)) best = { place, away };
    }
  }
  return best?.place ?? null;
}
