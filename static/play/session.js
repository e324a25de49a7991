/**
 * A match as one seat has been told it: the messages so far, made into what the page shows.
 *
 * The same messages always make the same session, so that a page that was closed and opened again
 * shows the same.
 */

import { LINES } from "./words.js";

/**
 * @typedef {object} Step  one thing to show on the board
 * @property {any} state
 * @property {any} previous
 * @property {any[]} events
 * @property {boolean} [same]  as after the step before, told once more
 */

/** @typedef {{turn: string, text: string, seat: number}} Line  seat of the match, -1 for nobody */

/** The reason of a person who chose to leave. */
const BY_CHOICE = "left the match";

export class Play {
  /**
   * A game of the match.
   * @param {any} start  the message
   * @param {number[]} seats  seats of the match by seat of the game
   * @param {string[]} names  the same
   */
  constructor(start, seats, names) {
    this.number = start.game;
    this.seat = start.seat;
    this.seats = seats;
    this.names = names;
    this.setup = { seats: start.seats.map((/** @type {object} */ seat, /** @type {number} */ i) => ({ ...seat, index: seats[i] })) };
    this.scene = start.scene;
    /** @type {any} as it is drawn */
    this.state = null;
    /** The seat's view, as the engine sends it. */
    this.view = start.view;
    /** @type {any} */
    this.outcome = null;
  }
}

export class Session {
  /**
   * @param {import("./contract.js").Modules} modules  of the game
   * @param {{name: string, full?: string}[]} seats  of the match: names for people, and as the judger has them
   */
  constructor(modules, seats) {
    this.modules = modules;
    this.seats = seats;
    this.state = "connecting";
  }

  /** @type {Play | null} */
  play = null;
  /** @type {import("./contract.js").Question | null} */
  question = null;
  /** The reason why the first question waits. @type {{type: "waiting" | "countdown", until: number, seconds: number} | null} */
  opening = null;
  /** People who have left, by seat of the match. @type {Map<number, {reason: string}>} */
  left = new Map();
  /** The question that was closed last, and why. @type {{ask: number, why: "taken" | "late"} | null} */
  closed = null;
  /** @type {any} the outcome of the match */
  final = null;
  /** How it ended for the person, in sentences. */
  told = "";
  /** Why nothing more comes, where there is no result. */
  why = "";
  /** @type {Line[]} */
  lines = [];
  /** Events since the person's last answer, in words. @type {string[]} */
  news = [];

  /** Forget the match, which is told again from its start. */
  clear() {
    this.play = null;
    this.question = null;
    this.opening = null;
    this.left = new Map();
    this.closed = null;
    this.final = null;
    this.told = "";
    this.why = "";
    this.lines = [];
    this.news = [];
  }

  /** @returns {boolean} whether nothing more will come */
  get over() {
    // A match that was over before the page came says how it ended only after its state.
    return this.final !== null || this.why !== "";
  }

  /**
   * Why the person's seat was given up; empty where it was not, or where they chose to leave.
   * @param {number} seat  of the match
   */
  givenUp(seat) {
    const ended = this.final?.seats[seat];
    const { reason = "" } = this.left.get(seat) ?? (ended?.end === "left" ? ended : {});
    return reason === BY_CHOICE ? "" : reason;
  }

  /** @param {any} message @returns {Step | null} what there is to see of it */
  take(message) {
    switch (message.type) {
      case "hello": this.state = message.state; return null;
      case "state": this.state = message.state; return null;
      case "restart": this.clear(); this.state = "running"; return null;
      case "start": return this.#start(message);
      case "waiting": case "countdown": this.opening = message; return null;
      case "left": return this.#leave(message);
      case "events": return this.#events(message.events);
      case "ask": return this.#ask(message);
      case "note": return this.#look(message);
      case "remark": this.#line(message.text, this.play?.seat ?? -1); return null;
      case "taken": this.news = []; return this.#close("taken", message.ask);
      case "late": return this.#close("late", message.ask);
      case "end": return this.#end(message);
      case "over": return this.#over(message);
      case "closed":
        this.state = message.state;
        this.why = message.message;
        this.question = null;
        return null;
      default: return null;
    }
  }

  /** @param {any} message */
  #start(message) {
    this.state = "running";
    this.question = null;
    const seats = this.#seatsOf(message);
    const play = new Play(message, seats, seats.map((seat) => this.#nameOf(seat)));
    this.play = play;
    play.state = this.#seen(play, message, null);
    if (message.game > 0) this.#line(LINES.begins(this.#word("game"), message.game + 1), -1);
    return { state: play.state, previous: null, events: [] };
  }

  /** @param {number} seat  of the match */
  #nameOf(seat) {
    return this.seats[seat]?.name ?? LINES.seat(seat);
  }

  /**
   * The match's seats in the game's order; said, or as the names tell.
   * @param {{seats: {name: string, index?: number}[], seat: number, index: number}} start
   * @returns {number[]}
   */
  #seatsOf({ seats, seat, index }) {
    const free = this.seats.map((_, number) => number).filter((number) => number !== index);
    return seats.map(({ name, index: said }, number) => {
      if (said !== undefined) return said;
      if (number === seat) return index;
      const at = Math.max(0, free.findIndex((other) => (this.seats[other].full ?? this.seats[other].name) === name));
      return free.splice(at, 1)[0];
    });
  }

  /**
   * The seat's view as a state that can be drawn.
   * @param {Play} play
   * @param {any} message
   * @param {any} previous
   */
  #seen({ scene, seat }, { view, prompt = null, choices = null }, previous) {
    return this.modules.play.stateOf?.(view, { scene, seat, previous, prompt, choices }) ?? view;
  }

  /** @param {any[]} events @returns {Step | null} */
  #events(events) {
    const { play, modules: { view } } = this;
    if (!play || !events.length) return null;
    const previous = play.state;
    // Games that hide something send some events only to some seats: their seats see only their own views.
    if (view && !this.modules.play.stateOf) play.state = view.apply(previous, events);
    for (const event of events) this.#tell(play, event, previous);
    return { state: play.state, previous, events };
  }

  /** @param {Play} play @param {any} event @param {any} previous */
  #tell(play, event, previous) {
    const { view } = this.modules;
    if (!view) return;
    const { names, scene, state } = play;
    const options = { names, scene, state, previous };
    const seat = view.seatOf?.(event, options) ?? -1;
    const plain = view.describe(event, { ...options, all: true });
    if (plain && seat !== play.seat) this.news.push(plain);
    const told = view.describe(event, options);
    if (told) this.#line(told, seat);
  }

  /** @param {string} text @param {number} seat  of the game, −1 for nobody */
  #line(text, seat) {
    const { play, modules } = this;
    const turn = play?.state && modules.play.turnOf?.(play.state);
    this.lines.push({ turn: String(turn ?? ""), text, seat: seat < 0 || !play ? -1 : play.seats[seat] });
  }

  /** @param {{seat: number, reason: string}} message */
  #leave({ seat, reason }) {
    this.left.set(seat, { reason });
    const name = this.#nameOf(seat);
    this.lines.push({ turn: "", text: reason === BY_CHOICE ? `${name} ${reason}` : LINES.left(name, reason), seat });
    return null;
  }

  /** @param {any} message @returns {Step | null} */
  #ask(message) {
    this.opening = null;
    const step = this.#look(message);
    if (step) this.question = { ...message, state: step.state };
    return step;
  }

  /** Why a question is open no more. @param {number} ask @returns {"taken" | "late" | "gone"} */
  fateOf(ask) {
    return this.closed?.ask === ask ? this.closed.why : "gone";
  }

  /** The seat's present view. @param {any} message @returns {Step | null} */
  #look(message) {
    const { play, modules } = this;
    if (!play) return null;
    const previous = play.state;
    play.view = message.view;
    play.state = this.#seen(play, message, previous);
    const options = { names: play.names, scene: play.scene, state: play.state, previous, seat: play.seat };
    for (const { text, seat } of modules.play.tell?.(message.prompt, options) ?? []) {
      this.#line(text, seat);
      this.news.push(text);
    }
    // Seats that receive events have seen the change.
    const same = previous !== null && !modules.play.stateOf;
    return { state: play.state, previous, events: [], same };
  }

  /** @param {"taken" | "late"} why @param {number} ask */
  #close(why, ask) {
    if (this.question?.ask === ask) {
      this.question = null;
      this.closed = { ask, why };
    }
    return null;
  }

  /** @param {any} message @returns {Step | null} */
  #end(message) {
    const { play } = this;
    this.question = null;
    if (!play) return null;
    play.outcome = message.outcome;
    if (message.view === undefined) return null;
    const previous = play.state;
    play.view = message.view;
    play.state = this.#seen(play, message, previous);
    return { state: play.state, previous, events: [] };
  }

  /** @param {{outcome: any, told?: string}} message */
  #over(message) {
    this.question = null;
    this.final = message.outcome;
    this.told = message.told ?? "";
    this.state = "finished";
    return null;
  }

  /** @param {"turn" | "game"} name */
  #word(name) {
    return this.modules.view?.words?.[name] ?? name;
  }
}
