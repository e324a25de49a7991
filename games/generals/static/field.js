/** The board of a person who plays generals: which tile a point is, and what the person knows of a tile. */

import { tileInWords } from "./coordinates.js";
import { layOut } from "./layout.js";
import { MOUNTAIN, kindOf, ownerOf } from "./tiles.js";
import { PLAY } from "./words.js";

/** @import { Host, Point } from "../../play/contract.js" */
/** @import { Played } from "./state.js" */
/** @typedef {[row: number, column: number]} Tile */

export class Field {
  /** @param {Host<Played>} host */
  constructor(host) {
    this.host = host;
    this.scene = host.scene;
  }

  /** @param {Tile} tile */
  inside([row, column]) {
    return row >= 0 && column >= 0 && row < this.scene.height && column < this.scene.width;
  }

  /** @param {Tile} tile */
  #code([row, column]) {
    return this.host.state.tiles.code(row * this.scene.width + column);
  }

  /** @param {Point} point @returns {Tile | null} */
  tileAt(point) {
    const { dpr, options } = this.host.board;
    if (!options) return null;
    const { left, top, cell } = layOut(dpr, options);
    /** @type {Tile} */
    const tile = [Math.floor((point.y - top) / cell), Math.floor((point.x - left) / cell)];
    return this.inside(tile) ? tile : null;
  }

  /** The middle of a tile on the canvas. @param {Tile} tile @returns {Point | null} */
  pointOf([row, column]) {
    const { dpr, options } = this.host.board;
    if (!options) return null;
    const [x, y] = layOut(dpr, options).middle(row * this.scene.width + column);
    return { x, y };
  }

  /** Whether an order may lead there, by the player's view. @param {Tile} tile */
  passable(tile) {
    return this.inside(tile) && kindOf(this.#code(tile)) !== MOUNTAIN;
  }

  /** Whether a tile is the person's. @param {Tile} tile */
  isOwn(tile) {
    return ownerOf(this.#code(tile)) - 1 === this.host.seat;
  }

  /** The person's capital, or the first tile. @returns {Tile} */
  home() {
    const place = this.host.state.capitals[this.host.seat];
    return place >= 0 ? [Math.floor(place / this.scene.width), place % this.scene.width] : [0, 0];
  }

  /** @param {Tile} tile */
  words(tile) {
    const { state: { tiles, half }, names, seat } = this.host;
    const code = this.#code(tile);
    const at = tileInWords(...tile);
    const kind = PLAY.kinds[kindOf(code)] ?? PLAY.kinds[0];
    if (kindOf(code) <= MOUNTAIN) return PLAY.tile(at, kind);
    const units = tiles.units(tile[0] * this.scene.width + tile[1], half);
    const owner = ownerOf(code);
    return PLAY.tileOf(at, kind, units, owner ? (owner - 1 === seat ? PLAY.yours : names[owner - 1]) : PLAY.nobodys);
  }
}
