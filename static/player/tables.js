/**
 * A tab with tables of the state in view, for games whose view exports
 * `tables(state, {names, scene, view}) -> Table[]` and names the tab in `words.tables`.
 */

import { find, make } from "../shared/dom.js";
import { seatMark } from "./palette.js";

/** With fewer columns than these, there is room for longer names of the rows. */
const FEW = 4;

/**
 * @typedef {object} Cell
 * @property {string} [text]
 * @property {string} [words]  what it means, said in place of the text
 * @property {number} [seat]   whose mark stands before the text
 * @property {"plain" | "good" | "bad" | "warn" | "none" | "self" | "text"} [kind]
 */

/**
 * @typedef {object} Table
 * @property {string} title
 * @property {Cell[]} head
 * @property {{seat: number | null, name: string, out: boolean, cells: Cell[]}[]} rows
 * @property {string[]} notes
 */

/**
 * Put a tab before the last ones, those of the log and of the match itself.
 * @param {HTMLElement} list  role=tablist
 * @param {HTMLElement} after  the panel that it follows
 * @param {string} title
 * @returns {HTMLElement} the empty panel
 */
export function addTab(list, after, title) {
  const panel = make("div", {
    className: "player-panel", id: "player-tables", hidden: true, tabIndex: 0,
    aria: { role: "tabpanel", labelledby: "player-tab-tables" },
  });
  const tab = make("button", {
    type: "button", id: "player-tab-tables", tabIndex: -1,
    aria: { role: "tab", selected: false, controls: panel.id },
  }, title);
  find(list, `[aria-controls="${after.id}"]`).after(tab);
  after.after(panel);
  return panel;
}

export class TablesPanel {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.shown = "";
    /** @type {[Table[], number[]] | null} */
    this.now = null;
  }

  /**
   * @param {Table[]} tables
   * @param {number[]} seats  seat of the match by seat of the game
   */
  show(tables, seats) {
    this.now = [tables, seats];
    this.reveal();
  }

  /** Bring what is in sight up to date. */
  reveal() {
    if (this.root.hidden || !this.now) return;
    const shown = JSON.stringify(this.now);
    if (shown === this.shown) return;
    this.shown = shown;
    const [tables, seats] = this.now;
    this.root.replaceChildren(...tables.flatMap((table) => parts(table, seats)));
  }
}

/** @param {Table} given @param {number[]} seats */
function parts({ title, head, rows, notes }, seats) {
  const table = document.createElement("table");
  table.className = "player-table";
  table.classList.toggle("is-wide", head.length < FEW);
  const caption = table.createCaption();
  caption.textContent = title;
  const top = table.createTHead().insertRow();
  top.append(document.createElement("td"), ...head.map((cell) => filled("th", cell, seats)));
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    line.classList.toggle("is-out", row.out);
    const name = filled("th", { text: row.name, seat: row.seat ?? undefined }, seats);
    name.scope = "row";
    line.append(name, ...row.cells.map((cell) => filled("td", cell, seats)));
  }
  return [table, ...notes.map((note) => make("p", { className: "player-note" }, note))];
}

/** @param {"th" | "td"} tag @param {Cell} cell @param {number[]} seats */
function filled(tag, { text = "", words = "", seat, kind }, seats) {
  const cell = document.createElement(tag);
  if (kind) cell.dataset.kind = kind;
  if (seat !== undefined) cell.append(seatMark(seats[seat]), text ? " " : "");
  cell.append(text);
  if (words) {
    cell.title = words;
    cell.setAttribute("aria-label", words);
  }
  return cell;
}
