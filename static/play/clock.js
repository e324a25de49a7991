/** How long there is left for the open question. */

import { find } from "../shared/dom.js";

const SHORT_PART = 0.2;
const SHORT_MS = 10_000;
/** If a whole turn has fewer seconds than this, only the bar shows the time. */
const QUICK = 5;

export class Clock {
  /** @param {HTMLElement} root  with parts `left` (words) and `bar` */
  constructor(root) {
    this.root = root;
    this.words = find(root, '[data-part="left"]');
    this.bar = find(root, '[data-part="bar"]');
    /** The difference of the server's clock to this machine's clock. */
    this.offset = 0;
    this.until = 0;
    /** For the whole turn. */
    this.seconds = 0;
    this.ticking = 0;
  }

  /** The server's clock, Unix ms. */
  now() {
    return Date.now() + this.offset;
  }

  /** The server has said what time it is. @param {number} now  Unix ms @param {number} came  then, here */
  set(now, came) {
    this.offset = now - came;
  }

  /** @param {number} until  Unix ms by the server @param {number} seconds  for the whole turn */
  run(until, seconds) {
    this.until = until;
    this.seconds = seconds;
    this.root.classList.remove("is-idle");
    this.#show();
    clearInterval(this.ticking);
    this.ticking = window.setInterval(() => this.#show(), seconds < QUICK ? 50 : 200);
  }

  stop() {
    clearInterval(this.ticking);
    this.until = 0;
    this.root.classList.add("is-idle");
    this.root.classList.remove("is-short");
    this.words.textContent = "";
    this.bar.style.setProperty("--left", "0");
  }

  #show() {
    const left = Math.min(1000 * this.seconds, Math.max(0, this.until - this.now()));
    const part = Math.min(1, left / (1000 * this.seconds));
    this.bar.style.setProperty("--left", part.toFixed(3));
    this.root.classList.toggle("is-short", this.seconds >= QUICK && left < Math.min(SHORT_MS, 1000 * this.seconds * SHORT_PART + 2000));
    const text = this.seconds < QUICK ? "" : clockWords(left);
    if (this.words.textContent !== text) this.words.textContent = text;
  }
}

/** Minutes and seconds, such as "1:05". @param {number} ms */
export function clockWords(ms) {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
