/** Requests to the site: checking a map's text, and generating a map. */

import { paragraph } from "../../shared/words.js";
import { SERVICE } from "./words.js";

/**
 * @typedef {object} Problem
 * @property {string} reason
 * @property {number | null} row
 * @property {number | null} column
 */

export class Unanswered extends Error {
  /** @param {string} words @param {number} [again]  seconds after which to ask again */
  constructor(words, again = 0) {
    super(words);
    this.again = again;
  }
}

/** The current token: it changes if the person logs in again in another window. */
export function csrfToken() {
  const cookie = document.cookie.split("; ").find((each) => each.startsWith("csrftoken="));
  const field = /** @type {HTMLInputElement} */ (document.querySelector('[name="csrfmiddlewaretoken"]'));
  return cookie ? cookie.slice("csrftoken=".length) : field.value;
}

export class Service {
  /** @param {any} config  of the page */
  constructor(config) {
    this.config = config;
    /** @type {AbortController | null} */
    this.asking = null;
  }

  /**
   * Check a text.  A later check makes an earlier one end without an answer (null).
   * @param {string} text
   * @param {boolean} board  whether the answer includes the board
   */
  async check(text, board) {
    this.asking?.abort();
    const asking = new AbortController();
    this.asking = asking;
    const body = { game: this.config.game, text, with_board: board };
    try {
      return await this.#post(this.config.check, body, asking.signal);
    } catch (error) {
      if (asking.signal.aborted) return null;
      throw error;
    }
  }

  /** @param {Record<string, number>} options @param {number | null} seed */
  generate(options, seed) {
    return this.#post(this.config.generate, { game: this.config.game, options, seed });
  }

  /** @param {string} address @param {any} body @param {AbortSignal} [signal] */
  async #post(address, body, signal) {
    const headers = { "Content-Type": "application/json", "X-CSRFToken": csrfToken() };
    let answer;
    try {
      answer = await fetch(address, { method: "POST", headers, body: JSON.stringify(body), signal });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new Unanswered(SERVICE.offline, 5);
    }
    if (answer.ok) return answer.json();
    const problem = await answer.json().catch(() => ({}));
    if (answer.status === 429) {
      const wait = Number(answer.headers.get("Retry-After")) || 10;
      throw new Unanswered(SERVICE.wait(wait), wait);
    }
    if (answer.status === 401 || answer.status === 403) {
      throw new Unanswered(SERVICE.login);
    }
    const words = Object.values(problem.errors ?? {}).flat();
    throw new Unanswered(paragraph(...words) || problem.detail || SERVICE.answered(answer.status));
  }
}
