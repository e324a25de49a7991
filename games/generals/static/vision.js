/** A team's view of a board. */

import { BLANK, MOUNTAIN, SWAMP, codeOf, ownerOf } from "./tiles.js";

/** @import { Scene } from "./state.js" */

/** The kind that is drawn in the fog, by the code of the echo (1, 2 or 3). */
const MAYBE = [BLANK, MOUNTAIN, BLANK, SWAMP];

/** @type {WeakMap<Scene, Uint8Array>} */
const echoes = new WeakMap();

/** The kinds of all tiles as the fog shows them. @param {Scene} scene */
function echoOf(scene) {
  let kinds = echoes.get(scene);
  if (!kinds) {
    kinds = Uint8Array.from(scene.echo, (digit) => MAYBE[Number(digit)]);
    echoes.set(scene, kinds);
  }
  return kinds;
}

/**
 * Hide the tiles that a team does not see, as far as the board alone determines them.
 * @param {Scene} scene
 * @param {number} team
 * @param {Uint8Array} codes    of all tiles; out of view they become the echo's kinds
 * @param {Float64Array} units  become 0 there
 * @param {Uint8Array} hidden   filled: 1 where the team sees nothing
 */
export function hide(scene, team, codes, units, hidden) {
  if (scene.modifiers.crystal_clear) {
    hidden.fill(0);
    return;
  }
  const veil = scene.modifiers.misty_veil;
  const radius = veil ?? 1;
  hidden.fill(1);
  if (radius >= 0) reveal(scene, team, codes, radius, hidden);
  if (veil === null) for (const place of scene.lit) hidden[place] = 0;
  const echo = echoOf(scene);
  for (let place = 0; place < codes.length; place += 1) {
    if (!hidden[place]) continue;
    codes[place] = codeOf(0, echo[place]);
    units[place] = 0;
  }
}

/**
 * Reveal the square around each tile of the team: along the rows, then along the columns.
 * @param {Scene} scene
 * @param {number} team
 * @param {Uint8Array} codes
 * @param {number} radius
 * @param {Uint8Array} hidden
 */
function reveal({ width, height, teams }, team, codes, radius, hidden) {
  const ours = new Uint8Array(256).map((_, code) => Number(teams[ownerOf(code) - 1] === team));
  const near = new Uint8Array(codes.length);
  for (let row = 0; row < height; row += 1) {
    spread(row * width, 1, width, radius, (place) => ours[codes[place]], (place) => { near[place] = 1; });
  }
  for (let column = 0; column < width; column += 1) {
    spread(column, width, height, radius, (place) => near[place], (place) => { hidden[place] = 0; });
  }
}

/**
 * Call `mark` once for every place of a line within `radius` of a place that `has` accepts.
 * @param {number} start
 * @param {number} step
 * @param {number} count
 * @param {number} radius
 * @param {(place: number) => number} has
 * @param {(place: number) => void} mark
 */
function spread(start, step, count, radius, has, mark) {
  let done = 0;
  for (let i = 0; i < count; i += 1) {
    if (!has(start + i * step)) continue;
    const end = Math.min(count, i + radius + 1);
    for (let j = Math.max(done, i - radius); j < end; j += 1) mark(start + j * step);
    done = Math.max(done, end);
  }
}

