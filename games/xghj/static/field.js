/** The board of a person who plays XGHJ: where its cells stand, which one a point is, and a cell in words. */

import { fitCells } from "../../player/cells.js";
import { STRIP } from "./opening.js";
import { ownersOf } from "./state.js";
import { PLAY } from "./words.js";

/** @import { Host, Point } from "../../play/contract.js" */
/** @import { DrawOptions, Place, Played } from "./state.js" */

export class Field {
  /** @param {Host<Played>} host */
  constructor(host) {
    this.host = host;
    this.scene = host.scene;
  }

  /** The cell of a place. @param {number} place @returns {Place} */
  at(place) {
    return [place % this.scene.cols, Math.floor(place / this.scene.cols)];
  }

  /** The same in words. @param {number} place */
  name(place) {
    return `(${this.at(place).join(", ")})`;
  }

  /** The places of the cells in the drawing. @param {CanvasRenderingContext2D} ctx @param {DrawOptions} options */
  cells(ctx, options) {
    return fitCells(ctx, this.scene, options, {
      coordinates: options.layers.has("coordinates"),
      above: options.view === null ? STRIP : 0,
    });
  }

  /** The place under a point, -1 outside of the board. @param {Point} point */
  placeAt(point) {
    const { canvas, options } = this.host.board;
    const ctx = canvas.getContext("2d");
    if (!ctx || !options) return -1;
    const { cell, left, top } = this.cells(ctx, options);
    const [x, y] = [Math.floor((point.x - left) / cell), Math.floor((point.y - top) / cell)];
    return x >= 0 && y >= 0 && x < this.scene.cols && y < this.scene.rows ? y * this.scene.cols + x : -1;
  }

  /** The middle of a place on the canvas. @param {number} place @returns {Point | null} */
  pointOf(place) {
    const { canvas, options } = this.host.board;
    const ctx = canvas.getContext("2d");
    if (!ctx || !options) return null;
    const [x, y] = this.cells(ctx, options).middle(place);
    return { x, y };
  }

  /** The capital of the person, null before there is one. @returns {Point | null} */
  get capital() {
    const place = this.host.state?.capital[this.host.seat] ?? -1;
    return place < 0 ? null : this.pointOf(place);
  }

  /** The place beside another; from -1, beside the capital or the middle. @param {number} place @param {Place} step */
  beside(place, [dx, dy]) {
    const { cols, rows } = this.scene;
    const [x, y] = place < 0 ? this.#home() : this.at(place);
    return Math.min(rows - 1, Math.max(0, y + dy)) * cols + Math.min(cols - 1, Math.max(0, x + dx));
  }

  /** @returns {Place} */
  #home() {
    const { state, seat } = this.host;
    const place = state?.capital[seat] ?? -1;
    return place >= 0 ? this.at(place) : [Math.floor(this.scene.cols / 2), Math.floor(this.scene.rows / 2)];
  }

  /** @param {number} place @param {boolean} known  whether the person sees its owner */
  words(place, known) {
    const { state, names, seat } = this.host;
    const owner = ownersOf(state)[place];
    const whose = owner >= 0 ? (owner === seat ? PLAY.yours : names[owner]) : known ? PLAY.nobodys : PLAY.unknown;
    const { resource, attack, defence } = this.scene;
    return PLAY.cell(this.name(place), resource[place], attack[place], defence[place], whose);
  }
}
