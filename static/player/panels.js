/** The panels beside the board: seats, events, the bot's log, and future items. */

import { closest, find, make } from "../shared/dom.js";
import { Leaderboard } from "./leaderboard.js";
import { ENDS, PANELS } from "./words.js";

/** @param {string} end  an end state @returns {string} */
export function endWords(end) {
  return ENDS[end] ?? end;
}

/**
 * How seats have ended before the game has: people who left.
 * @param {Map<number, {reason: string}>} left  by seat of the match
 * @param {number[]} seats  of the match, by seat of the game
 * @returns {{end: string, reason: string}[] | null}  by seat of the game, null where nobody left
 */
export function endsSoFar(left, seats) {
  return left.size ? seats.map((seat) => ({ end: left.has(seat) ? "left" : "ok", reason: left.get(seat)?.reason ?? "" })) : null;
}

/** CPU time for people. @param {number} micros */
export function cpuWords(micros) {
  if (micros < 1000) return `${Math.round(micros)} µs`;
  if (micros < 1e6) return `${(micros / 1000).toFixed(micros < 1e4 ? 1 : 0)} ms`;
  return `${(micros / 1e6).toFixed(2)} s`;
}

/** @param {"td" | "th"} tag @param {string[]} texts */
function cells(tag, texts) {
  return make("tr", {}, ...texts.map((text) => make(tag, {}, text)));
}

/** A remark that the view shown hides something; itself hidden until it does. @param {string} text */
export function hiddenNote(text) {
  return make("p", { className: "player-note", hidden: true }, text);
}

/** @typedef {{columns: string[], rows: {seat: number, active: boolean, cells: string[]}[]}} Pieces */
/** @typedef {{n: number, turn: number, text: string, mark?: Node}} Line */

/** The rows of seats that the page brings; only their changing parts are written here. */
export class SeatsPanel {
  /** @param {HTMLElement} list */
  constructor(list) {
    /** @type {HTMLElement[]} */
    const rows = Array.from(list.querySelectorAll("[data-seat].player-seat"));
    this.rows = rows.map((row) => {
      /** @param {string} name */
      const part = (name) => find(row, `[data-part="${name}"]`);
      return { row, score: part("score"), used: part("used"), end: part("end"), pieces: part("pieces"), role: /** @type {HTMLElement | null} */ (null) };
    });
    this.ranks = new Leaderboard(list, this.rows.map(({ row }) => row));
    this.shown = "";
  }

  /**
   * @param {object} now
   * @param {number[]} now.seats     seat of the match by seat of the game
   * @param {(number | null)[]} now.scores  by seat of the game; null where the seat in view does not know it
   * @param {number[] | null} now.cpu  µs, by seat of the game; null while unknown
   * @param {{end: string, reason: string}[] | null} now.ends  by seat of the game
   * @param {Pieces | null} now.pieces
   * @param {{text: string, color: string}[]} now.roles  by seat of the game: what it is in this game, and
   *   its colour on the board where that is not the seat's own
   * @param {{columns: string[], groups: import("./leaderboard.js").Group[]} | null} now.board
   */
  show(now) {
    const shown = JSON.stringify(now);
    if (shown === this.shown) return;
    this.shown = shown;
    if (now.board) this.ranks.show(now.board, now.seats);
    now.seats.forEach((seat, player) => {
      const parts = this.rows[seat];
      if (!parts) return;
      // A game that has told no points yet shows none.
      const score = now.scores.every((points) => points === null) ? undefined : now.scores[player];
      parts.score.textContent = score === null ? PANELS.unknown : String(score ?? "");
      // A leaderboard has a column of that name.
      const used = now.cpu ? cpuWords(now.cpu[player]) : "";
      parts.used.textContent = used && !now.board ? PANELS.cpu(used) : used;
      const ended = now.ends?.[player];
      const words = ended ? endWords(ended.end) : "";
      const reason = ended?.reason ?? "";
      parts.end.textContent = words && reason && reason !== words ? `${words}: ${reason}` : words;
      this.#pieces(parts.pieces, now.pieces, player);
      this.#role(parts, now.roles[player]);
    });
  }

  /** @param {SeatsPanel["rows"][number]} parts @param {{text: string, color: string} | undefined} role */
  #role(parts, role) {
    if (!role) return;
    if (!parts.role) {
      parts.role = make("span", { className: "player-role" });
      find(parts.row, ".player-who").after(parts.role);
    }
    const swatch = document.createElement("i");
    swatch.style.background = role.color;
    parts.role?.replaceChildren(swatch, role.text);
  }

  /** @param {HTMLTableElement} table @param {Pieces | null} pieces @param {number} player  seat of the game */
  #pieces(table, pieces, player) {
    const rows = pieces?.rows.filter((row) => row.seat === player) ?? [];
    table.hidden = !rows.length;
    const lines = rows.map((row) => Object.assign(cells("td", row.cells), { className: row.active ? "is-active" : "" }));
    table.replaceChildren(make("thead", {}, cells("th", pieces?.columns ?? [])), make("tbody", {}, ...lines));
  }
}

/** A list of lines in step with the frame in view; a line can be clicked to go there. */
export class LineList {
  /**
   * @param {HTMLElement} root
   * @param {(n: number) => void} seek
   * @param {string} empty  what to say while there are no lines
   */
  constructor(root, seek, empty) {
    this.root = root;
    this.list = make("ol", { className: "player-lines" });
    this.empty = make("p", { className: "player-empty" }, empty);
    this.note = hiddenNote(PANELS.hiddenEvents);
    root.append(this.note, this.empty, this.list);
    /** @type {Line[]} */
    this.source = [];
    /** Of them, how many are on the page. */
    this.count = 0;
    /** @type {HTMLElement | null} */
    this.current = null;
    this.revealing = 0;
    this.list.addEventListener("click", (/** @type {Event} */ event) => {
      const button = closest(event, "button");
      if (button) seek(Number(button.dataset.n));
    });
  }

  /**
   * Show lines; those that were shown before stay in place when the list has only grown.
   * @param {Line[]} lines
   * @param {boolean} [hidden]  whether the view that is shown leaves some out
   */
  show(lines, hidden = false) {
    this.note.hidden = !hidden;
    const grown = lines === this.source;
    if (!grown) {
      this.list.replaceChildren();
      this.current = null;
      this.count = 0;
    }
    this.source = lines;
    this.empty.hidden = lines.length > 0;
    const fragment = document.createDocumentFragment();
    for (const line of lines.slice(this.count)) fragment.append(this.#item(line));
    this.count = lines.length;
    this.list.append(fragment);
  }

  /** Mark the last line that is not after frame n. @param {number} n */
  mark(n) {
    const lines = this.source;
    let low = 0;
    let high = lines.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lines[middle].n <= n) low = middle + 1;
      else high = middle;
    }
    const item = /** @type {HTMLElement | undefined} */ (this.list.children[low - 1]) ?? null;
    if (item === this.current) return;
    this.current?.removeAttribute("aria-current");
    item?.setAttribute("aria-current", "step");
    this.current = item;
    this.reveal();
  }

  /** Scroll the list, and nothing else, to its marked line: before the next picture, when the page is laid out. */
  reveal() {
    this.revealing ||= requestAnimationFrame(() => {
      this.revealing = 0;
      this.#scroll();
    });
  }

  #scroll() {
    if (this.root.hidden) return;
    if (!this.current) {
      this.root.scrollTop = 0;
      return;
    }
    const top = this.current.offsetTop - this.root.clientHeight / 2;
    this.root.scrollTop = Math.max(0, top);
  }

  /** @param {Line} line */
  #item(line) {
    const turn = make("span", { className: "player-line-turn" }, String(line.turn));
    const text = make("span", {}, line.text);
    const parts = line.mark ? [turn, line.mark, text] : [turn, text];
    return make("li", {}, make("button", { type: "button", data: { n: line.n } }, ...parts));
  }
}

/**
 * The strip of things to come.
 * @param {HTMLElement} strip
 * @param {{turn: number, what: string, where: string, kind: string}[]} items
 * @param {string} turnWord
 */
export function showComing(strip, items, turnWord) {
  const shown = JSON.stringify(items.map((item) => [item.turn, item.where]));
  if (strip.dataset.shown === shown) return;
  strip.dataset.shown = shown;
  strip.hidden = !items.length;
  const entries = items.map(({ turn, what, where, kind }) => {
    const title = PANELS.comes(turnWord, turn, what, where);
    return make("li", { title, data: { kind } }, make("b", {}, what), ` ${where} `, make("small", {}, `${turnWord} ${turn}`));
  });
  strip.replaceChildren(make("span", {}, PANELS.coming), make("ul", {}, ...entries));
}
