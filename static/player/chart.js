/** Points over turns as a small drawing, with the turn in view marked. */

import { make, makeSvg } from "../shared/dom.js";
import { SEATS, seatMark } from "./palette.js";
import { hiddenNote } from "./panels.js";
import { CHART, PANELS } from "./words.js";

const WIDTH = 320;
const HEIGHT = 180;
const EDGE = { left: 30, right: 8, top: 10, bottom: 22 };
/** Lines differ in dashes as well as in colour. */
const DASHES = ["", "6 3", "2 3", "9 3 2 3"];
/** With more lines than these, each is thinner, and the best is named first. */
const FEW = 4;
/** @type {"?"} */
const UNKNOWN = "?";
/** More points than these could not be told apart. */
const MOST_POINTS = 800;

/** @param {string} tag @param {Record<string, string | number>} attributes @param {SVGElement} parent */
function shape(tag, attributes, parent) {
  const element = makeSvg(tag, attributes);
  parent.append(element);
  return element;
}

/** A round number not below v, for the top of an axis. @param {number} v */
function ceiling(v) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(v, 1)));
  return [1, 2, 2.5, 5, 10].map((f) => f * unit).find((top) => top >= v) ?? v;
}

/** @param {number | null} value @returns {value is number} */
const isKnown = (value) => value !== null;

/** For sorting: what is not known comes last. @param {number | "?"} score */
const order = (score) => (score === UNKNOWN ? -Infinity : score);

/**
 * The stretches of points whose value is known, each as a list of turns and values.
 * @param {{turn: number}[]} points
 * @param {(point: any) => number | null} valueOf
 */
function runs(points, valueOf) {
  /** @type {[number, number][][]} */
  const found = [[]];
  for (const point of points) {
    const value = valueOf(point);
    if (isKnown(value)) found[found.length - 1].push([point.turn, value]);
    else if (found[found.length - 1].length) found.push([]);
  }
  return found.filter((run) => run.length);
}

export class Chart {
  /**
   * @param {HTMLElement} root
   * @param {(turn: number) => void} seek
   */
  constructor(root, seek) {
    this.root = root;
    this.svg = makeSvg("svg", {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": CHART.empty, class: "player-graph",
    });
    this.choice = make("fieldset", { className: "player-series", hidden: true });
    this.chosen = 0;
    this.choice.addEventListener("change", (/** @type {any} */ event) => this.#choose(Number(event.target.value)));
    this.words = make("p", { className: "player-graph-words" });
    this.note = hiddenNote(PANELS.hiddenValues);
    root.append(this.choice, this.note, this.svg, this.words);
    /** @type {{turn: number, lines: (number | null)[][]}[]} */
    this.points = [];
    /** @type {number[]} */
    this.seats = [];
    /** @type {string[]} */
    this.names = [];
    /** @type {string[]} what the chart can show */
    this.titles = [];
    /** @type {boolean[]} */
    this.partial = [];
    this.turnWord = "";
    // The turns and values at the ends of the axes.
    this.first = 1;
    this.turns = 2;
    this.low = 0;
    this.high = 1;
    this.stale = false;
    /** @type {[number, (number | null)[][]] | null} as `mark` was called last */
    this.marked = null;
    /** @type {SVGElement | null} */
    this.cursor = null;
    this.svg.addEventListener("click", (event) => {
      if (this.points.length) seek(this.#turnAt(event.clientX));
    });
  }

  /** @param {number} clientX  CSS px in the window */
  #turnAt(clientX) {
    const box = this.svg.getBoundingClientRect();
    const x = ((clientX - box.left) / box.width) * WIDTH;
    const part = (x - EDGE.left) / (WIDTH - EDGE.left - EDGE.right);
    return Math.round(Math.min(1, Math.max(0, part)) * (this.turns - this.first)) + this.first;
  }

  /**
   * Let people choose what is shown, where there are several things.
   * @param {{id: string, title: string, partial?: boolean}[]} series  partial: values may be missing, though none is hidden
   */
  offer(series) {
    this.titles = series.map(({ title }) => title);
    this.partial = series.map(({ partial }) => Boolean(partial));
    this.choice.hidden = series.length < 2;
    const legend = make("legend", { className: "player-sr" }, CHART.choice);
    const options = series.map(({ title }, i) => {
      const radio = make("input", { type: "radio", name: "player-series", value: String(i), checked: i === this.chosen });
      return make("label", {}, radio, ` ${title}`);
    });
    this.choice.replaceChildren(legend, ...options);
  }

  /** @param {number} number */
  #choose(number) {
    this.chosen = number;
    this.stale = true;
    this.reveal();
  }

  /**
   * Draw the lines again.
   * @param {{turn: number, lines: (number | null)[][]}[]} points  one for each turn; null: not known
   * @param {number[]} seats    seat of the match for each value of a line
   * @param {string[]} names    by seat of the match
   * @param {string} turnWord
   */
  show(points, seats, names, turnWord) {
    this.points = points;
    this.seats = seats;
    this.names = names;
    this.turnWord = turnWord;
    this.first = Math.min(1, points.length ? points[0].turn : 1);
    this.turns = Math.max(2, points.length ? points[points.length - 1].turn : 2);
    this.stale = true;
    this.reveal();
  }

  /** Draw what is not drawn yet, where it can be seen: lines grow while a match is read. */
  reveal() {
    if (!this.stale || this.root.hidden) return;
    this.stale = false;
    this.#draw();
    if (this.marked) this.mark(...this.marked);
  }

  #draw() {
    const { points, seats } = this;
    const every = Math.ceil(points.length / MOST_POINTS);
    const shown = points.filter((_, i) => i % every === 0 || i === points.length - 1);
    [this.low, this.high] = [0, 1];
    this.note.hidden = true;
    for (const { lines } of points) {
      const values = lines[this.chosen].filter(isKnown);
      if (values.length < lines[this.chosen].length && !this.partial[this.chosen]) this.note.hidden = false;
      this.low = Math.min(this.low, ...values);
      this.high = Math.max(this.high, ...values);
    }
    this.high = ceiling(this.high);
    this.svg.replaceChildren();
    this.#axes();
    seats.forEach((seat, column) => {
      for (const run of runs(shown, (p) => p.lines[this.chosen][column])) this.#line(seat, run, seats.length > FEW);
    });
    this.cursor = shape("line", { y1: EDGE.top, y2: HEIGHT - EDGE.bottom, class: "player-graph-cursor" }, this.svg);
  }

  /**
   * A part of a seat's line that is known throughout.
   * @param {number} seat
   * @param {[number, number][]} run
   * @param {boolean} thin
   */
  #line(seat, run, thin) {
    const drawn = shape("polyline", {
      points: run.map(([turn, value]) => `${this.#x(turn).toFixed(1)},${this.#y(value).toFixed(1)}`).join(" "),
      fill: "none", "stroke-width": thin ? 1.3 : 1.8, "stroke-linejoin": "round", "data-seat": seat,
      "stroke-dasharray": DASHES[seat % DASHES.length],
    }, this.svg);
    drawn.style.stroke = `var(--seat-${seat % SEATS.length})`;
  }

  /** Mark a turn. @param {number} turn @param {(number | null)[][]} lines  as those of the points */
  mark(turn, lines) {
    this.marked = [turn, lines];
    if (!this.cursor || this.root.hidden) return;
    const scores = lines[this.chosen];
    const x = this.#x(Math.min(turn, this.turns));
    this.cursor.setAttribute("x1", String(x));
    this.cursor.setAttribute("x2", String(x));
    const entries = this.names.map((name, seat) => ({ name, seat, score: scores[this.seats.indexOf(seat)] ?? UNKNOWN }));
    if (entries.length > FEW) entries.sort((one, other) => order(other.score) - order(one.score));
    const start = `${this.turnWord[0].toUpperCase()}${this.turnWord.slice(1)} ${turn}: `;
    const parts = entries.map(({ name, seat, score }) => [seatMark(seat), ` ${name} ${score}`]);
    this.words.replaceChildren(start, ...parts.flatMap((part, i) => [make("span", {}, ...part), i + 1 < parts.length ? ", " : ""]));
    const told = entries.map(({ name, score }) => `${name} ${score}`).join(", ");
    this.svg.setAttribute("aria-label", CHART.told(this.titles[this.chosen] ?? CHART.points, this.turnWord, start + told));
  }

  /** @param {number} turn */
  #x(turn) {
    return EDGE.left + ((turn - this.first) / (this.turns - this.first)) * (WIDTH - EDGE.left - EDGE.right);
  }

  /** @param {number} score */
  #y(score) {
    const part = (score - this.low) / (this.high - this.low || 1);
    return HEIGHT - EDGE.bottom - part * (HEIGHT - EDGE.top - EDGE.bottom);
  }

  #axes() {
    for (const part of [0, 0.5, 1]) {
      const value = this.low + (this.high - this.low) * part;
      const y = this.#y(value);
      shape("line", { x1: EDGE.left, x2: WIDTH - EDGE.right, y1: y, y2: y, class: "player-graph-grid" }, this.svg);
      const text = shape("text", { x: EDGE.left - 5, y: y + 3.5, "text-anchor": "end" }, this.svg);
      text.textContent = String(value);
    }
    for (const [turn, anchor] of /** @type {[number, string][]} */ ([[this.first, "start"], [this.turns, "end"]])) {
      const text = shape("text", { x: this.#x(turn), y: HEIGHT - 6, "text-anchor": anchor }, this.svg);
      text.textContent = String(turn);
    }
  }
}
