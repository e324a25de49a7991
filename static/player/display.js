/** The texts, numbers, marks and lists for the frame in view. */

import { find } from "../shared/dom.js";
import { seatsOf } from "./board.js";
import { Chart } from "./chart.js";
import { Drawings } from "./drawings.js";
import { Forecast } from "./forecast.js";
import { captionOf, hidesThings, known, seatsOf as besideOf, tablesOf, valuesOf } from "./knowledge.js";
import { LogPanel } from "./log.js";
import { LogRows } from "./logrows.js";
import { boardStyles, colorSeats, seatMark } from "./palette.js";
import { LineList, SeatsPanel, endsSoFar, showComing } from "./panels.js";
import { SeekBar } from "./seekbar.js";
import { Summary } from "./summary.js";
import { addTab, TablesPanel } from "./tables.js";
import { mountTabs } from "./tabs.js";
import { toldApart } from "./phrases.js";
import { pliesIn, placeOf } from "./timeline.js";
import { CHART, CONTROLS, PANELS } from "./words.js";

/**
 * @typedef {object} Now  the frame in view
 * @property {number} n
 * @property {import("./store.js").Frame} frame
 * @property {import("./timeline.js").Place} place
 * @property {import("./store.js").GameStart} game
 * @property {import("./knowledge.js").Moment} moment  as far as the view shown knows it
 */

const COMING = 8;
const QUIET_MS = 400;
const GATHER_MS = 30;

export class Display {
  /**
   * @param {HTMLElement} root
   * @param {(name: string) => any} part
   * @param {import("./playback.js").Playback} playback
   * @param {{seats: {name: string}[], log_url: string | null}} config
   * @param {(error: Error) => void} fail
   * @param {() => number | null} focus  the seat of the match whose view is shown
   */
  constructor(root, part, playback, config, fail, focus) {
    this.root = root;
    this.part = part;
    this.focus = focus;
    this.playback = playback;
    this.store = playback.store;
    this.fail = fail;
    /** @type {Forecast | null} */
    this.forecast = null;
    /** @type {TablesPanel | null} */
    this.tables = null;
    this.gathering = 0;
    this.saying = 0;
    /** The summary that the panels show. */
    this.shown = "";
    this.names = toldApart(config.seats.map((seat) => seat.name));
    this.summary = new Summary(this.store, (game) => this.#lookOf(game));
    /** @param {number} n */
    const go = (n) => playback.seek(n);
    this.bar = new SeekBar(part("track"), part("range"), go);
    /** @type {import("./advantage.js").Advantage | null} */
    this.advantage = null;
    this.seats = new SeatsPanel(part("seats"));
    this.events = new LineList(part("events"), go, PANELS.noEvents);
    this.chart = new Chart(part("chart"), (turn) => playback.goTo({ game: playback.game, turn, ply: 1 }));
    this.rows = config.log_url ? new LogRows(config.log_url) : null;
    this.log = this.rows ? new LogPanel(part("log"), this.rows, (place) => playback.goTo(place)) : null;
    /** @type {Drawings | null} */
    this.drawings = null;
    mountTabs(find(root, "[role=tablist]"), (panel) => {
      if (panel === part("events")) this.events.reveal();
      if (panel === part("chart")) this.chart.reveal();
      if (panel === this.tables?.root) this.tables.reveal();
      if (this.log && panel === part("log")) this.log.open().then(() => this.#showLog());
    });
  }

  /** The game's view is there: offer what only some have. @param {import("./contract.js").View} view */
  offer(view) {
    this.chart.offer(this.#seriesOf(view));
    this.#offerAdvantage();
    if (view.timeline) this.forecast = new Forecast(this.part("coming"), view.timeline, view.words.turn);
    if (!view.tables) return;
    const list = find(this.root, "[role=tablist]");
    this.tables = new TablesPanel(addTab(list, this.part("chart"), view.words.tables ?? ""));
  }

  /** Draw the advantage under the line of time; its module is loaded after the board. */
  async #offerAdvantage() {
    try {
      const { Advantage } = await import("./advantage.js");
      this.advantage = new Advantage(this.part("advantage"), (n) => this.playback.seek(n));
    } catch {
      return;
    }
    this.shown = "";
    if (this.store.frame(this.playback.head.n)) this.show();
  }

  /** The choices of the chart: those of the game, and the numbers of the viewer's bots. @param {import("./contract.js").View} view */
  #seriesOf(view) {
    const own = [...(this.drawings?.series.keys() ?? [])].map((title) => ({ id: `bot-${title}`, title, partial: true }));
    const usual = view.series ?? (own.length ? [{ id: "points", title: CHART.points }] : []);
    return [...usual, ...own];
  }

  /**
   * Read what the viewer's bots have drawn.  Drawings are an extra: without a log there are none.
   * @returns {Promise<Drawings | null>}
   */
  async readDrawings() {
    const { view } = this.store;
    if (!this.rows || !view.locate) return null;
    try {
      this.drawings = new Drawings(await this.rows.load(), this.names, view.pointSize ?? 2);
    } catch {
      return null; // the tab of the log says why
    }
    this.log?.explain(this.drawings);
    this.chart.offer(this.#seriesOf(view));
    this.shown = "";
    this.show();
    return this.drawings;
  }

  /** Forget the match, which is played again. */
  reset() {
    this.summary.clear();
    this.rows?.clear();
    this.shown = "";
  }

  /** Somebody looks through other eyes: what is known of the match is gathered again. */
  look() {
    if (hidesThings(this.store.view)) this.reset();
    this.gather();
    this.show();
  }

  /** Names by seat of a game. @param {number} game */
  namesOf(game) {
    return seatsOf(this.store.games[game].setup).map((seat) => this.names[seat] ?? PANELS.seat(seat));
  }

  /** Take new frames into the summary, a slice at a time, and show what that changes. */
  gather() {
    this.gathering ||= window.setTimeout(() => {
      this.gathering = 0;
      try {
        if (this.summary.extend()) this.gather();
        else if (this.playback.over && this.summary.done === this.store.total) this.#tell();
        if (this.store.frame(this.playback.head.n)) this.show();
      } catch (error) {
        this.fail(/** @type {Error} */ (error));
      }
    }, GATHER_MS);
  }

  /** The whole match is summed up: others on the page may use the scores, by seat of the match. */
  #tell() {
    const games = this.summary.games.map(({ points }, game) => {
      const seats = seatsOf(this.store.games[game].setup);
      return points.map(({ turn, scores }) => ({
        game, turn, scores: this.names.map((_, seat) => scores[seats.indexOf(seat)] ?? null),
      }));
    });
    const { turn: turnWord, game: gameWord } = this.store.view.words;
    const detail = { games, turnWord, gameWord };
    this.root.dispatchEvent(new CustomEvent("player-summary", { bubbles: true, detail }));
  }

  /** Show everything that goes with the frame in view. */
  show() {
    const { store } = this;
    const { n } = this.playback.head;
    const state = store.stateAt(n);
    const frame = store.frame(n);
    if (state === null || !frame) return;
    const game = store.games[frame.game];
    const previous = frame.scene === undefined ? store.stateAt(n - 1) : null;
    const whole = { view: store.view, frame, state, previous, scene: game.scene, ...this.#lookOf(frame.game) };
    const now = { n, frame, place: placeOf(store, n), game, moment: known(whole) };
    this.#showSummary(now);
    this.#showPlace(now);
    this.#showSeats(now);
    this.events.mark(n);
    this.tables?.show(tablesOf(now.moment), seatsOf(game.setup));
    this.chart.mark(now.place.turn, [...valuesOf(now.moment), ...this.#drawnValues(frame.game, now.place.turn, game)]);
    const coming = store.view.timelineItems?.(now.game.scene, now.place.turn) ?? [];
    showComing(this.part("coming"), state.over ? [] : coming.slice(0, COMING), store.view.words.turn);
    this.forecast?.show(now.game.scene, now.place.turn);
    this.#showLog();
  }

  /** How far the game in view is known: it grows while it runs and while it is read. */
  showSpan() {
    const { game } = this.playback;
    if (!this.store.games.length) return;
    const [first, last] = [this.store.games[game].first, this.store.lastOf(game)];
    this.bar.span(first, last, this.store.complete);
    this.advantage?.within(first, last);
  }

  /** @param {Now} now */
  #showPlace({ n, frame, place, game, moment }) {
    const { words, turns } = this.store.view;
    this.part("turn").textContent = `${words.turn} ${place.turn}/${turns(game.scene)}`;
    const which = this.store.games.length > 1 ? `${words.game} ${frame.game + 1}, ` : "";
    // A view that has no word for plies has one in each turn.
    const turn = `${which}${words.turn} ${place.turn}`;
    const where = words.ply === null ? turn : CONTROLS.ply(turn, place.ply, pliesIn(this.store, n));
    this.showSpan();
    this.bar.move(n, where);
    this.advantage?.mark(n, words.turn);
    this.#say(`${where}: ${captionOf(moment)}`);
  }

  /** @param {Now} now */
  #showSeats({ n, frame, game, moment }) {
    const marked = document.querySelectorAll("[data-seat-colors]");
    colorSeats([this.root, .../** @type {NodeListOf<HTMLElement>} */ (marked)], seatsOf(game.setup), this.#roles());
    this.seats.show({
      seats: seatsOf(game.setup),
      cpu: this.summary.cpu[n] ?? null,
      ends: frame.outcome?.seats ?? endsSoFar(this.store.left, seatsOf(game.setup)),
      ...besideOf(moment),
      roles: this.#roles(),
    });
  }

  /** By seat of the game: what it is there, and its colour on the board. */
  #roles() {
    return this.store.view.roles?.() ?? [];
  }

  /** Names by seat of a game, and the seat whose eyes one looks through. @param {number} game */
  #lookOf(game) {
    return { names: this.namesOf(game), seat: this.#viewOf(this.store.games[game]) };
  }

  /** The seat of a game whose view is shown, or null. @param {import("./store.js").GameStart} game */
  #viewOf({ setup }) {
    const seat = this.focus();
    const at = seat === null ? -1 : seatsOf(setup).indexOf(seat);
    return at < 0 ? null : at;
  }

  /** Marks, events and chart of the game in view, when there are new ones. @param {Now} now */
  #showSummary({ frame, game }) {
    const summary = this.summary.game(frame.game);
    const shown = [frame.game, summary.points.length, summary.marks.length, summary.lines.length, summary.hidden].join();
    if (shown === this.shown) return;
    this.shown = shown;
    const seats = seatsOf(game.setup);
    const styles = boardStyles(seats, this.#roles());
    this.bar.show([...summary.marks, ...this.#drawnMarks(frame.game, summary, seats)], seats, styles);
    for (const line of summary.lines) {
      if (line.seat >= 0) line.mark ??= seatMark(seats[line.seat]);
    }
    this.events.show(summary.lines, summary.hidden);
    const points = summary.points.map((point) => ({
      ...point, lines: [...point.lines, ...this.#drawnValues(frame.game, point.turn, game)],
    }));
    this.advantage?.show(summary.points, game.setup, this.names, styles);
    this.chart.show(points, seats, this.names, this.store.view.words.turn);
  }

  /** @param {number} game @param {number} turn @param {import("./store.js").GameStart} start */
  #drawnValues(game, turn, { setup }) {
    return this.drawings?.valuesOf(game, turn, seatsOf(setup)) ?? [];
  }

  /** Marks of bots at the first frames of their turns. @param {number} game @param {import("./summary.js").GameSummary} summary @param {number[]} seats */
  #drawnMarks(game, { points }, seats) {
    const own = this.drawings?.marks.filter((mark) => mark.game === game) ?? [];
    return own.flatMap(({ turn, seat }) => {
      const point = points.find((each) => each.turn >= turn);
      return point ? [{ n: point.n, kind: "drawn", shape: "flag", seat: seats.indexOf(seat) }] : [];
    });
  }

  #showLog() {
    const { n } = this.playback.head;
    if (this.log && this.store.frame(n)) this.log.mark(placeOf(this.store, n));
  }

  /** The caption is for the eye at once; the status is for the ear, when things have settled. @param {string} words */
  #say(words) {
    const text = words[0].toUpperCase() + words.slice(1);
    const caption = this.part("caption");
    caption.textContent = text;
    caption.title = text;
    this.part("board").setAttribute("aria-label", CONTROLS.board(text));
    clearTimeout(this.saying);
    this.saying = window.setTimeout(() => {
      if (!this.playback.playing) this.part("status").textContent = text;
    }, QUIET_MS);
  }
}
