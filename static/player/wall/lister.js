/** The list of matches, asked for again and again without cookies: as everybody may see it. */

import { readList } from "./excitement.js";

const EVERY_MS = 5_000;
const FIRST_RETRY_MS = 2_000;
const LAST_RETRY_MS = 60_000;
const PATIENCE_MS = 10_000;

/** How long to wait after a number of attempts that failed, ms. @param {number} failures  from 1 */
export const retryAfter = (failures) => Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1));

export class Lister {
  /**
   * @param {string} url
   * @param {(list: import("./choosing.js").List) => void} came
   * @param {(status: "open" | "lost" | "gone") => void} told  gone: the site refuses the choice
   */
  constructor(url, came, told) {
    this.url = url;
    this.came = came;
    this.told = told;
    this.failures = 0;
    this.timer = 0;
    this.stopped = false;
  }

  /** Ask no more, until `ask`. */
  stop() {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Ask now, and from now on at intervals; a page out of sight does not ask. */
  async ask() {
    this.stopped = false;
    clearTimeout(this.timer);
    if (!document.hidden) await this.#ask();
    clearTimeout(this.timer);
    if (this.stopped) return;
    const wait = this.failures ? retryAfter(this.failures) * (0.75 + Math.random() / 2) : EVERY_MS;
    this.timer = window.setTimeout(() => this.ask(), wait);
  }

  async #ask() {
    try {
      const answer = await fetch(this.url, { credentials: "omit", signal: AbortSignal.timeout(PATIENCE_MS) });
      if (!answer.ok) {
        this.#failed(answer.status === 400 ? "gone" : "lost");
        return;
      }
      this.came(readList(await answer.json()));
      this.failures = 0;
      this.told("open");
    } catch {
      this.#failed("lost");
    }
  }

  /** @param {"lost" | "gone"} status */
  #failed(status) {
    this.failures += 1;
    this.told(status);
  }
}
