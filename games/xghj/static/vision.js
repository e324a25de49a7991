/** The cells that a player sees. */

import { allied, ownersOf, seesAll } from "./state.js";

/** @import { Known } from "./state.js" */

/**
 * The cells whose owner a player knows: own and allied land, the cells near it, and all land of
 * neutral countries.
 * @param {Known} state
 * @param {{cols: number, rows: number, constants: {border: number}}} scene
 * @param {number} player
 * @returns {Uint8Array}  1 where the player knows the owner
 */
export function inSight(state, scene, player) {
  const owners = ownersOf(state);
  const known = new Uint8Array(owners.length);
  if (seesAll(state, player)) return known.fill(1);
  const everybody = state.saving.map((_, other) => other);
  const ours = everybody.map((other) => allied(state, player, other));
  const told = everybody.map((other) => state.relation[player][other] === "N");
  const away = distances(scene, (place) => owners[place] >= 0 && ours[owners[place]]);
  for (let place = 0; place < known.length; place += 1) {
    const owner = owners[place];
    if (away[place] <= scene.constants.border || (owner >= 0 && told[owner])) known[place] = 1;
  }
  return known;
}

/**
 * The steps from each cell to the nearest of some cells, in two passes over the board.
 * @param {{cols: number, rows: number}} size
 * @param {(place: number) => boolean} isOne
 */
function distances({ cols, rows }, isOne) {
  const far = cols + rows;
  const away = new Uint16Array(cols * rows);
  /** @param {number} x @param {number} y */
  const at = (x, y) => (x < 0 || y < 0 || x >= cols || y >= rows ? far : away[y * cols + x]);
  for (let y = 0, place = 0; y < rows; y += 1) {
    for (let x = 0; x < cols; x += 1, place += 1) {
      away[place] = isOne(place) ? 0 : Math.min(far, at(x - 1, y) + 1, at(x, y - 1) + 1);
    }
  }
  for (let y = rows - 1, place = cols * rows - 1; y >= 0; y -= 1) {
    for (let x = cols - 1; x >= 0; x -= 1, place -= 1) {
      away[place] = Math.min(away[place], at(x + 1, y) + 1, at(x, y + 1) + 1);
    }
  }
  return away;
}
