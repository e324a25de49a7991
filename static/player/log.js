/**
 * The standard error of bots, for their managers, in step with the turn.
 *
 * The address answers `{"lines": [{"seat", "game", "turn", "text", "cut"?}, ...]}` in order: seats
 * of the match, games from 0; `cut` says that the limit was reached there.
 */

import { messageOf } from "../shared/dom.js";
import { cut } from "../shared/output.js";
import { START } from "./drawings.js";
import { seatMark } from "./palette.js";
import { LineList } from "./panels.js";
import { DRAWINGS, LOG } from "./words.js";

export class LogPanel {
  /**
   * @param {HTMLElement} root
   * @param {import("./logrows.js").LogRows} rows
   * @param {(place: import("./timeline.js").Place) => void} goTo
   */
  constructor(root, rows, goTo) {
    this.rows = rows;
    /** @type {import("./drawings.js").LogLine[] | null} */
    this.lines = null;
    /** @type {Map<number, string>} number of the line → what is wrong with a drawing in it */
    this.problems = new Map();
    this.list = new LineList(root, (i) => this.#go(i, goTo), LOG.loading);
    root.classList.add("player-log");
  }

  /** Show the log when it is first looked at, and again while it could not be had. */
  async open() {
    if (this.lines) return;
    try {
      this.#show(await this.rows.load());
    } catch (error) {
      this.list.empty.textContent = messageOf(error);
    }
  }

  /** The drawings of the log were read. @param {import("./drawings.js").Drawings} drawings */
  explain(drawings) {
    this.problems = drawings.problems;
    if (this.lines) this.#show(this.lines);
  }

  /** @param {import("./drawings.js").LogLine[]} lines */
  #show(lines) {
    this.lines = lines;
    this.list.empty.textContent = LOG.empty;
    const several = new Set(lines.map((line) => line.seat)).size > 1;
    this.list.show(lines.map((line, i) => ({
      n: i,
      turn: line.turn,
      text: [cut(folded(line.text)), this.problems.get(i), line.cut ? LOG.cut : null].filter(Boolean).join("\n"),
      mark: several ? seatMark(line.seat) : undefined,
    })));
  }

  /** Mark the last line written at or before a place. @param {{game: number, turn: number}} place */
  mark({ game, turn }) {
    if (!this.lines) return;
    let at = -1;
    this.lines.forEach((line, i) => {
      if (line.game < game || (line.game === game && line.turn <= turn)) at = i;
    });
    this.list.mark(at);
  }

  /** @param {number} i @param {(place: import("./timeline.js").Place) => void} goTo */
  #go(i, goTo) {
    const line = this.lines?.[i];
    if (line) goTo({ game: line.game, turn: line.turn, ply: 1 });
  }
}

/** A text whose lines of drawings are counted and not shown, but for their marks. @param {string} text */
function folded(text) {
  if (!text.includes(START)) return text;
  const lines = text.split("\n");
  const drawn = lines.filter((line) => line.startsWith(START));
  const kept = lines.filter((line) => line && !line.startsWith(START));
  return drawn.length ? [...kept, ...drawn.flatMap(markOf), DRAWINGS.folded(drawn.length)].join("\n") : text;
}

/** The mark of a line of a drawing, in words. @param {string} line */
function markOf(line) {
  try {
    const { mark } = JSON.parse(line.slice(START.length));
    return typeof mark === "string" && mark ? [DRAWINGS.mark(mark)] : [];
  } catch {
    return []; // the line below says what is wrong
  }
}
