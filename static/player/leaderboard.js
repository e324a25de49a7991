/**
 * The seats as a leaderboard, for games whose view exports
 * `leaderboard(state, {view}) -> {columns, groups: [{title, cells, rows: [{seat, out, cells}]}]}`: groups
 * and rows are in order, the best first; a title has a line of its own.  `view` is the seat whose view is shown, or null.
 */

import { find, make } from "../shared/dom.js";
import { PANELS } from "./words.js";

/** @typedef {{seat: number, out: boolean, cells: string[]}} Row */
/** @typedef {{title: string | null, cells: string[], rows: Row[]}} Group */

export class Leaderboard {
  /**
   * @param {HTMLElement} list
   * @param {HTMLElement[]} rows  by seat of the match
   */
  constructor(list, rows) {
    this.list = list;
    this.rows = rows;
    /** @type {Map<HTMLElement, HTMLElement[]>} by line */
    this.cells = new Map();
    /** @type {HTMLElement[]} */
    this.titles = [];
  }

  /**
   * @param {{columns: string[], groups: Group[]}} board
   * @param {number[]} seats  seat of the match by seat of the game
   */
  show({ columns, groups }, seats) {
    this.list.classList.add("is-ranked");
    this.list.classList.toggle("is-many", this.rows.length > 4);
    this.list.style.setProperty("--cells", String(columns.length));
    let order = 0;
    this.#fill(this.#line(0, "player-columns"), order, "", [...columns, PANELS.cpuColumn]);
    let titles = 1;
    for (const group of groups) {
      if (group.title) {
        this.#fill(this.#line(titles, "player-team"), (order += 1), group.title, group.cells);
        titles += 1;
      }
      for (const row of group.rows) this.#seat(seats[row.seat], (order += 1), row);
    }
    for (const spare of this.titles.slice(titles)) spare.hidden = true;
  }

  /** A line that is no seat; the first is that of the columns' names. @param {number} number @param {string} kind */
  #line(number, kind) {
    if (!this.titles[number]) {
      const line = make("li", { className: kind }, make("span", { className: "player-who" }));
      this.list.append(line);
      this.titles[number] = line;
    }
    this.titles[number].hidden = false;
    return this.titles[number];
  }

  /** @param {HTMLElement} line @param {number} order @param {string} title @param {string[]} cells */
  #fill(line, order, title, cells) {
    line.style.order = String(order);
    find(line, ".player-who").textContent = title;
    this.#write(line, cells);
  }

  /** @param {number} seat  of the match @param {number} order @param {Row} row */
  #seat(seat, order, { out, cells }) {
    const row = this.rows[seat];
    if (!row) return;
    row.style.order = String(order);
    row.classList.toggle("is-out", out);
    this.#write(row, cells);
  }

  /** @param {HTMLElement} line @param {string[]} texts */
  #write(line, texts) {
    let cells = this.cells.get(line);
    if (!cells || cells.length !== texts.length) {
      for (const old of cells ?? []) old.remove();
      cells = texts.map((_, i) => {
        const cell = make("span", { className: "player-cell" });
        cell.style.gridColumn = String(i + 3);
        return cell;
      });
      line.append(...cells);
      this.cells.set(line, cells);
    }
    cells.forEach((cell, i) => {
      if (cell.textContent !== texts[i]) cell.textContent = texts[i];
    });
  }
}
