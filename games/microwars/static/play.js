/**
 * Microwars played by a person: orders for each unit, given on the board and listed beside it, and
 * sent all at once.  The turn is then shown step by step.
 */

import { Commander } from "./commander.js";
import { HELD, paint } from "./draw.js";
import { fieldUnder, layout } from "./layout.js";
import { Motion } from "./motion.js";
import { drawPlan } from "./overlay.js";
import { Plan } from "./plan.js";
import { ID, X, Y, forceOf, unitAt } from "./state.js";
import { PLAY } from "./words.js";

/** @import { Controls, Host, Point, Question } from "../../play/contract.js" */
/** @import { DrawOptions, Event, Field, Game, Scene, State, Unit } from "./state.js" */

export const layers = ["points", "traces", "coordinates", HELD];

/** @param {State} state @param {Scene} scene */
export const where = (state, scene) => PLAY.where(state.turn, scene.turns);
/** @param {State} state */
export const turnOf = (state) => (state.over ? state.turn : state.turn - 1);

/** The ways of the arrow keys. @type {Record<string, Field>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** @param {Host<Game>} host @returns {Controls<Game>} */
export const controls = (host) => new MicrowarsControls(host);

class MicrowarsControls {
  keys = PLAY.keys;

  /** The question that is open, @type {Question<Game> | null} */
  asked = null;
  /** and again, but for the time in which its answer is on its way. @type {Question<Game> | null} */
  question = null;
  /** A unit that a mouse points at. @type {Unit | null} */
  pointed = null;
  /** Whether something was done since the question came: then what happened before is in the way. */
  busy = false;

  /** @param {Host<Game>} host */
  constructor(host) {
    this.host = host;
    this.motion = new Motion(host.board);
    this.commander = new Commander(host, {
      isOpen: () => this.question !== null,
      wake: () => this.#wake(),
      submit: () => this.#submit(),
      reveal: (field) => {
        const point = this.#pointOf(field);
        if (point) host.board.reveal(point);
      },
    });
    const { commander } = this;
    const atCursor = () => commander.cursor && commander.use(commander.cursor);
    /** @type {Record<string, () => void>} by key */
    this.acts = {
      Enter: atCursor,
      " ": atCursor,
      m: () => commander.orderAtCursor("move"),
      s: () => commander.orderAtCursor("shoot"),
      n: () => commander.next(1),
      p: () => commander.next(-1),
      x: () => commander.clear(),
      Delete: () => commander.clear(),
      z: () => commander.undo(),
      Backspace: () => commander.undo(),
      Escape: () => commander.unselect(),
    };
    commander.show();
  }

  /** The person acts: nobody waits for pictures. */
  #wake() {
    this.motion.finish();
    this.busy = this.question !== null;
  }

  async #submit() {
    const before = this.question;
    if (!before) return;
    this.question = null;
    this.commander.show();
    const { ok } = await this.host.send(this.commander.plan.answer);
    // Another question may have come meanwhile.
    if (!ok && this.question === null && this.asked === before) this.question = before;
    this.commander.show();
  }

  /** @param {Question<Game>} question */
  ask(question) {
    const { view, state, choices } = question;
    this.asked = question;
    this.motion.know(state);
    this.question = question;
    this.busy = false;
    this.commander.begin(view, choices);
    // A side without units has nothing to decide.
    if (!choices.length) queueMicrotask(() => this.#submit());
    return PLAY.yours(view.turn, this.host.scene.turns, forceOf(view, this.host.seat).counts);
  }

  closed() {
    this.asked = null;
    this.question = null;
    this.commander.show();
  }

  /** @param {Event[]} list */
  events(list) {
    this.motion.play(list);
  }

  end() {
    this.asked = null;
    this.question = null;
    this.commander.plan.begin(null, []);
    this.commander.unselect();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const controlled = event.ctrlKey || event.metaKey;
    if (STEPS[key]) {
      this.#wake();
      this.commander.moveCursor(STEPS[key]);
    } else if (key === "Enter" && controlled) this.#submit();
    else if (this.acts[key] && !controlled) {
      this.#wake();
      this.acts[key]();
    } else return false;
    return true;
  }

  /** The field at a point of the canvas. @param {Point} point @returns {Field | null} */
  #fieldAt(point) {
    const { canvas, options } = this.host.board;
    const ctx = canvas.getContext("2d");
    return ctx && options && fieldUnder(layout(ctx, options), point);
  }

  /** The middle of a field on the canvas. @param {Field} field @returns {Point | null} */
  #pointOf(field) {
    const { canvas, options } = this.host.board;
    const ctx = canvas.getContext("2d");
    if (!ctx || !options) return null;
    const [x, y] = layout(ctx, options).at(...field);
    return { x, y };
  }

  home() {
    const unit = this.commander.chosen;
    return unit && this.#pointOf([unit[X], unit[Y]]);
  }

  /** @param {Point} point */
  tap(point) {
    this.#wake();
    const field = this.#fieldAt(point);
    if (field) this.commander.use(field);
  }

  /** @param {Point | null} point */
  hover(point) {
    const field = point && this.#fieldAt(point);
    const unit = field && this.host.state ? unitAt(this.host.state, ...field) : null;
    const other = unit && unit[ID] !== this.commander.selected ? unit : null;
    if (other === this.pointed) return;
    this.pointed = other;
    this.host.board.redraw();
  }

  /** @param {CanvasRenderingContext2D} ctx @param {DrawOptions} options */
  draw(ctx, options) {
    const { commander: { plan, chosen, mode, cursor }, host: { state }, pointed } = this;
    if (this.motion.draw(ctx, options)) return;
    if (this.busy && this.question) paint(ctx, state, null, 1, { ...options, events: [] });
    const there = (pointed && unitAt(state, pointed[X], pointed[Y])) ?? null;
    const now = { plan, unit: chosen, mode, cursor, pointed: there };
    if (this.question) drawPlan(ctx, layout(ctx, options), options, now);
    else if (there) drawPlan(ctx, layout(ctx, options), options, { ...now, unit: null, cursor: null, plan: new Plan(plan.blocked) });
  }
}
