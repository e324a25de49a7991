/**
 * Painting a grid: the tool and brush in hand, strokes, and what was done.  A tool is pressed on a
 * place, dragged over others and let go, whatever moves it.
 */

import { flood, indexOf, isInside, line, mirrored, rectangle } from "./grid.js";
import { History } from "./history.js";
import { MAPS, STEPS } from "./words.js";

/** @typedef {import("./grid.js").Place} Place */

/**
 * Tools that show where they would paint until they are let go.
 * @type {Record<string, (from: Place, to: Place) => Place[]>}
 */
const STRETCHED = { line, rectangle };

export class Painter {
  /**
   * @param {any} module  the game's `map.js`
   * @param {import("./grid.js").Grid} grid
   * @param {{changed: (cells: number[]) => void, replaced: () => void, shown: () => void,
   *   said: (words: string) => void, picked: () => void, kept: () => void}} tell
   */
  constructor(module, grid, tell) {
    this.module = module;
    this.grid = grid;
    this.tell = tell;
    this.history = new History();
    this.tool = "brush";
    /** @type {keyof typeof import("./grid.js").SYMMETRIES} */
    this.symmetry = "none";
    this.brush = module.brushes[0].id;
    /** The numbers of each brush. @type {Record<string, Record<string, number>>} */
    this.values = Object.fromEntries(
      module.brushes.map((/** @type {{id: string, values?: any[]}} */ { id, values = [] }) => [id, Object.fromEntries(values.map((v) => [v.name, v.default]))]),
    );
    /** A token that was picked up from the map, painted instead of the brush. @type {string | null} */
    this.stamp = null;
    /** @type {{x: number, y: number} | null} */
    this.cursor = null;
    /** @type {{x: number, y: number} | null} */
    this.anchor = null;
    /** Cells that would be painted, while a stretched tool is in use. @type {number[]} */
    this.preview = [];
    /** Cell → its token before the stroke. @type {Map<number, string> | null} */
    this.stroke = null;
    /** Where the brush was last. @type {Place | null} */
    this.last = null;
    /** Whether the grid may be painted now. */
    this.open = true;
  }

  get moves() {
    return this.tool === "move";
  }

  get busy() {
    return this.stroke !== null || this.anchor !== null;
  }

  /** @param {{x: number, y: number} | null} place */
  hover(place) {
    const inside = place && isInside(this.grid, place) ? place : null;
    if (this.cursor?.x === inside?.x && this.cursor?.y === inside?.y) return;
    this.cursor = inside;
    this.tell.shown();
  }

  /** @param {Place} place */
  press(place) {
    if (!this.open) {
      this.tell.said(MAPS.textFirst);
      return;
    }
    if (this.moves) return;
    if (this.tool === "pick") {
      this.pick(place);
      return;
    }
    this.#move(place);
    if (STRETCHED[this.tool]) {
      this.anchor = place;
      this.#stretch(place);
    } else {
      this.stroke = new Map();
      this.last = place;
      const places = this.tool === "fill" ? this.#area(place) : [place];
      this.#paint(mirrored(this.grid, places, this.symmetry));
    }
  }

  /** @param {Place} place */
  drag(place) {
    if (!this.busy) return;
    this.#move(place);
    if (this.anchor) this.#stretch(place);
    else if (this.tool === "brush") {
      this.#paint(mirrored(this.grid, line(this.last ?? place, place), this.symmetry));
      this.last = place;
    }
  }

  release() {
    if (this.anchor) {
      this.stroke = new Map();
      this.#paint(this.preview);
      this.#letGo();
    }
    if (this.stroke) this.#keep();
  }

  /** Take the stroke back that is being made. */
  cancel() {
    const { stroke } = this;
    if (stroke) {
      for (const [cell, token] of stroke) this.grid.cells[cell] = token;
      this.tell.changed([...stroke.keys()]);
    }
    this.stroke = null;
    this.#letGo();
    this.tell.shown();
  }

  /** Paint what is on a place from now on. @param {Place} place */
  pick(place) {
    if (!isInside(this.grid, place)) return;
    this.stamp = this.grid.cells[indexOf(this.grid, place)];
    if (this.tool === "pick") this.tool = "brush";
    this.tell.picked();
    this.tell.said(MAPS.picked(this.module.describe(this.stamp)));
  }

  #letGo() {
    this.anchor = null;
    this.preview = [];
  }

  /** @param {Place} place */
  #move(place) {
    this.cursor = isInside(this.grid, place) ? place : this.cursor;
  }

  /** @param {Place} place */
  #stretch(place) {
    const { width, height } = this.grid;
    const within = {
      x: Math.min(width - 1, Math.max(0, place.x)),
      y: Math.min(height - 1, Math.max(0, place.y)),
    };
    this.preview = mirrored(this.grid, STRETCHED[this.tool](this.anchor ?? within, within), this.symmetry);
    this.tell.shown();
  }

  /** @param {Place} place */
  #area(place) {
    return isInside(this.grid, place) ? flood(this.grid, place) : [];
  }

  /** @param {string} token  what is there */
  painted(token) {
    return this.stamp ?? this.module.paint(token, this.brush, this.values[this.brush]);
  }

  /** @param {number[]} cells */
  #paint(cells) {
    const { stroke } = this;
    if (!stroke) return;
    const changed = [];
    for (const cell of cells) {
      // A stroke that crosses itself paints on what was there before it.
      const before = stroke.get(cell) ?? this.grid.cells[cell];
      const after = this.painted(before);
      if (after === this.grid.cells[cell]) continue;
      stroke.set(cell, before);
      this.grid.cells[cell] = after;
      changed.push(cell);
    }
    if (changed.length) this.tell.changed(changed);
    else this.tell.shown();
  }

  #keep() {
    if (!this.stroke) return;
    const cells = [...this.stroke.keys()];
    const before = [...this.stroke.values()];
    this.stroke = null;
    if (!cells.length) return;
    const after = cells.map((cell) => this.grid.cells[cell]);
    this.history.add({ words: STEPS.paint(cells.length), cells, before, after });
    this.tell.kept();
    this.tell.said(MAPS.painted(cells.length));
  }

  /**
   * Put another grid in place of this one.
   * @param {string} words  what is done by it
   * @param {import("./grid.js").Grid} grid
   */
  replace(grid, words) {
    this.cancel();
    this.history.add({ words, from: this.grid, to: grid });
    this.#become(grid);
  }

  undo() {
    this.#again(this.busy ? null : this.history.back(), "from", "before", MAPS.undone);
  }

  redo() {
    this.#again(this.busy ? null : this.history.forth(), "to", "after", MAPS.redone);
  }

  /**
   * @param {import("./history.js").Step | null | undefined} step
   * @param {"from" | "to"} grid
   * @param {"before" | "after"} tokens
   * @param {string} words
   */
  #again(step, grid, tokens, words) {
    if (!step || !this.open) return;
    if (step.cells) {
      step.cells.forEach((cell, i) => {
        this.grid.cells[cell] = step[tokens]?.[i] ?? this.grid.cells[cell];
      });
      this.tell.changed(step.cells);
    } else this.#become(step[grid]);
    this.tell.said(`${words}: ${step.words}.`);
  }

  /** @param {import("./grid.js").Grid} grid */
  #become(grid) {
    this.grid = grid;
    if (this.cursor && !isInside(grid, this.cursor)) this.cursor = null;
    this.tell.replaced();
  }
}
