/** One place of the wall: the board that is on it, and the texts beside it. */

import { find, make } from "../../shared/dom.js";
import { colorSeats } from "../palette.js";
import { mountThumb, mountThumbs } from "../thumb.js";
import { closenessOf, placesOf } from "./excitement.js";
import { WALL } from "./words.js";

/** @typedef {import("../thumb.js").Thumb} Thumb */

const SPEED = 1;
const NOT_FOUND = 404;
/** Of more seats than these, small boards name those that lead, and the large one twice that number. */
const FEW = 4;
const ATTEMPTS = 5;
const AGAIN_MS = 1_000;
/** Errors of a socket after which a match has no board. */
const BROKEN = new Set(["not_found", "failed", "damaged"]);

/**
 * @typedef {object} Hooks
 * @property {(id: number, closeness: number) => void} close  scores have been seen
 * @property {(id: number) => void} ended                     the last frame is on the board
 * @property {(id: number) => void} broken                    the match cannot be shown
 * @property {() => void} arrived                             a board is there
 */

export class Slot {
  /** @param {HTMLElement} root @param {string} at  the address below which boards are @param {Hooks} hooks */
  constructor(root, at, hooks) {
    this.root = root;
    this.at = at;
    this.hooks = hooks;
    /** @type {import("./choosing.js").Shown | null} */
    this.shown = null;
    /** @type {Thumb | null} */
    this.thumb = null;
    /** The frame whose texts are shown. */
    this.n = -1;
    /** The board did not come. */
    this.missing = false;
  }

  /** The name of the match, once its board is here. */
  get name() {
    return this.root.querySelector("article")?.getAttribute("aria-label") ?? "";
  }

  /**
   * @param {import("./choosing.js").Shown | null} shown
   * @returns {boolean} whether another match comes
   */
  show(shown) {
    const { shown: before } = this;
    this.shown = shown;
    if (before?.id !== shown?.id) {
      this.#clear();
      if (shown) this.#load(shown.id);
      return Boolean(shown);
    }
    if (!shown || !before) return false;
    if (shown.round > before.round) this.#again();
    else if (shown.ended !== null && before.ended === null) this.#showResult(shown);
    return false;
  }

  #clear() {
    this.root.hidden = true;
    this.root.replaceChildren();
    this.thumb = null;
    this.n = -1;
    this.missing = false;
    mountThumbs(this.root); // lets go of the board before
  }

  /** @param {number} id */
  async #load(id) {
    const board = await this.#fetch(id);
    if (this.shown?.id !== id) return;
    this.missing = !board;
    if (!board) return;
    this.root.replaceChildren(board);
    this.root.hidden = false;
    this.thumb = mountThumb(find(board, "[data-board]"), {
      onDrawn: (thumb) => this.#drawn(id, thumb),
      onEnd: () => this.hooks.ended(id),
      onLink: (status) => { this.#part("lost").hidden = status === "open"; },
      onError: ({ code, message }) => this.#failed(id, code, message),
    });
    this.thumb.head.speed = SPEED;
    this.hooks.arrived();
  }

  /** Ask again for a board that did not come; the site answers by now. */
  retry() {
    if (this.missing && this.shown) this.#load(this.shown.id);
  }

  /** @param {number} id @param {string} code @param {string} message */
  #failed(id, code, message) {
    if (BROKEN.has(code)) {
      this.hooks.broken(id);
      return;
    }
    this.#part("lost").textContent = message;
    this.#part("lost").hidden = false;
  }

  /** @param {number} id @returns {Promise<HTMLElement | null>} null where it did not come */
  async #fetch(id) {
    try {
      const answer = await fetch(`${this.at}${id}/`, { credentials: "omit" });
      if (answer.ok) return find(make("template", { innerHTML: await answer.text() }).content, "article");
      if (answer.status === NOT_FOUND) this.hooks.broken(id);
    } catch {
      // No connection: `retry` asks again.
    }
    return null;
  }

  /** @param {string} name */
  #part(name) {
    return find(this.root, `[data-part="${name}"]`);
  }

  /** @param {number} id @param {Thumb} thumb */
  #drawn(id, { store, head }) {
    const frame = store.frame(head.n);
    if (this.shown?.id !== id || !frame || head.n === this.n) return;
    this.n = head.n;
    const { setup, scene } = store.games[frame.game];
    const { view } = store;
    /** @type {(number | null)[]} */
    const scores = view.scores(store.stateAt(head.n));
    const roles = view.roles?.() ?? [];
    colorSeats([this.root], setup.seats.map((/** @type {{index: number}} */ { index }) => index), roles);
    const places = scores.length > FEW ? placesOf(scores) : [];
    setup.seats.forEach((/** @type {{index: number}} */ { index }, /** @type {number} */ seat) => {
      /** @type {HTMLElement | null} */
      const row = this.root.querySelector(`li[data-seat="${index}"]`);
      if (!row) return;
      find(row, '[data-part="score"]').textContent = worded(scores[seat]);
      if (roles[seat]) find(row, '[data-part="role"]').textContent = roles[seat].text;
      if (places.length) showPlace(row, places[seat]);
    });
    const game = store.games.length > 1 ? `${view.words.game} ${frame.game + 1}` : "";
    this.#part("turn").textContent = WALL.turn(view.words.turn, frame.turn, view.turns(scene), game);
    const closeness = closenessOf(scores, setup.seats.map((/** @type {{team?: number}} */ { team }) => team ?? 0));
    if (closeness !== null) this.hooks.close(id, closeness);
  }

  /**
   * The last frame comes some moments before the site has the result.
   * @param {import("./choosing.js").Shown} shown  it has ended
   * @param {number} [attempts]  left
   */
  async #showResult(shown, attempts = ATTEMPTS) {
    const { id, live } = shown;
    const board = live ? await this.#fetch(id) : this.root.querySelector("article");
    if (this.shown?.id !== id || !board || !this.thumb) return;
    if (board.dataset.state === "running") {
      if (attempts > 1) setTimeout(() => this.#showResult(shown, attempts - 1), AGAIN_MS);
      return;
    }
    const result = this.#part("result");
    result.textContent = find(board, '[data-part="result"]').textContent;
    result.hidden = !result.textContent;
    if (live) this.#part("mark").textContent = WALL.ended;
  }

  #again() {
    this.#part("result").hidden = true;
    this.#part("mark").textContent = WALL.replay;
    this.thumb?.again();
  }
}

/** @param {HTMLElement} row @param {number} place  from 0 */
function showPlace(row, place) {
  row.style.order = String(place);
  row.classList.toggle("is-half-way", place >= FEW);
  row.classList.toggle("is-behind", place >= 2 * FEW);
}

/** A score as people read it. @param {number | null} score */
const worded = (score) => (score === null ? "?" : String(Math.round(score * 10) / 10));
