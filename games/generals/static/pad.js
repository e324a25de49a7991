/** The buttons of a person who plays generals: four ways, half an army, taking orders back, ending the half-turn. */

import { arrow, button } from "../../play/dom.js";
import { make } from "../../shared/dom.js";
import { PLAY } from "./words.js";

/**
 * @typedef {object} Way
 * @property {string} letter
 * @property {string} name
 * @property {number} turns           of the arrow, quarters clockwise from up
 * @property {string[]} keys
 * @property {[row: number, column: number]} step
 * @property {string} at              of the button on the pad
 */

/** @type {Way[]} */
export const WAYS = [
  { letter: "U", name: PLAY.up, turns: 0, keys: ["ArrowUp", "w"], step: [-1, 0], at: "1 / 2" },
  { letter: "D", name: PLAY.down, turns: 2, keys: ["ArrowDown", "s"], step: [1, 0], at: "2 / 2" },
  { letter: "L", name: PLAY.left, turns: 3, keys: ["ArrowLeft", "a"], step: [0, -1], at: "2 / 1" },
  { letter: "R", name: PLAY.right, turns: 1, keys: ["ArrowRight", "d"], step: [0, 1], at: "2 / 3" },
];

/**
 * @typedef {object} Acts
 * @property {(way: Way) => void} step
 * @property {() => void} half
 * @property {() => void} undo
 * @property {() => void} clear
 * @property {() => void} flush
 */

export class Pad {
  /** @param {HTMLElement} root @param {Acts} acts */
  constructor(root, acts) {
    const ways = WAYS.map((way) => {
      const one = button(arrow(way.turns), () => acts.step(way), { name: PLAY.order(way.name) });
      one.style.gridArea = way.at;
      return one;
    });
    this.half = button(PLAY.half, acts.half, { title: PLAY.halfTitle });
    this.undo = button(PLAY.undo, acts.undo, { title: PLAY.undoTitle });
    this.clear = button(PLAY.clear, acts.clear, { title: PLAY.clearTitle });
    this.hurry = button(PLAY.hurry, acts.flush, { kind: "primary", title: PLAY.hurryTitle });
    this.note = make("p", { className: "play-note" });
    const first = make("div", { className: "play-keys" }, this.half, this.hurry);
    const second = make("div", { className: "play-keys" }, this.undo, this.clear);
    const pad = make("div", { className: "play-pad" }, ...ways);
    root.append(make("div", { className: "play-pad-wide" }, pad, make("div", { className: "play-column" }, first, second)), this.note);
  }

  /** @param {{half: boolean, open: boolean, count: number, at: string}} now  `at`: the chosen tile, empty for none */
  show({ half, open, count, at }) {
    this.half.setAttribute("aria-pressed", String(half));
    this.undo.disabled = !count;
    this.clear.disabled = !count;
    this.hurry.disabled = !open;
    this.note.textContent = PLAY.waiting(at, count);
  }
}
