/** The three forms of a person who plays XGHJ: a bid, a place to begin, and the orders of a round. */

import { button } from "../../play/dom.js";
import { make } from "../../shared/dom.js";
import { PLAY } from "./words.js";

const USUAL_SIZE = 6;

/** @typedef {"bomb" | "back" | "capital"} Mode  the action of a tap on the board */
/** @type {[Mode, string][]} */
const MODES = [["bomb", PLAY.bomb], ["back", PLAY.back], ["capital", PLAY.capital]];

export class BidForm {
  /** @param {(bid: number | null) => void} answer */
  constructor(answer) {
    this.number = make("input", { type: "number", min: 0, value: 0, className: "play-number", id: "play-bid", inputMode: "numeric" });
    this.button = button(PLAY.bid, () => {}, { kind: "primary" });
    this.button.type = "submit";
    this.root = make("form", { className: "play-row", noValidate: true },
      make("label", { htmlFor: "play-bid" }, PLAY.bidLabel), this.number, this.button);
    this.root.addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      answer(this.number.value === "" ? null : Number(this.number.value));
    });
  }

  /** @param {boolean} shown @param {boolean} ready */
  show(shown, ready) {
    this.root.hidden = !shown;
    this.button.disabled = !ready;
  }
}

export class SpawnForm {
  /** @param {() => void} answer */
  constructor(answer) {
    this.button = button(PLAY.begin, answer, { kind: "primary" });
    this.root = make("div", { className: "play-row" }, this.button);
  }

  /** @param {boolean} shown @param {boolean} able @param {string} at  the chosen cell, empty for none */
  show(shown, able, at) {
    this.root.hidden = !shown;
    this.button.disabled = !able;
    this.button.textContent = at ? PLAY.beginAt(at) : PLAY.chooseCell;
  }
}

/**
 * @typedef {object} RoundNow
 * @property {boolean} shown
 * @property {boolean} ready   whether orders can be given
 * @property {boolean} empty   whether there is nothing to take back
 * @property {string} placed   the orders so far in words, empty before there is a state
 * @property {number} round
 */

export class RoundForm {
  /** The action of a tap on the board. @type {Mode} */
  mode = "bomb";
  /** Of the next bomb. */
  size = USUAL_SIZE;
  /** The rows of the diplomacy. */
  stances = make("div", { className: "play-stances" });

  /** @param {{clear: () => void, send: () => void, changed: () => void}} acts */
  constructor({ clear, send, changed }) {
    this.modes = MODES.map(([mode, text]) => button(text, () => {
      this.mode = mode;
      changed();
    }, { data: { mode } }));
    this.number = make("input", { type: "number", min: 1, value: this.size, className: "play-number", id: "play-size", inputMode: "numeric" });
    this.number.addEventListener("input", () => { this.size = Math.max(1, Math.round(Number(this.number.value)) || 1); });
    this.placed = make("p", { className: "play-note" });
    this.clear = button(PLAY.clear, clear, { title: PLAY.clearTitle });
    this.send = button(PLAY.send, send, { kind: "primary", title: PLAY.sendTitle });
    this.root = make("div", { className: "play-controls" },
      make("div", { className: "play-keys", aria: { role: "group", label: PLAY.modes } }, ...this.modes),
      make("div", { className: "play-row" }, make("label", { htmlFor: "play-size" }, PLAY.size), this.number, this.clear, this.send),
      this.stances, this.placed);
  }

  /** Bombs are no larger than this. @param {number} most */
  limit(most) {
    this.size = Math.max(1, Math.min(this.size, most));
    this.number.value = String(this.size);
  }

  /** @param {RoundNow} now */
  show({ shown, ready, empty, placed, round }) {
    this.root.hidden = !shown;
    this.send.disabled = !ready;
    for (const one of this.modes) one.setAttribute("aria-pressed", String(one.dataset.mode === this.mode));
    this.clear.disabled = empty;
    if (!placed) return;
    this.placed.textContent = placed;
    this.send.textContent = PLAY.sendRound(round);
  }
}
