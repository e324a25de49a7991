/**
 * Facts about a match as a whole, gathered frame by frame in order: scores by turn, marks and texts of
 * events, and CPU time. In a seat's view these are the facts that the seat knows.
 */

import { known, linesOf, marksOf, valuesOf } from "./knowledge.js";

/** @typedef {import("./store.js").FrameStore} FrameStore */

/**
 * @typedef {object} GameSummary
 * @property {{n: number, turn: number, lines: (number | null)[][], scores: (number | null)[]}[]} points  one for each
 *   turn: by what the chart can show, the values by seat; the scores by seat, known to everybody
 * @property {{n: number, kind: string, shape: string, seat: number}[]} marks
 * @property {{n: number, turn: number, text: string, seat: number, mark?: Node}[]} lines
 * @property {boolean} hidden  whether the seat in view does not learn of some lines, or of parts of them
 */

const SLICE_MS = 8;

export class Summary {
  /**
   * @param {FrameStore} store
   * @param {(game: number) => {names: string[], seat: number | null}} lookOf  the names by seat of a
   *   game, and the seat whose eyes one looks through
   */
  constructor(store, lookOf) {
    this.store = store;
    this.lookOf = lookOf;
    /** The frames 0 .. done-1 are in. */
    this.done = 0;
    /** @type {GameSummary[]} */
    this.games = [];
    /** µs used in the game up to and with frame n, by seat of the game. @type {number[][]} */
    this.cpu = [];
    /** @type {any} after the last of those frames */
    this.state = null;
  }

  clear() {
    this.done = 0;
    this.games = [];
    this.cpu = [];
    this.state = null;
  }

  /**
   * Take in frames for a few milliseconds.
   * @returns {boolean} whether more are waiting
   */
  extend() {
    const until = performance.now() + SLICE_MS;
    while (this.done < this.store.complete && performance.now() < until) this.#take(this.done);
    return this.done < this.store.complete;
  }

  /** @param {number} game @returns {GameSummary} */
  game(game) {
    return this.games[game] ?? emptyGame();
  }

  /** @param {number} n  of a frame that is here */
  #take(n) {
    const { store } = this;
    const frame = /** @type {import("./store.js").Frame} */ (store.frame(n));
    const previous = frame.scene === undefined ? this.state : null;
    if (frame.scene !== undefined) this.games[frame.game] = emptyGame();
    const { view } = store;
    const state = frame.key ?? view.apply(previous, frame.events ?? []);
    const { scene } = store.games[frame.game];
    this.#add({ view, frame, state, previous, scene, ...this.lookOf(frame.game) });
    this.#charge(frame, view.scores(state).length);
    this.state = state;
    this.done = n + 1;
  }

  /** @param {import("./knowledge.js").Moment} whole */
  #add(whole) {
    const { n, turn, game } = whole.frame;
    const summary = this.games[game];
    const moment = known(whole);
    const point = { n, turn, lines: valuesOf(moment), scores: whole.view.scores(whole.state) };
    const newest = summary.points[summary.points.length - 1];
    if (newest?.turn === turn) summary.points[summary.points.length - 1] = point;
    else summary.points.push(point);
    for (const mark of marksOf(moment)) summary.marks.push({ n, ...mark });
    const lines = linesOf(moment);
    for (const { text, seat } of lines) summary.lines.push({ n, turn, text, seat });
    if (moment !== whole) summary.hidden ||= textsOf(lines) !== textsOf(linesOf({ ...whole, seat: null }));
  }

  /** @param {import("./store.js").Frame} frame @param {number} seats  their number */
  #charge(frame, seats) {
    const before = frame.scene === undefined ? this.cpu[frame.n - 1] : new Array(seats).fill(0);
    const used = before.slice();
    for (const [seat, micros] of Object.entries(frame.cpu ?? {})) used[Number(seat)] += micros;
    this.cpu[frame.n] = used;
  }
}

/** @returns {GameSummary} */
const emptyGame = () => ({ points: [], marks: [], lines: [], hidden: false });

/** @param {{text: string}[]} lines */
const textsOf = (lines) => JSON.stringify(lines.map(({ text }) => text));
