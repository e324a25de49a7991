/** The rows of the log of a match, fetched once for all parts that need them. */

import { messageOf } from "../shared/dom.js";
import { LOG } from "./words.js";

/** @typedef {import("./drawings.js").LogLine} LogLine */

export class LogRows {
  /** @param {string} url  answers `{"lines": [...]}` */
  constructor(url) {
    this.url = url;
    /** @type {Promise<LogLine[]> | null} */
    this.loading = null;
  }

  /** Forget them: the match has ended, or is played again. */
  clear() {
    this.loading = null;
  }

  /**
   * The rows; after a failure the next call tries again.
   * @returns {Promise<LogLine[]>}
   */
  load() {
    this.loading ??= this.#fetch().catch((error) => {
      this.loading = null;
      throw new Error(LOG.lost(messageOf(error)));
    });
    return this.loading;
  }

  async #fetch() {
    const answer = await fetch(this.url, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(LOG.refused(answer.status));
    return (await answer.json()).lines;
  }
}
