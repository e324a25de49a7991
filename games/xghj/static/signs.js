/** The sign of its owner on each territory, so that colours are not the only mark. */

import { drawSign, inkOn } from "../../player/canvas.js";
import { isKnown } from "./capitals.js";
import { around } from "./room.js";

/** @import { Board } from "./draw.js" */
/** @import { Scene } from "./state.js" */
/** @import { Cells } from "../../player/cells.js" */

const LARGE = 0.5;
const SMALL = 0.3;
/** CSS px; smaller signs are hard to distinguish. */
const LEAST = 2.5;
const MOST = 14;

/**
 * Connected land of one owner.
 * @param {Int8Array | number[]} owners  -1 for free and unknown cells
 * @param {number} cols
 * @returns {{player: number, places: number[]}[]}
 */
export function territoriesOf(owners, cols) {
  const seen = new Uint8Array(owners.length);
  /** @type {{player: number, places: number[]}[]} */
  const found = [];
  for (let start = 0; start < owners.length; start += 1) {
    const player = owners[start];
    if (player < 0 || seen[start]) continue;
    const places = [start];
    seen[start] = 1;
    for (const place of places) {
      for (const next of besides(place, cols, owners.length)) {
        if (seen[next] || owners[next] !== player) continue;
        seen[next] = 1;
        places.push(next);
      }
    }
    found.push({ player, places });
  }
  return found;
}

/** @param {number} place @param {number} cols @param {number} count */
function besides(place, cols, count) {
  const column = place % cols;
  /** @type {number[]} */
  const next = [];
  if (column > 0) next.push(place - 1);
  if (column < cols - 1) next.push(place + 1);
  if (place >= cols) next.push(place - cols);
  if (place + cols < count) next.push(place + cols);
  return next;
}

/** @param {Board} board */
export function drawSigns(board) {
  const { ctx, cells, scene, owners, state, bombs, room, options: { palette } } = board;
  for (const { player, places } of territoriesOf(owners, cells.cols)) {
    const capital = isKnown(board, player) ? state.capital[player] : -1;
    // A capital already shows the sign, unless a bomb covers it.
    if (places.includes(capital) && !bombs.placed.some(({ place }) => place === capital)) continue;
    const spot = room.take(spotsIn(places, cells, scene));
    if (spot) drawSign(ctx, palette[player], spot.x, spot.y, spot.radius, inkOn(palette[player].color));
  }
}

/**
 * Possible places of a sign.  Large signs inside the land come before small ones.  Cells without
 * dots for their resource come first, and among these the nearest to the middle of the land.
 * @param {number[]} places
 * @param {Cells} cells
 * @param {Scene} scene
 */
function* spotsIn(places, cells, { resource }) {
  const { cell, cols } = cells;
  const middles = places.map((place) => cells.middle(place));
  const [x, y] = [0, 1].map((i) => middles.reduce((sum, point) => sum + point[i], 0) / places.length);
  /** @param {number} i */
  const away = (i) => Math.hypot(middles[i][0] - x, middles[i][1] - y);
  /** @param {number} i */
  const isRich = (i) => Number(resource[places[i]] > 1);
  const order = places.map((_, i) => i).sort((a, b) => isRich(a) - isRich(b) || away(a) - away(b));
  const own = new Set(places);
  /** @param {number} i */
  const isInside = (i) => [-1, 0, 1].every((dy) => [-1, 0, 1].every((dx) => own.has(places[i] + dy * cols + dx)));
  /** @param {number} i @param {number} radius */
  const spot = (i, radius) => ({ x: middles[i][0], y: middles[i][1], radius, box: around(...middles[i], radius) });
  if (cell * LARGE >= LEAST) {
    for (const i of order) if (isInside(i)) yield spot(i, Math.min(MOST, cell * LARGE));
  }
  if (cell * SMALL >= LEAST) for (const i of order) yield spot(i, Math.min(MOST, cell * SMALL));
}
