/**
 * What is known about a match as a whole, gathered frame by frame in order as frames come in:
 * scores by turn, marks and words of events, and CPU time.
 */

/** @typedef {import("./store.js").FrameStore} FrameStore */

/**
 * @typedef {object} GameSummary
 * @property {{n: number, turn: number, lines: number[][]}[]} points  one for each turn: by what
 *   the chart can show, the values by seat
 * @property {{n: number, kind: string, shape: string, seat: number}[]} marks
 * @property {{n: number, turn: number, text: string, seat: number}[]} lines
 */

const SLICE_MS = 8;

/** What the chart can show of a state: each of the view's `series`, or the scores. */
export function linesOf(view, state) {
  return view.series ? view.series.map((line) => line.of(state)) : [view.scores(state)];
}

export class Summary {
  /**
   * @param {FrameStore} store
   * @param {(game: number) => string[]} namesOf  the names by seat of a game
   */
  constructor(store, namesOf) {
    this.store = store;
    this.namesOf = namesOf;
    this.clear();
  }

  clear() {
    /** The frames 0 .. done-1 are in. */
    this.done = 0;
    /** @type {GameSummary[]} */
    this.games = [];
    /** µs used in the game up to and with frame n, by seat of the game. @type {number[][]} */
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
    return this.games[game] ?? { points: [], marks: [], lines: [] };
  }

  #take(n) {
    const { store } = this;
    const frame = store.frame(n);
    const previous = frame.scene === undefined ? this.state : null;
    if (frame.scene !== undefined) this.games[frame.game] = { points: [], marks: [], lines: [] };
    const { view } = store;
    const state = frame.key ?? view.apply(previous, frame.events ?? []);
    const summary = this.games[frame.game];
    const point = { n, turn: frame.turn, lines: linesOf(view, state) };
    const newest = summary.points[summary.points.length - 1];
    if (newest?.turn === frame.turn) summary.points[summary.points.length - 1] = point;
    else summary.points.push(point);
    for (const mark of view.marks(frame, previous)) summary.marks.push({ n, ...mark });
    this.#tell(frame, state, previous, summary.lines);
    this.#charge(frame, point.lines[0].length);
    this.state = state;
    this.done = n + 1;
  }

  #tell(frame, state, previous, lines) {
    const { scene } = this.store.games[frame.game];
    const options = { names: this.namesOf(frame.game), state, previous, scene };
    for (const event of frame.events ?? []) {
      for (const { text, seat } of this.#words(event, options)) {
        lines.push({ n: frame.n, turn: frame.turn, text, seat });
      }
    }
  }

  /** A line for an event, or as many as the view has for it. */
  #words(event, options) {
    const { view } = this.store;
    if (view.tell) return view.tell(event, options);
    const text = view.describe(event, options);
    return text ? [{ text, seat: view.seatOf ? view.seatOf(event, options) : -1 }] : [];
  }

  #charge(frame, seats) {
    const before = frame.scene === undefined ? this.cpu[frame.n - 1] : new Array(seats).fill(0);
    const used = before.slice();
    for (const [seat, micros] of Object.entries(frame.cpu ?? {})) used[Number(seat)] += micros;
    this.cpu[frame.n] = used;
  }
}
