/**
 * Moving in time: play, seek, follow.  Knows the frames and the playhead, and nothing of the page.
 */

import { OVER } from "./source.js";
import { findPlace, Playhead } from "./timeline.js";

/** A live match is caught up with within about this time. */
const CATCH_UP_MS = 800;
const USUAL_PLY_MS = 60;
/** A tab in the background gets no ticks; it goes on where it was, not where it would be. */
const LONGEST_TICK_MS = 200;
/** A page out of sight draws no pictures; a seek there waits this long for one. */
const NO_PICTURE_MS = 100;

/**
 * @typedef {object} Hooks
 * @property {() => void} redraw           the picture is out of date
 * @property {() => void} moved            another frame is in view
 * @property {() => void} settled          somebody chose this frame, or the match is at its end
 * @property {() => void} changed          `playing` or `live` is another
 * @property {(error: Error) => void} fail  frames cannot be read
 */

export class Playback {
  /**
   * @param {import("./store.js").FrameStore} store
   * @param {Hooks} hooks
   */
  constructor(store, hooks) {
    this.store = store;
    this.hooks = hooks;
    /** When the last tick was, ms. */
    this.clock = 0;
    this.head = new Playhead(store);
    /** @type {any} where frames are asked for */
    this.source = null;
    /** The match's state. */
    this.state = "connecting";
    this.playing = false;
    /** Stay at the newest frame of a running match. */
    this.live = false;
    this.seeks = 0;
    this.ticking = 0;
    /** The frame of the newest seek, which is not in view yet. @type {number | null} */
    this.wish = null;
    /** Until the frame in view is on the screen. @type {Promise<void> | null} */
    this.arriving = null;
  }

  /** No frame can come any more. */
  get over() {
    return OVER.has(this.state);
  }

  /** Index of the game in view. */
  get game() {
    return this.store.gameAt(this.head.n);
  }

  /** The frame in view, or the one that will be. */
  get aim() {
    return this.wish ?? this.head.n;
  }

  /** Forget where we were, for a match that is played again. */
  reset() {
    this.seeks += 1;
    this.wish = null;
    this.head.clip = null;
    this.head.seek(0);
    this.live = false;
    this.play(false);
  }

  /**
   * Pause at frame n, reading it first where need be.  One seek comes into view for each picture: of
   * those that wait for a picture only the newest.
   * @param {number} n  clamped to the frames there are
   * @param {{quiet?: boolean}} [options]  quiet: nobody chose this, so do not call it settled
   * @returns {Promise<boolean>} false where another seek came between
   */
  async seek(n, { quiet = false } = {}) {
    if (!this.store.total) return false;
    const target = Math.min(Math.max(n, 0), this.store.total - 1);
    const mine = this.#begin();
    this.wish = target;
    if (this.arriving) await this.arriving;
    if (mine !== this.seeks) return false;
    const here = await this.#have(target);
    if (mine !== this.seeks) return false;
    this.wish = null;
    if (!here) return false;
    this.#arrive(target);
    if (!quiet) this.hooks.settled();
    return true;
  }

  /** Pause at a place of the address. @param {import("./timeline.js").Place} place */
  async goTo(place) {
    const n = await this.#find(place, this.#begin());
    if (n !== null) await this.seek(n);
  }

  /**
   * The frame at a place; those that lead to it are read where need be.
   * @param {import("./timeline.js").Place} place
   * @param {number} mine  the seek for which it is asked
   * @returns {Promise<number | null>} null where there is none, or another seek came between
   */
  async #find(place, mine) {
    while (this.store.games.length) {
      const found = findPlace(this.store, place);
      if ("n" in found) return found.n;
      if (!(await this.source.needFrame(found.read)) || mine !== this.seeks) return null;
    }
    return null;
  }

  /**
   * Pause at the start of a range of turns, all of whose frames are read.
   * @param {import("./address.js").Clip} clip
   * @returns {Promise<{first: number, last: number} | null>} its frames; null where another seek came between
   */
  async toRange({ game, from, to }) {
    const mine = this.#begin();
    const first = await this.#find({ game, turn: from, ply: from ? 1 : 0 }, mine);
    const next = first === null ? null : await this.#find({ game, turn: to + 1, ply: 1 }, mine);
    if (first === null || next === null) return null;
    const last = (this.store.frame(next)?.turn ?? 0) > to ? Math.max(first, next - 1) : next;
    for (let n = first; n <= last; n += 1) {
      if (!(await this.#have(n)) || mine !== this.seeks) return null;
    }
    return (await this.seek(first, { quiet: true })) ? { first, last } : null;
  }

  /** Go to the newest frame of a running match and stay with it. */
  async goLive() {
    if (!(await this.seek(this.store.total - 1, { quiet: true }))) return;
    this.live = !this.over;
    this.play(this.live);
  }

  toggle() {
    if (this.playing) {
      this.live = false;
      this.play(false);
      this.hooks.settled();
      return;
    }
    const ended = this.head.n >= this.store.total - 1;
    if (ended && this.over) this.head.seek(this.store.games[this.game].first);
    this.play(true);
  }

  /** @param {boolean} on */
  play(on) {
    this.playing = on;
    if (on && !this.ticking) {
      this.clock = performance.now();
      this.ticking = requestAnimationFrame((now) => this.#tick(now));
    }
    this.hooks.changed();
  }

  #begin() {
    this.live = false;
    this.play(false);
    this.seeks += 1;
    this.wish = null;
    return this.seeks;
  }

  /** @param {number} n */
  #arrive(n) {
    this.head.seek(n);
    this.head.finish();
    this.hooks.redraw();
    this.hooks.moved();
    this.arriving = nextPicture().then(() => { this.arriving = null; });
  }

  /** Whether the state after frame n is here now. @param {number} n @returns {Promise<boolean>} */
  async #have(n) {
    try {
      return await this.source.need(n);
    } catch (error) {
      this.hooks.fail(/** @type {Error} */ (error));
      return false;
    }
  }

  /** @param {number} now  ms */
  #tick(now) {
    this.ticking = 0;
    if (!this.playing) return;
    const before = this.head.n;
    const passed = Math.min(now - this.clock, LONGEST_TICK_MS);
    this.clock = now;
    let status;
    try {
      status = this.head.advance(passed, this.#hurry());
    } catch (error) {
      this.hooks.fail(/** @type {Error} */ (error));
      return;
    }
    this.hooks.redraw();
    if (this.head.n !== before) this.hooks.moved();
    if (status === "ended") {
      this.#atEnd();
      return;
    }
    if (status === "waiting") this.#have(this.head.n + 1);
    this.ticking = requestAnimationFrame((t) => this.#tick(t));
  }

  /** At the end of what there is: a running match goes on when frames come. */
  #atEnd() {
    this.live = !this.over;
    if (this.live) {
      this.hooks.changed();
      return;
    }
    this.play(false);
    this.hooks.settled();
  }

  #hurry() {
    if (!this.live) return 1;
    const behind = (this.store.total - 1 - this.head.n) * USUAL_PLY_MS;
    return Math.max(1, behind / CATCH_UP_MS);
  }
}

/** @returns {Promise<unknown>} */
const nextPicture = () => new Promise((done) => {
  requestAnimationFrame(done);
  setTimeout(done, NO_PICTURE_MS);
});
