/** The tiles of a state as one team sees them, or the whole board. */

import { hide } from "./vision.js";
import { MOUNTAIN, ownerOf, kindOf } from "./tiles.js";

/** @import { Scene } from "./state.js" */
/** @typedef {{owner: number, units: number, place: number}} Sum */

export class Picture {
  /**
   * @param {import("./state.js").State} state
   * @param {Scene} scene
   * @param {number | null} team  null: everything is seen
   */
  constructor(state, scene, team) {
    this.state = state;
    this.team = team;
    const { count } = state.tiles;
    this.codes = new Uint8Array(count);
    this.units = new Float64Array(count);
    this.hidden = new Uint8Array(count);
    state.tiles.flatten(state.half, this.codes, this.units);
    if (team !== null) hide(scene, team, this.codes, this.units, this.hidden);
    /** @type {Map<number, Sum[]>} by the side of a block */
    this.blocks = new Map();
  }

  /**
   * Sums of units in square blocks of tiles, the largest first: for each block the player with most
   * units, the sum of these units, and the place of the largest number among them.
   * @param {number} width  of the board
   * @param {number} side   of a block
   * @returns {Sum[]}
   */
  sums(width, side) {
    let found = this.blocks.get(side);
    if (!found) {
      found = blockSums(this.codes, this.units, width, side);
      this.blocks.set(side, found);
    }
    return found;
  }
}

const PLAYERS = 32;

/** @param {Uint8Array} codes @param {Float64Array} units @param {number} width @param {number} side @returns {Sum[]} */
function blockSums(codes, units, width, side) {
  const across = Math.ceil(width / side);
  const down = Math.ceil(codes.length / width / side);
  const totals = new Float64Array(across * down * PLAYERS);
  const places = new Int32Array(totals.length).fill(-1);
  for (let place = 0, column = 0, row = 0; place < codes.length; place += 1) {
    const owner = ownerOf(codes[place]);
    if (owner) {
      const block = (Math.floor(row / side) * across + Math.floor(column / side)) * PLAYERS + owner;
      totals[block] += units[place];
      if (places[block] < 0 || units[place] > units[places[block]]) places[block] = place;
    }
    column += 1;
    if (column === width) [column, row] = [0, row + 1];
  }
  /** @type {Sum[]} */
  const found = [];
  for (let block = 0; block < totals.length; block += PLAYERS) {
    let owner = 0;
    for (let p = 1; p < PLAYERS; p += 1) {
      if (places[block + p] >= 0 && (!owner || totals[block + p] > totals[block + owner])) owner = p;
    }
    if (owner) found.push({ owner, units: totals[block + owner], place: places[block + owner] });
  }
  return found.sort((one, other) => other.units - one.units);
}

/** Whether a tile shows its number. @param {number} code @param {number} units @param {number} hidden */
export function isNumbered(code, units, hidden) {
  if (hidden || kindOf(code) === MOUNTAIN) return false;
  return ownerOf(code) > 0 || units !== 0;
}
