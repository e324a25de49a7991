/**
 * What is known about a match as a whole, gathered frame by frame in order as frames come in:
 * scores by turn, marks and words of events, and CPU time.
 */

/** @typedef {import("./store.js").FrameStore} FrameStore */

/**
 * @typedef {object} GameSummary
 * @property {{n: number, turn: number, scores: number[]}[]} points  one for each turn
 * @property {{n: number, kind: string, shape: string, seat: number}[]} marks
 * @property {{n: number, turn: number, text: string, seat: number}[]} lines
 */

const SLICE_MS = 8;

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
    const scores = view.scores(state);
    const point = { n, turn: frame.turn, scores };
    const newest = summary.points[summary.points.length - 1];
    if (newest?.turn === frame.turn) summary.points[summary.points.length - 1] = point;
    else summary.points.push(point);
    for (const mark of view.marks(frame, previous)) summary.marks.push({ n, ...mark });
    this.#tell(frame, state, previous, summary.lines);
    this.#charge(frame, scores.length);
    this.state = state;
    this.done = n + 1;
  }

  #tell(frame, state, previous, lines) {
    const { scene } = this.store.games[frame.game];
    const options = { names: this.namesOf(frame.game), state, previous, scene };
    for (const event of frame.events ?? []) {
      const text = this.store.view.describe(event, options);
      const seat = text && this.store.view.seatOf ? this.store.view.seatOf(event, options) : -1;
      if (text) lines.push({ n: frame.n, turn: frame.turn, text, seat });
    }
  }

  #charge(frame, seats) {
    const before = frame.scene === undefined ? this.cpu[frame.n - 1] : new Array(seats).fill(0);
    const used = before.slice();
    for (const [seat, micros] of Object.entries(frame.cpu ?? {})) used[Number(seat)] += micros;
    this.cpu[frame.n] = used;
  }
}
