/**
 * The known frames of a match, and the state after any of them.
 *
 * Frames come in any order; the store keeps the first copy of each.  A state is rebuilt from the nearest earlier
 * key frame or checkpoint: seeking costs at most `CHECKPOINT_EVERY` steps in both directions.
 */

import { messageOf } from "../shared/dom.js";
import { NOTICES } from "./words.js";

/**
 * @typedef {object} Frame
 * @property {number} n        number in the match, from 0
 * @property {number} game     index of the game
 * @property {number} turn     the turn in which the step was played
 * @property {any} [setup]     on the first frame of a game
 * @property {any} [scene]     on the first frame of a game
 * @property {any} [key]       the state after this frame
 * @property {any[]} [events]  what the step changed
 * @property {Record<string, any>} [replies]
 * @property {Record<string, number>} [cpu]  µs by seat of the game
 * @property {any} [outcome]   on the last frame of a game
 */

/** @typedef {{first: number, setup: any, scene: any}} GameStart */

const CHECKPOINT_EVERY = 32;
/** A drawing needs the state and the one before; a playhead asks for neighbours of both. */
const RECENT = 8;

/** The frames contradict each other or the view cannot read them. */
export class DamagedReplay extends Error {}

export class FrameStore {
  /** @type {any} the game's view module */
  view = null;
  /** People who have left the match while it runs, by seat of the match. @type {Map<number, {reason: string}>} */
  left = new Map();
  /** @type {Map<number, Frame>} */
  frames = new Map();
  /** @type {GameStart[]} in order */
  games = [];
  /** @type {Map<number, any>} */
  checkpoints = new Map();
  /** @type {Map<number, any>} */
  recent = new Map();
  /** Number of frames that exist as far as anyone has said. */
  total = 0;
  /** The highest number of a frame that is here. */
  newest = -1;
  /** Frames 0 .. complete-1 are all here. */
  complete = 0;

  /** Forget everything, because the match is being played again. */
  clear() {
    this.left = new Map();
    this.frames = new Map();
    this.games = [];
    this.checkpoints = new Map();
    this.recent = new Map();
    this.total = 0;
    this.newest = -1;
    this.complete = 0;
  }

  /**
   * @param {Frame} frame
   * @returns {boolean} whether it was new
   */
  add(frame) {
    if (!Number.isInteger(frame?.n) || frame.n < 0) {
      throw new DamagedReplay(NOTICES.unnumbered);
    }
    if (this.frames.has(frame.n)) return false;
    this.frames.set(frame.n, frame);
    this.newest = Math.max(this.newest, frame.n);
    if (frame.n >= this.total) this.total = frame.n + 1;
    if (frame.scene !== undefined) {
      this.addGame({ first: frame.n, setup: frame.setup, scene: frame.scene });
    }
    while (this.frames.has(this.complete)) this.complete += 1;
    return true;
  }

  /** @param {GameStart} start */
  addGame(start) {
    if (this.games.some((game) => game.first === start.first)) return;
    this.games.push(start);
    this.games.sort((a, b) => a.first - b.first);
  }

  /** @param {number} n @returns {Frame | undefined} */
  frame(n) {
    return this.frames.get(n);
  }

  /** Index of the game that frame n belongs to. @param {number} n */
  gameAt(n) {
    let index = this.games.length - 1;
    while (index > 0 && this.games[index].first > n) index -= 1;
    return Math.max(0, index);
  }

  /** The last known frame of a game. @param {number} game */
  lastOf(game) {
    const next = this.games[game + 1];
    return (next ? next.first : this.total) - 1;
  }

  /**
   * The first run of missing frames in from ≤ n < to, or null.
   * @param {number} from
   * @param {number} to
   * @returns {[number, number] | null}
   */
  missing(from, to) {
    if (to <= this.complete) return null;
    let start = Math.max(from, 0);
    if (start < this.complete) start = this.complete;
    while (start < to && this.frames.has(start)) start += 1;
    if (start >= to) return null;
    let end = start + 1;
    while (end < to && !this.frames.has(end)) end += 1;
    return [start, end];
  }

  /**
   * The state after frame n, or null while frames that lead to it are missing.
   * @param {number} n
   */
  stateAt(n) {
    const start = this.#nearest(n);
    if (start === null) return null;
    let { at, state } = start;
    while (at < n) {
      at += 1;
      state = this.#step(state, /** @type {Frame} */ (this.frames.get(at)));
      if (at % CHECKPOINT_EVERY === 0) this.checkpoints.set(at, state);
    }
    this.recent.set(n, state);
    if (this.recent.size > RECENT) this.recent.delete([...this.recent.keys()][0]);
    return state;
  }

  /** The nearest known state at or before n with every frame between them here. @param {number} n */
  #nearest(n) {
    for (let at = n; at >= 0; at -= 1) {
      const frame = this.frames.get(at);
      if (!frame) return null;
      const state = frame.key ?? this.recent.get(at) ?? this.checkpoints.get(at);
      if (state !== undefined) return { at, state };
    }
    return null;
  }

  /** @param {any} state @param {Frame} frame */
  #step(state, frame) {
    if (frame.key !== undefined) return frame.key;
    try {
      return this.view.apply(state, frame.events ?? []);
    } catch (error) {
      throw new DamagedReplay(NOTICES.unreadable(frame.n, messageOf(error)));
    }
  }
}
