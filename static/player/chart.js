/** Points over turns as a small drawing, with the turn in view marked. */

import { SEATS, seatStyle } from "./palette.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 320;
const HEIGHT = 180;
const EDGE = { left: 30, right: 8, top: 10, bottom: 22 };
/** Lines differ in dashes as well as in colour. */
const DASHES = ["", "6 3", "2 3", "9 3 2 3"];

function shape(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

/** A round number not below v, for the top of an axis. @param {number} v */
function ceiling(v) {
  const unit = 10 ** Math.floor(Math.log10(Math.max(v, 1)));
  return [1, 2, 2.5, 5, 10].map((f) => f * unit).find((top) => top >= v) ?? v;
}

export class Chart {
  /**
   * @param {HTMLElement} root
   * @param {(turn: number) => void} seek
   */
  constructor(root, seek) {
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
    this.svg.setAttribute("role", "img");
    this.svg.classList.add("player-graph");
    this.words = document.createElement("p");
    this.words.className = "player-graph-words";
    root.append(this.svg, this.words);
    this.points = [];
    this.svg.addEventListener("click", (event) => {
      const box = this.svg.getBoundingClientRect();
      const x = ((event.clientX - box.left) / box.width) * WIDTH;
      const part = (x - EDGE.left) / (WIDTH - EDGE.left - EDGE.right);
      if (this.points.length) seek(Math.round(Math.min(1, Math.max(0, part)) * (this.turns - 1)) + 1);
    });
  }

  /**
   * Draw the lines anew.
   * @param {{turn: number, scores: number[]}[]} points  one for each turn
   * @param {number[]} seats    seat of the match for each column of scores
   * @param {string[]} names    by seat of the match
   * @param {string} turnWord
   */
  show(points, seats, names, turnWord) {
    this.points = points;
    this.seats = seats;
    this.names = names;
    this.turnWord = turnWord;
    this.turns = Math.max(2, points.length ? points[points.length - 1].turn : 2);
    const all = points.flatMap((point) => point.scores);
    this.low = Math.min(0, ...all);
    this.high = ceiling(Math.max(1, ...all));
    this.svg.replaceChildren();
    this.#axes();
    seats.forEach((seat, column) => {
      const line = points.map((p) => `${this.#x(p.turn)},${this.#y(p.scores[column])}`).join(" ");
      const drawn = shape("polyline", {
        points: line, fill: "none", "stroke-width": 1.8, "stroke-linejoin": "round", "data-seat": seat,
        "stroke-dasharray": DASHES[seat % DASHES.length],
      }, this.svg);
      drawn.style.stroke = `var(--seat-${seat % SEATS.length})`;
    });
    this.cursor = shape("line", { y1: EDGE.top, y2: HEIGHT - EDGE.bottom, class: "player-graph-cursor" }, this.svg);
  }

  /** Mark a turn. @param {number} turn @param {number[]} scores  by seat of the game */
  mark(turn, scores) {
    if (!this.cursor) return;
    const x = this.#x(Math.min(turn, this.turns));
    this.cursor.setAttribute("x1", String(x));
    this.cursor.setAttribute("x2", String(x));
    const parts = this.names.map((name, seat) => {
      return `${seatStyle(seat).glyph} ${name} ${scores[this.seats.indexOf(seat)]}`;
    });
    const words = `${this.turnWord} ${turn}: ${parts.join(", ")}`;
    this.words.textContent = words[0].toUpperCase() + words.slice(1);
    this.svg.setAttribute("aria-label", `Points by ${this.turnWord}. ${words}`);
  }

  #x(turn) {
    return EDGE.left + ((turn - 1) / (this.turns - 1)) * (WIDTH - EDGE.left - EDGE.right);
  }

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
    for (const [turn, anchor] of [[1, "start"], [this.turns, "end"]]) {
      const text = shape("text", { x: this.#x(turn), y: HEIGHT - 6, "text-anchor": anchor }, this.svg);
      text.textContent = String(turn);
    }
  }
}
