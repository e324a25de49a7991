/**
 * Time in a match: which frame is which ply of which turn, and how fast they pass.
 *
 * A *place* is what an address names: game (from 0), turn, and ply within the turn.  Plies count
 * from 1; ply 0 is the first frame of a game, before anything is played.
 */

/** @typedef {import("./store.js").FrameStore} FrameStore */
/** @typedef {{game: number, turn: number, ply: number}} Place */

/** Where a view has no `pace` of its own. */
const TURN_MS = 250;
const START_MS = 700;
const END_MS = 1600;
const LONGEST_PLY_MS = 250;

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];

/**
 * The place of frame n.  Where frames before it are missing, the ply is as far as is known.
 * @param {FrameStore} store
 * @param {number} n
 * @returns {Place}
 */
export function placeOf(store, n) {
  const frame = store.frame(n);
  if (!frame) return { game: store.gameAt(n), turn: 0, ply: 0 };
  return { game: frame.game, turn: frame.turn, ply: n - turnStart(store, n) };
}

/**
 * A frame that is here.
 * @param {FrameStore} store
 * @param {number} n
 */
const known = (store, n) => /** @type {import("./store.js").Frame} */ (store.frame(n));

/** The frame just before the first ply of n's turn. @param {FrameStore} store @param {number} n */
function turnStart(store, n) {
  const { game, turn } = known(store, n);
  let at = n;
  for (let prior = store.frame(at - 1); prior; prior = store.frame(at - 1)) {
    if (prior.game !== game || prior.turn !== turn) break;
    at -= 1;
  }
  return known(store, at).scene === undefined ? at - 1 : at;
}

/** How long an animation may last. @param {FrameStore} store */
function motionOf({ view }) {
  return view?.pace ? Math.max(LONGEST_PLY_MS, view.pace / 2) : LONGEST_PLY_MS;
}

/** Plies of the turn that frame n belongs to, as far as they are known. @param {FrameStore} store @param {number} n */
export function pliesIn(store, n) {
  const { game, turn } = known(store, n);
  let end = n;
  for (let next = store.frame(end + 1); next; next = store.frame(end + 1)) {
    if (next.game !== game || next.turn !== turn) break;
    end += 1;
  }
  return end - turnStart(store, n);
}

/**
 * The frame at a place, or a frame that must be read first to find it.
 *
 * A turn that was not reached gives the last frame of the game; ply 0 of a later turn, its first.
 * @param {FrameStore} store
 * @param {Place} place
 * @returns {{n: number} | {read: number}}
 */
export function findPlace(store, { game, turn, ply }) {
  const index = Math.min(Math.max(game, 0), store.games.length - 1);
  const { first } = store.games[index];
  const last = store.lastOf(index);
  let low = first;
  let high = last + 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const frame = store.frame(middle);
    if (!frame) return { read: middle };
    if (frame.turn < turn) low = middle + 1;
    else high = middle;
  }
  if (low > last) return { n: last };
  // The first frame of a game is its ply 0; every other turn begins with ply 1.
  let n = low;
  for (let left = low === first ? ply : ply - 1; left > 0 && n < last; left -= 1) {
    const next = store.frame(n + 1);
    if (!next) return { read: n + 1 };
    if (next.turn !== known(store, low).turn || next.game !== index) break;
    n += 1;
  }
  return { n };
}

/**
 * How long frame n stays before the next, at single speed; `pace` of the view says it for steps.
 * @param {FrameStore} store
 * @param {number} n
 * @returns {number} ms
 */
export function durationOf(store, n) {
  const frame = store.frame(n);
  if (!frame) return LONGEST_PLY_MS;
  if (frame.outcome) return END_MS;
  if (frame.scene !== undefined) return START_MS;
  if (store.view?.pace) return store.view.pace;
  return Math.min(LONGEST_PLY_MS, TURN_MS / Math.max(1, pliesIn(store, n)));
}

/**
 * A playhead: a frame and the time it has been shown, moved by real time.
 * It knows nothing of drawing; `advance` says whether it moved.
 */
export class Playhead {
  /** @param {FrameStore} store */
  constructor(store) {
    this.store = store;
    this.n = 0;
    this.shown = 0;
    this.speed = 1;
    this.loop = false;
    /** Frames that are played again and again. @type {{first: number, last: number} | null} */
    this.clip = null;
  }

  /** @param {number} n */
  seek(n) {
    this.n = n;
    this.shown = 0;
  }

  /** Skip the animation of the frame in view. */
  finish() {
    this.shown = Math.min(durationOf(this.store, this.n), motionOf(this.store));
  }

  /** The part of the way from the frame before, 0 to 1, for the animation of this one. */
  get progress() {
    return Math.min(1, this.shown / Math.min(durationOf(this.store, this.n), motionOf(this.store)));
  }

  /**
   * Let time pass.
   * @param {number} ms     real time since the last call
   * @param {number} hurry  factor beyond the speed, to catch up with a live match
   * @returns {"playing" | "waiting" | "ended"}  waiting for frames that are not here yet
   */
  advance(ms, hurry = 1) {
    this.shown += ms * this.speed * hurry;
    for (;;) {
      const duration = durationOf(this.store, this.n);
      if (this.shown < duration) return "playing";
      const next = this.#next();
      if (next === null || this.store.stateAt(next) === null) {
        this.shown = duration;
        return next === null ? "ended" : "waiting";
      }
      this.shown -= duration;
      this.n = next;
    }
  }

  /** At the end of a clip comes its start. With loop on, a game that is over begins again; else the match goes on to its end. */
  #next() {
    if (this.n === this.clip?.last) return this.clip.first;
    if (this.loop && this.store.frame(this.n)?.outcome) {
      return this.store.games[this.store.gameAt(this.n)].first;
    }
    return this.n + 1 < this.store.total ? this.n + 1 : null;
  }
}
