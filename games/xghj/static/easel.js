/** The parts of a board that are kept between two drawings: they take long, and change only by rounds. */

import { Kept } from "../../player/kept.js";
import { drawHeat } from "./bombs.js";
import { drawRelations } from "./capitals.js";
import { drawGround, drawLand } from "./land.js";

/** @import { Board } from "./draw.js" */
/** @import { Box } from "./room.js" */

class Easel {
  #land = new Kept();
  #heat = new Kept();
  #relations = new Kept();
  /** The boxes of the text among the relations. @type {Box[]} */
  #texts = [];

  /** @param {Board} board */
  drawLand(board) {
    this.#draw(this.#land, board, [board.shown], (part) => {
      drawGround(part);
      drawLand(part);
    });
  }

  /** @param {Board} board */
  drawHeat(board) {
    this.#draw(this.#heat, board, [board.round, board.previous], drawHeat);
  }

  /** @param {Board} board */
  drawRelations(board) {
    const { room, state, shown, round, owners } = board;
    // Lines of a country without a capital begin in its land.
    const homeless = state.capital.some((place, player) => place < 0 && owners.includes(player));
    const land = homeless ? shown : null;
    const [dx, dy] = this.#draw(this.#relations, board, [state, round, land], (part) => {
      const taken = room.taken.length;
      drawRelations(part);
      this.#texts = room.taken.splice(taken);
    });
    room.taken.push(...this.#texts.map(([l, t, r, b]) => /** @type {Box} */ ([l + dx, t + dy, r + dx, b + dy])));
  }

  /**
   * @param {Kept} kept
   * @param {Board} board
   * @param {unknown[]} key  what the part depends on, besides what all parts do
   * @param {(part: Board) => void} paint
   */
  #draw(kept, board, key, paint) {
    const { ctx, cells, scene, view, layers, options } = board;
    const { theme, palette } = options;
    const colours = palette.map(({ color, pattern }) => color + pattern).join();
    const all = [...key, scene, view, [...layers].join(), theme, colours];
    return kept.draw(ctx, cells, all, options, (pen, beyond) => paint({ ...board, ctx: pen, beyond }));
  }
}

/** @type {WeakMap<HTMLCanvasElement, Easel>} */
const easels = new WeakMap();

/** @param {HTMLCanvasElement} canvas */
export function easelOf(canvas) {
  const known = easels.get(canvas) ?? new Easel();
  easels.set(canvas, known);
  return known;
}
