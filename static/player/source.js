/**
 * Where frames come from: the match's WebSocket.  `stored.js` has those that are a list.
 *
 * Both sources fill a `FrameStore` and report to one `Listener`.
 */

import { DamagedReplay } from "./store.js";

/** @typedef {import("./store.js").FrameStore} FrameStore */
/** @typedef {import("./store.js").Frame} Frame */

const WINDOW = 512;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 15000;

/** States in which no more frames will come. */
export const OVER = new Set(["finished", "aborted", "failed"]);

/**
 * @typedef {object} Listener
 * @property {(message: any) => void} onHeader
 * @property {(first: number, last: number) => void} onFrames
 * @property {() => void} onLeft
 * @property {(now: {state: string, position: number | null, hidden: boolean}) => void} onState
 * @property {(end: {result: any, state: string}) => void} onEnd
 * @property {() => void} onRestart
 * @property {(error: {code: string, message: string}) => void} onError
 * @property {(status: "open" | "lost") => void} onLink
 */

/** @typedef {{n: number, here: () => boolean, done: (ok: boolean) => void, fail: (e: unknown) => void}} Waiter */

const NOTHING = () => {};

/** Every method a listener may leave out. @type {Listener} */
export const SILENT = {
  onHeader: NOTHING,
  onFrames: NOTHING,
  onLeft: NOTHING,
  onState: NOTHING,
  onEnd: NOTHING,
  onRestart: NOTHING,
  onError: NOTHING,
  onLink: NOTHING,
};

export class SocketSource {
  /**
   * @param {string} url          address of the socket; a path is taken on the page's host
   * @param {FrameStore} store
   * @param {Partial<Listener>} listener
   * @param {{fill?: boolean}} [options]  fill: read every frame in the end (default), or only what
   *   is asked for
   */
  constructor(url, store, listener, { fill = true } = {}) {
    this.url = new URL(url, window.location.href.replace(/^http/, "ws")).href;
    this.store = store;
    this.listener = { ...SILENT, ...listener };
    this.fill = fill;
    this.state = "connecting";
    this.focus = 0;
    this.retry = FIRST_RETRY_MS;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.timer = 0;
    /** @type {{from: number, to: number} | null} the one read under way */
    this.reading = null;
    /** @type {Waiter[]} */
    this.waiters = [];
    this.ended = false;
  }

  start() {
    if (this.socket || this.timer) return;
    this.#connect();
  }

  /** Close the connection; `start` goes on from here. */
  stop() {
    clearTimeout(this.timer);
    this.timer = 0;
    const socket = this.socket;
    this.socket = null;
    this.reading = null;
    if (socket) {
      socket.onclose = null;
      socket.onmessage = null;
      socket.close();
    }
  }

  /**
   * Make sure that the state after frame n can be had, and read on from there first.
   * @param {number} n
   * @returns {Promise<boolean>} false where the match was reset before; `DamagedReplay` where the
   *   frames are here and cannot be read
   */
  need(n) {
    return this.#await(n, () => this.store.stateAt(n) !== null);
  }

  /** Make sure that frame n itself is here. @param {number} n @returns {Promise<boolean>} */
  needFrame(n) {
    return this.#await(n, () => this.store.frame(n) !== undefined);
  }

  /** @param {number} n @param {() => boolean} here @returns {Promise<boolean>} */
  async #await(n, here) {
    this.focus = n;
    if (here()) {
      this.#readOn();
      return true;
    }
    const answer = new Promise((done, fail) => {
      this.waiters.push({ n, here, done, fail });
    });
    // A long read elsewhere is left behind: its frames still count when they come.
    this.reading = null;
    this.#readOn();
    return answer;
  }

  #connect() {
    this.timer = 0;
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onmessage = (message) => this.#receive(message.data);
    socket.onclose = (event) => this.#lost(event.code);
  }

  /** @param {number} code  of the closed socket */
  #lost(code) {
    this.socket = null;
    this.reading = null;
    // 4000 to 4499: the server refused this viewer, and would refuse again.
    if (code >= 4000 && code < 4500) return;
    if (this.ended && this.store.complete >= this.store.total) return;
    this.listener.onLink("lost");
    this.timer = window.setTimeout(() => this.#connect(), this.retry * (0.75 + Math.random() / 2));
    this.retry = Math.min(this.retry * 2, LAST_RETRY_MS);
  }

  /** @param {object} message */
  #send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @param {string} text  a message */
  #receive(text) {
    try {
      const message = JSON.parse(text);
      switch (message.type) {
        case "header": this.#header(message); break;
        case "frames": this.#frames(message.frames); break;
        case "state": this.#state(message); break;
        case "left": this.#left(message); break;
        case "end": this.#end(message); break;
        case "restart": this.#restart(); break;
        case "error": this.listener.onError(message); break;
        default:
      }
    } catch (error) {
      const damaged = error instanceof DamagedReplay || error instanceof SyntaxError;
      if (!damaged) throw error;
      this.listener.onError({ code: "damaged", message: error.message });
    }
  }

  /** @param {any} message */
  #header(message) {
    this.retry = FIRST_RETRY_MS;
    if (message.frames < this.store.total) this.#dropAll();
    this.state = message.state;
    this.store.total = Math.max(this.store.total, message.frames ?? 0);
    for (const game of message.games ?? []) this.store.addGame(game);
    this.listener.onLink("open");
    this.listener.onHeader(message);
    // The newest frame is asked for again: if it is another one, the match was restarted meanwhile.
    const { newest, total } = this.store;
    this.#send({ type: "follow", from: newest < 0 ? total : newest });
    if (newest >= 0 && newest + 1 < total) this.reading = { from: newest, to: total };
    this.#readOn();
  }

  /** @param {Frame[]} frames */
  #frames(frames) {
    if (!frames.length) return;
    for (const frame of frames) {
      const known = this.store.frame(frame.n);
      if (known && !samePly(known, frame)) {
        this.#restart();
        return;
      }
      this.store.add(frame);
    }
    this.listener.onFrames(frames[0].n, frames[frames.length - 1].n);
    const { reading } = this;
    if (reading && !this.store.missing(reading.from, reading.to)) this.reading = null;
    this.#wake();
    this.#readOn();
  }

  /** @param {any} message */
  #state(message) {
    this.state = message.state;
    const { position = null, hidden = false } = message;
    this.listener.onState({ state: message.state, position, hidden });
  }

  /** @param {{seat: number, reason: string}} given */
  #left({ seat, reason }) {
    this.store.left.set(seat, { reason });
    this.listener.onLeft();
  }

  /** @param {any} message */
  #end(message) {
    this.ended = true;
    this.state = message.state ?? "finished";
    this.listener.onEnd({ result: message.result ?? null, state: this.state });
  }

  #restart() {
    this.#dropAll();
    this.state = "running";
    this.#send({ type: "follow", from: 0 });
  }

  #dropAll() {
    this.store.clear();
    this.listener.onRestart();
    this.reading = null;
    this.ended = false;
    this.focus = 0;
    for (const waiter of this.waiters.splice(0)) waiter.done(false);
  }

  #wake() {
    if (!this.waiters.length) return;
    /** @type {Waiter[]} */
    const still = [];
    for (const waiter of this.waiters) {
      try {
        if (waiter.here()) waiter.done(true);
        else still.push(waiter);
      } catch (error) {
        waiter.fail(error);
      }
    }
    this.waiters = still;
  }

  /** Ask for the next window: what somebody waits for, then onwards, then what lies before. */
  #readOn() {
    if (this.reading || !this.store.total) return;
    const { store } = this;
    const waiting = this.waiters[this.waiters.length - 1];
    /** @type {[number, number] | null} */
    let range = null;
    if (waiting && waiting.n < store.total) range = this.#toward(waiting.n);
    if (!range && this.fill) {
      range = store.missing(this.focus, store.total) ?? store.missing(0, this.focus);
    }
    if (!range) return;
    const [from, end] = range;
    this.reading = { from, to: Math.min(end, from + WINDOW) };
    this.#send({ type: "read", ...this.reading });
  }

  /** The frames that are missing for the state after n: n itself, or those that lead to it. @param {number} n @returns {[number, number]} */
  #toward(n) {
    const missing = this.store.missing(n, Math.min(this.store.total, n + WINDOW));
    if (missing && !this.store.frame(n)) return [n, missing[1]];
    let last = n;
    while (last > 0 && this.store.frame(last)) last -= 1;
    return [last, last + 1];
  }
}

/** Whether two copies of a frame tell of the same ply of the same play-through. @param {Frame} one @param {Frame} other */
function samePly(one, other) {
  /** @param {Frame} f */
  const parts = (f) => JSON.stringify([f.turn, f.replies, f.cpu, f.events]);
  return parts(one) === parts(other);
}
