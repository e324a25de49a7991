/** A country's planned bombs: their cost, and the cells that they would break. */

import { capitalBomb, influenceOf } from "./influence.js";
import { allied, ownersOf } from "./state.js";

/** @import { Place, Scene, State } from "./state.js" */

const UNIT = 10_000;

export class Bombs {
  /** @param {Scene} scene @param {number} seat */
  constructor(scene, seat) {
    this.scene = scene;
    this.seat = seat;
    /** @type {Map<number, number>} size by place, in the order in which they were placed */
    this.sizes = new Map();
  }

  get cost() {
    return [...this.sizes.values()].reduce((sum, size) => sum + size, 0) * this.scene.constants.bomb_cost;
  }

  /** The bombs in the form of the answer. @returns {[number, number, number][]} */
  get orders() {
    const { cols } = this.scene;
    return [...this.sizes].map(([place, size]) => [place % cols, Math.floor(place / cols), size]);
  }

  /** The bombs in the form of the drawing. */
  get placed() {
    return [...this.sizes].map(([place, size]) => ({ player: this.seat, place, size }));
  }

  /** Add to the size of the bomb at a place; at 0 the bomb is removed. @param {number} place @param {number} by */
  add(place, by) {
    const size = (this.sizes.get(place) ?? 0) + by;
    if (size > 0) this.sizes.set(place, size);
    else this.sizes.delete(place);
  }

  clear() {
    this.sizes.clear();
  }

  /** Whether a bomb may be placed there: on the country's own land or an ally's. @param {State} state @param {number} place */
  allowed(state, place) {
    const owner = ownersOf(state)[place];
    return owner >= 0 && allied(state, this.seat, owner);
  }

  /**
   * Known free and enemy cells that the bombs and the capital's free bomb would break without any
   * defence.
   * @param {State} state
   * @returns {Set<number>}
   */
  breaks(state) {
    const { scene, seat } = this;
    const bombs = this.placed;
    const free = capitalBomb(scene.constants, state.income[seat]);
    if (free > 0 && state.capital[seat] >= 0) bombs.push({ player: seat, place: state.capital[seat], size: free });
    if (!this.sizes.size) return new Set();
    const influence = influenceOf(bombs, scene);
    const owners = ownersOf(state);
    /** @type {Set<number>} */
    const found = new Set();
    influence.forEach((value, place) => {
      const owner = owners[place];
      const open = owner < 0 || state.relation[seat][owner] === "W";
      if (open && (value * scene.attack[place]) / UNIT > scene.constants.suppress_limit) found.add(place);
    });
    return found;
  }
}

/**
 * The reason why a country may not begin at a place; empty where it may.
 * @param {Scene} scene
 * @param {Place[]} chosen  places that others have named before
 * @param {number} place
 */
export function refusal(scene, chosen, place) {
  const { cols, attack, constants: { spawn_distance: apart, spawn_anywhere: anywhere } } = scene;
  const [x, y] = [place % cols, Math.floor(place / cols)];
  if (!anywhere && !attack[place]) return "this cell cannot be attacked, and nobody may begin on such a one";
  const near = chosen.find(([a, b]) => Math.abs(x - a) + Math.abs(y - b) < Math.max(1, apart));
  return near ? `(${near.join(", ")}) was named before, fewer than ${apart} steps away` : "";
}
