/**
 * Small boards on the front page, the wall and in lists: `<div data-board data-socket="/ws/…"
 * data-view="/static/games/…/view.js"></div>`, or `data-frames="<address>"` for stored frames.
 *
 * A running match is followed at its edge; a finished one plays slowly and begins again.  A board
 * that cannot be seen costs nothing: no drawing and no connection.
 */

import { messageOf } from "../shared/dom.js";
import { Board } from "./board.js";
import { OVER, SocketSource } from "./source.js";
import { FrameStore } from "./store.js";
import { Playhead } from "./timeline.js";
import { CONTROLS, NOTICES } from "./words.js";

const SPEED = 0.5;
/** The opening of most games is dull: a finished match is joined this far into it. */
const JOIN_AT = 0.3;
const AHEAD = 96;
/** A thumbnail needs no more than this many pictures a second. */
const FRAME_MS = 40;

/**
 * A page's part in a board, each where it wants one.
 * @typedef {object} Told
 * @property {(thumb: Thumb) => void} [onDrawn]
 * @property {(thumb: Thumb) => void} [onEnd]  the last frame is on the board; without it, the match begins again
 * @property {(status: "open" | "lost") => void} [onLink]
 * @property {(error: {code: string, message: string}) => void} [onError]
 */

export class Thumb {
  /** @param {HTMLElement} root @param {Told} [told] */
  constructor(root, told = {}) {
    this.root = root;
    this.told = told;
    this.store = new FrameStore();
    this.head = new Playhead(this.store);
    this.head.speed = SPEED;
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", root.dataset.title ?? CONTROLS.thumb);
    root.append(this.canvas);
    this.board = new Board(this.canvas, this.store, () => this.#draw());
    this.calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.inSight = false;
    /** Near enough to the window to be shown once the page is. */
    this.near = false;
    /** A place to begin at has been chosen. */
    this.joined = false;
    /** The match ran when its board came: also its end is not waited for. */
    this.following = false;
    this.drawn = false;
    this.ticking = 0;
    /** When the last picture was drawn, ms. */
    this.clock = 0;
    /** The frame that was asked for last. */
    this.asked = -1;
    this.state = "connecting";
    /** @type {SocketSource | import("./stored.js").StaticSource | null} */
    this.source = null;
    /** @type {Promise<SocketSource | import("./stored.js").StaticSource> | null} */
    this.opened = null;
  }

  /** Where its frames come from. */
  async #open() {
    /** @type {Partial<import("./source.js").Listener>} */
    const listener = {
      onHeader: (message) => this.#header(message),
      onFrames: () => this.#came(),
      onState: ({ state }) => { this.state = state; },
      onEnd: ({ state }) => {
        this.state = state;
        if (this.told.onEnd) this.#wake();
      },
      onRestart: () => { this.joined = false; },
      onLink: (status) => this.told.onLink?.(status),
      onError: (error) => this.told.onError?.(error),
    };
    const { frames, socket } = this.root.dataset;
    if (!frames) return new SocketSource(socket ?? "", this.store, listener, { fill: false });
    const { StaticSource } = await import("./stored.js");
    return new StaticSource(frames, this.store, listener);
  }

  /** Wake up or go to rest. @param {boolean} inSight */
  async see(inSight) {
    this.inSight = inSight;
    if (!inSight) {
      this.source?.stop();
      cancelAnimationFrame(this.ticking);
      this.ticking = 0;
      return;
    }
    try {
      this.store.view ??= await import(new URL(this.root.dataset.view ?? "", document.baseURI).href);
      this.opened ??= this.#open();
      this.source = await this.opened;
    } catch (error) {
      // There is no connection, or the page is being left.
      this.opened = null;
      this.told.onError?.({ code: "view", message: NOTICES.noView(messageOf(error)) });
      return;
    }
    if (!this.inSight) return;
    this.source.start();
    this.#wake();
  }

  /** @param {{state: string}} message */
  #header(message) {
    this.state = message.state;
    if (this.joined || !this.store.total) return;
    this.#join(OVER.has(this.state) ? Math.floor(this.store.total * JOIN_AT) : this.store.total - 1);
  }

  /** @param {number} n */
  async #join(n) {
    this.joined = true;
    this.following = !OVER.has(this.state);
    if (!(await this.source?.need(n))) return;
    this.head.seek(n);
    this.#draw();
    this.#wake();
  }

  #over() {
    if (this.told.onEnd) this.told.onEnd(this);
    else this.#join(0);
  }

  /** The newest frame, without the way there, for pages without motion. */
  async showLatest() {
    if (this.joined && this.store.total) await this.#join(this.store.total - 1);
    if (OVER.has(this.state) && this.head.n === this.store.total - 1) this.#over();
  }

  /** Play a match that is over again. */
  again() {
    this.#join(Math.floor(this.store.total * JOIN_AT));
  }

  close() {
    this.see(false);
    this.board.close();
  }

  #came() {
    if (!this.joined) this.#join(OVER.has(this.state) ? 0 : this.store.total - 1);
    this.#wake();
  }

  #wake() {
    if (this.ticking || !this.inSight || !this.drawn || this.calm) return;
    this.clock = performance.now();
    this.ticking = requestAnimationFrame((now) => this.#tick(now));
  }

  /** @param {number} now  ms */
  #tick(now) {
    this.ticking = 0;
    const passed = now - this.clock;
    if (passed >= FRAME_MS) {
      this.clock = now;
      const over = OVER.has(this.state);
      const behind = this.following ? this.store.total - 1 - this.head.n : 0;
      const status = this.head.advance(Math.min(passed, 200), Math.max(1, behind / 4));
      this.#draw();
      this.#readAhead(status);
      if (status === "ended") {
        // A live board sleeps until frames come.
        if (over) this.#over();
        return;
      }
    }
    this.ticking = requestAnimationFrame((t) => this.#tick(t));
  }

  /** @param {string} status */
  #readAhead(status) {
    const ahead = Math.min(this.head.n + AHEAD, this.store.total - 1);
    const missing = status === "waiting" || !this.store.frame(ahead);
    if (!this.source || !missing || this.asked === ahead || ("reading" in this.source && this.source.reading)) return;
    this.asked = ahead;
    this.source.need(status === "waiting" ? this.head.n + 1 : ahead);
  }

  #draw() {
    if (!this.store.view || !this.store.total) return;
    this.drawn = this.board.draw(this.head.n, this.calm ? 1 : this.head.progress);
    if (this.drawn) this.told.onDrawn?.(this);
  }
}

/** The page may do without the player's styles; the boards' own are added where they lack. */
const styled = new Promise((done) => {
  if (getComputedStyle(document.documentElement).getPropertyValue("--seat-0")) {
    done(undefined);
    return;
  }
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL("./seats.css", import.meta.url).href;
  link.onload = link.onerror = done;
  document.head.append(link);
});

/** @type {Map<Element, Thumb>} */
const thumbs = new Map();
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const thumb = thumbs.get(target);
    if (!thumb) continue;
    thumb.near = isIntersecting;
    thumb.see(isIntersecting && !document.hidden);
  }
});

/** Begin to show a board. @param {HTMLElement} root  an element with data-board @param {Told} [told] */
export function mountThumb(root, told) {
  const thumb = thumbs.get(root) ?? new Thumb(root, told);
  thumbs.set(root, thumb);
  seen.observe(root);
  return thumb;
}

/** Mount every board below an element; boards that have left the page are let go. @param {ParentNode} [root] */
export function mountThumbs(root = document) {
  for (const [old, thumb] of thumbs) {
    if (old.isConnected) continue;
    seen.unobserve(old);
    thumb.close();
    thumbs.delete(old);
  }
  for (const element of root.querySelectorAll("[data-board]")) mountThumb(/** @type {HTMLElement} */ (element));
}

document.addEventListener("visibilitychange", () => {
  for (const thumb of thumbs.values()) thumb.see(thumb.near && !document.hidden);
});
// Pages that are changed in part (htmx) bring new boards.
document.addEventListener("htmx:load", () => mountThumbs());
styled.then(() => mountThumbs());
