/**
 * The standard error of bots, for their managers, in step with the turn.
 *
 * The address answers `{"lines": [{"seat", "game", "turn", "text", "cut"?}, ...]}` in order: seats
 * of the match, games from 0; `cut` says that the limit was reached there.
 */

import { messageOf } from "../shared/dom.js";
import { seatMark } from "./palette.js";
import { LineList } from "./panels.js";
import { LOG } from "./words.js";

export class LogPanel {
  /**
   * @param {HTMLElement} root
   * @param {string} url
   * @param {(place: import("./timeline.js").Place) => void} goTo
   */
  constructor(root, url, goTo) {
    this.url = url;
    /** @type {{seat: number, game: number, turn: number, text: string, cut?: boolean}[] | null} */
    this.lines = null;
    this.list = new LineList(root, (i) => this.#go(i, goTo), LOG.loading);
    root.classList.add("player-log");
  }

  /** Fetch the log when it is first looked at, and again while it could not be had. */
  async open() {
    if (this.lines) return;
    try {
      const answer = await fetch(this.url, { headers: { Accept: "application/json" } });
      if (!answer.ok) throw new Error(LOG.refused(answer.status));
      this.#show((await answer.json()).lines);
    } catch (error) {
      this.list.empty.textContent = LOG.lost(messageOf(error));
    }
  }

  /** @param {NonNullable<LogPanel["lines"]>} lines */
  #show(lines) {
    this.lines = lines;
    this.list.empty.textContent = LOG.empty;
    const several = new Set(lines.map((line) => line.seat)).size > 1;
    this.list.show(lines.map((line, i) => ({
      n: i,
      turn: line.turn,
      text: line.cut ? `${line.text}\n${LOG.cut}` : line.text,
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
