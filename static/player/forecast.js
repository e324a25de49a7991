/**
 * A game's list of future turns, under the board: a draggable timeline, and a small board of the chosen turn.
 * For games whose view exports `timeline`.
 */

import { find } from "../shared/dom.js";
import { fitCanvas, readTheme } from "./canvas.js";
import { FORECAST } from "./words.js";

/**
 * @template [Scene=any]
 * @typedef {object} Timeline
 * @property {string} title
 * @property {(scene: Scene) => number} turns  the last turn; the first is 1
 * @property {(scene: Scene) => {from: number, until: number, kind: "ok" | "warn"}[]} marks
 * @property {(ctx: CanvasRenderingContext2D, scene: Scene, turn: number,
 *   size: {width: number, height: number, theme: import("./canvas.js").Theme}) => void} draw  the small board of a turn
 * @property {(scene: Scene, turn: number) => string} words  the same in words
 */

const INSET = 8;
const LANES = 4;

export class Forecast {
  /**
   * @param {HTMLElement} after  the element that it follows
   * @param {Timeline} timeline
   * @param {string} word  for a turn
   */
  constructor(after, timeline, word) {
    this.timeline = timeline;
    this.word = word;
    /** @type {number | null} the turn that was chosen; null follows the match */
    this.chosen = null;
    this.turn = 1;
    this.waiting = 0;
    /** @type {any} */
    this.scene = null;
    this.root = document.createElement("section");
    this.root.className = "player-forecast";
    // Until the match has begun there is nothing to show.
    this.root.hidden = true;
    this.root.setAttribute("aria-label", timeline.title);
    this.root.innerHTML = '<canvas class="player-forecast-board" aria-hidden="true"></canvas>'
      + '<div class="player-forecast-side"><p class="player-forecast-head"><b></b> <output></output> <button type="button" hidden></button></p>'
      + '<div class="player-forecast-line"><canvas aria-hidden="true"></canvas><input class="player-range" type="range" min="1" step="1"></div>'
      + '<p class="player-forecast-words"></p></div>';
    /** @param {string} selector */
    const part = (selector) => find(this.root, selector);
    this.board = part(".player-forecast-board");
    this.line = part(".player-forecast-line canvas");
    this.range = part("input");
    this.place = part("output");
    this.told = part(".player-forecast-words");
    this.back = part("button");
    part("b").textContent = timeline.title;
    this.back.textContent = FORECAST.back(this.word);
    this.range.setAttribute("aria-label", FORECAST.line(timeline.title, this.word));
    this.range.addEventListener("input", () => this.#choose(Number(this.range.value)));
    this.back.addEventListener("click", () => this.#choose(null));
    // The page's own keys move the match.
    this.root.addEventListener("keydown", (event) => event.stopPropagation());
    after.after(this.root);
    new ResizeObserver(() => this.#later()).observe(this.root);
    new MutationObserver(() => this.#later()).observe(document.documentElement, { attributes: true });
  }

  /** The match is in this turn now. @param {any} scene @param {number} turn */
  show(scene, turn) {
    if (scene === this.scene && turn === this.turn) return;
    if (scene !== this.scene) this.chosen = null;
    this.scene = scene;
    this.turn = turn;
    this.root.hidden = false;
    this.range.max = String(this.timeline.turns(scene));
    this.#write();
  }

  /** @param {number | null} turn */
  #choose(turn) {
    this.chosen = turn;
    this.#write();
  }

  get shown() {
    return this.chosen ?? Math.max(1, this.turn);
  }

  #write() {
    const { shown, scene } = this;
    const words = this.timeline.words(scene, shown);
    this.range.value = String(shown);
    this.range.setAttribute("aria-valuetext", `${this.word} ${shown}: ${words}`);
    const when = `${this.word} ${shown}`;
    this.place.textContent = this.chosen === null ? FORECAST.now(when) : when;
    this.told.textContent = words;
    this.back.hidden = this.chosen === null;
    this.#later();
  }

  #later() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (this.scene) this.#draw();
    });
  }

  #draw() {
    const theme = readTheme(this.board);
    const small = fitCanvas(this.board);
    const size = { width: small.width, height: small.height, theme };
    if (small.width) this.timeline.draw(small.ctx, this.scene, this.shown, size);
    this.#drawLine(theme);
  }

  /** Each mark is a bar over its turns; bars that overlap have lanes of their own. @param {import("./canvas.js").Theme} theme */
  #drawLine(theme) {
    const { ctx, width, height } = fitCanvas(this.line);
    if (!width) return;
    const turns = this.timeline.turns(this.scene);
    /** @param {number} turn */
    const x = (turn) => INSET + ((turn - 1) / Math.max(1, turns - 1)) * (width - 2 * INSET);
    const lane = (height - 2) / LANES;
    ctx.clearRect(0, 0, width, height);
    this.timeline.marks(this.scene).forEach(({ from, until, kind }, number) => {
      ctx.globalAlpha = until < this.shown ? 0.35 : 0.9;
      ctx.fillStyle = theme[kind];
      ctx.fillRect(x(from), 1 + (number % LANES) * lane, Math.max(2, x(Math.min(until, turns)) - x(from)), lane - 1);
    });
    ctx.globalAlpha = 1;
    for (const [turn, color] of /** @type {[number, string][]} */ ([[Math.max(1, this.turn), theme.muted], [this.shown, theme.accent]])) {
      ctx.fillStyle = color;
      ctx.fillRect(x(turn) - 1, 0, 2, height);
    }
  }
}
