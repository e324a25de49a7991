/**
 * The line between a person's seat and the match: its socket, tried again where it is lost.
 *
 * Whenever the socket opens, the server sends everything from the start of the match. Messages that arrive
 * together are handed over together, so that the page need not show old states.
 */

const FIRST_RETRY_MS = 400;
const LAST_RETRY_MS = 8000;
/** Earlier messages have arrived when no message comes for this time. */
const QUIET_MS = 60;
const LONGEST_MS = 1500;

/**
 * @typedef {object} Listener
 * @property {(messages: any[], caughtUp: boolean) => void} onMessages  in order; `caughtUp` says that
 *   they are news, not the past.  The first of a connection is `hello`, with `came`: when, by this
 *   machine's clock
 * @property {(status: "open" | "lost" | "refused", code: number) => void} onLink
 */

export class SeatLine {
  /** @param {string} url  of the socket; a path is taken on the page's host @param {Listener} listener */
  constructor(url, listener) {
    this.url = new URL(url, window.location.href.replace(/^http/, "ws")).href;
    this.listener = listener;
    this.retry = FIRST_RETRY_MS;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.stopped = false;
    /** @type {any[]} messages that are still to be handed over */
    this.waiting = [];
    this.caughtUp = false;
    /** When the first message of this connection came, ms; 0 for none. */
    this.opened = 0;
    this.timer = 0;
    this.retrying = 0;
    window.addEventListener("online", () => this.#again());
    document.addEventListener("visibilitychange", () => document.hidden || this.#again());
  }

  start() {
    this.waiting = [];
    this.caughtUp = false;
    this.opened = 0;
    clearTimeout(this.timer);
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onmessage = (message) => this.#receive(socket, message.data);
    socket.onclose = (event) => this.#lost(socket, event.code);
  }

  /** No more is expected; the connection is not opened again. */
  stop() {
    this.stopped = true;
    clearTimeout(this.retrying);
    this.socket?.close();
  }

  /** @param {any} message @returns {boolean} false where there is no connection */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** @param {WebSocket} socket @param {string} text  a message */
  #receive(socket, text) {
    if (socket !== this.socket) return;
    const message = JSON.parse(text);
    // It says what time it is, and is not handed over at once.
    if (message.type === "hello") message.came = Date.now();
    this.waiting.push(message);
    this.opened ||= performance.now();
    const late = performance.now() - this.opened > LONGEST_MS;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.#hand(), this.caughtUp || late ? 0 : QUIET_MS);
  }

  #hand() {
    const messages = this.waiting;
    this.waiting = [];
    const first = !this.caughtUp;
    this.caughtUp = true;
    this.retry = FIRST_RETRY_MS;
    if (first) this.listener.onLink("open", 0);
    this.listener.onMessages(messages, !first);
  }

  /** @param {WebSocket} socket @param {number} code */
  #lost(socket, code) {
    if (socket !== this.socket) return;
    if (this.waiting.length) {
      clearTimeout(this.timer);
      this.#hand();
    }
    this.socket = null;
    if (this.stopped) return;
    // 4000 to 4499: the server refused this person, and would refuse again.
    if (code >= 4000 && code < 4500) {
      this.stopped = true;
      this.listener.onLink("refused", code);
      return;
    }
    this.listener.onLink("lost", code);
    this.retrying = window.setTimeout(() => this.start(), this.retry * (0.75 + Math.random() / 2));
    this.retry = Math.min(this.retry * 2, LAST_RETRY_MS);
  }

  /** Do not wait any longer: somebody is looking, or the net is there again. */
  #again() {
    if (this.socket || this.stopped || !this.retrying) return;
    clearTimeout(this.retrying);
    this.start();
  }
}
