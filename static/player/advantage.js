/**
 * The course of a game under the line of time: who leads, by the game's own score.
 *
 * With two seats the first one's lead rises above the middle and the second one's falls below it.
 * With more, the lead of the best seat over the best of the others rises, in the colour of the seat.
 */

import { fitCanvas, readTheme } from "./canvas.js";
import { leadOf } from "./lead.js";
import { CHART } from "./words.js";

/** As the line of time has it, CSS px. */
const INSET = 8;

/** @typedef {import("./lead.js").Lead} Lead */

export class Advantage {
  /** @param {HTMLCanvasElement} canvas @param {(n: number) => void} seek */
  constructor(canvas, seek) {
    this.canvas = canvas;
    /** One for each turn; n: its last frame. @type {{n: number, turn: number, lead: Lead | null}[]} */
    this.points = [];
    /** @type {number[]} */
    this.seats = [];
    /** By seat of the game. @type {import("./palette.js").SeatStyle[]} */
    this.styles = [];
    /** @type {string[]} */
    this.names = [];
    this.span = { first: 0, last: 1 };
    this.n = 0;
    this.waiting = 0;
    canvas.addEventListener("click", ({ clientX }) => {
      const { left, width } = canvas.getBoundingClientRect();
      const part = Math.min(1, Math.max(0, (clientX - left - INSET) / (width - 2 * INSET)));
      seek(Math.round(this.span.first + part * (this.span.last - this.span.first)));
    });
    new ResizeObserver(() => this.#later()).observe(canvas);
    new MutationObserver(() => this.#later()).observe(document.documentElement, { attributes: true });
  }

  /**
   * @param {{n: number, turn: number, scores: (number | null)[]}[]} points  one for each turn of the game
   * @param {{seats: {index: number, team?: number}[]}} setup
   * @param {string[]} names  by seat of the match
   * @param {import("./palette.js").SeatStyle[]} styles  by seat of the game
   */
  show(points, setup, names, styles) {
    this.styles = styles;
    const teams = setup.seats.map(({ team }) => team ?? 0);
    this.seats = setup.seats.map(({ index }) => index);
    this.names = names;
    this.points = points.map(({ n, turn, scores }) => ({ n, turn, lead: leadOf(scores, teams) }));
    this.canvas.hidden = !this.points.some(({ lead }) => lead?.lead);
    this.#later();
  }

  /** @param {number} first  frames of the game @param {number} last */
  within(first, last) {
    this.span = { first, last };
    this.#later();
  }

  /** @param {number} n  the frame in view @param {string} turnWord */
  mark(n, turnWord) {
    this.n = n;
    const point = this.points.find((each) => each.n >= n) ?? this.points[this.points.length - 1];
    if (point) this.canvas.setAttribute("aria-label", CHART.advantage(`${turnWord} ${point.turn}`, this.#told(point.lead)));
    this.#later();
  }

  /** @param {Lead | null} lead */
  #told(lead) {
    if (!lead) return CHART.unknownLead;
    return lead.seat < 0 ? CHART.level : CHART.leads(this.names[this.seats[lead.seat]] ?? "", lead.lead);
  }

  #later() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      if (!this.canvas.hidden) this.#draw();
    });
  }

  #draw() {
    const { ctx, width, height } = fitCanvas(this.canvas);
    if (!width) return;
    const theme = readTheme(this.canvas);
    const two = this.seats.length === 2;
    const zero = two ? height / 2 : height - 1;
    const most = Math.max(1, ...this.points.map(({ lead }) => lead?.lead ?? 0));
    const { first, last } = this.span;
    /** @param {number} n */
    const x = (n) => INSET + ((n - first) / Math.max(1, last - first)) * (width - 2 * INSET);
    ctx.clearRect(0, 0, width, height);
    this.points.forEach(({ n, lead }, i) => {
      if (!lead?.lead) return;
      const size = (lead.lead / most) * (two ? height / 2 - 1 : height - 2);
      const start = this.points[i - 1]?.n ?? first;
      ctx.fillStyle = this.styles[lead.seat].color;
      ctx.globalAlpha = 0.75;
      ctx.fillRect(x(start), two && lead.seat === 1 ? zero : zero - size, Math.max(1, x(n) - x(start)), size);
    });
    ctx.globalAlpha = 1;
    ctx.fillStyle = theme.border;
    ctx.fillRect(INSET, Math.round(zero), width - 2 * INSET, 1);
    ctx.fillStyle = theme.accent;
    ctx.fillRect(x(this.n) - 0.75, 0, 1.5, height);
  }
}
