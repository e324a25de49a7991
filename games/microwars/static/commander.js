/** The orders of a person who plays: which unit is selected, where the cursor is, and what a tap there orders. */

import { Desk } from "./desk.js";
import { blockedOf } from "./draw.js";
import { Plan, doings, orderWords } from "./plan.js";
import { unitWords } from "./reach.js";
import { ID, OWNER, X, Y, apart, place, specOf, unitAt } from "./state.js";
import { PLAY, capital } from "./words.js";

/** @import { Host } from "../../play/contract.js" */
/** @import { Choice, Field, Game, State, Unit } from "./state.js" */
/** @import { Mode } from "./desk.js" */

export class Commander {
  /** The effect of a tap on the board. @type {Mode} */
  mode = "move";
  /** The id of the selected unit, -1 for none. */
  selected = -1;
  /** @type {Field | null} */
  cursor = null;

  /**
   * @param {Host<Game>} host
   * @param {{isOpen: () => boolean, wake: () => void, submit: () => void, reveal: (field: Field) => void}} hooks
   */
  constructor(host, hooks) {
    this.host = host;
    this.hooks = hooks;
    this.plan = new Plan(blockedOf(host.scene));
    this.desk = new Desk(host.root, {
      mode: (mode) => this.setMode(mode),
      next: (way) => this.next(way),
      undo: () => this.undo(),
      clear: () => this.clear(),
      drop: (id) => this.drop(id),
      pick: (id) => this.pick(id),
      end: hooks.submit,
    });
  }

  /** The selected unit. @returns {Unit | null} */
  get chosen() {
    return this.plan.units.find((unit) => unit[ID] === this.selected) ?? null;
  }

  /** A new turn, without orders. @param {State} view @param {Choice[]} choices */
  begin(view, choices) {
    this.plan.begin(view, choices);
    if (!this.chosen) this.selected = this.plan.units[0]?.[ID] ?? -1;
    const unit = this.chosen;
    if (unit) this.cursor = [unit[X], unit[Y]];
    this.show();
  }

  show() {
    const { chosen: unit, plan, mode, selected, host } = this;
    const clashes = plan.clashes.map((field) => place(...field));
    this.desk.show({
      open: this.hooks.isOpen(), mode, plan, selected, turn: host.state?.turn ?? 1,
      unit: unit ? capital(unitWords(unit)) : PLAY.nothingSelected,
      note: clashes.length ? PLAY.clashes(clashes.join(", ")) : "",
    });
    host.board.redraw();
  }

  /** @param {Mode} mode */
  setMode(mode) {
    this.mode = mode;
    this.show();
  }

  unselect() {
    this.selected = -1;
    this.show();
  }

  /** Select a unit. @param {number} id */
  pick(id) {
    const unit = this.plan.units.find((one) => one[ID] === id);
    if (!unit) return;
    this.hooks.wake();
    this.selected = id;
    this.cursor = [unit[X], unit[Y]];
    this.hooks.reveal(this.cursor);
    const text = capital(unitWords(unit));
    this.host.say(this.plan.orders.has(id) ? PLAY.ordered(text, doings(this.plan.of(id))) : text);
    this.show();
  }

  /** The next unit that has no orders, else the next one; `way` −1: the one before. @param {number} way */
  next(way) {
    const ids = this.plan.units.map((unit) => unit[ID]);
    if (!ids.length) return;
    const at = Math.max(ids.indexOf(this.selected), way > 0 ? -1 : 0);
    const inTurn = ids.map((_, i) => ids[(at + way * (i + 1) + 2 * ids.length) % ids.length]);
    this.pick(inTurn.find((id) => !this.plan.orders.has(id)) ?? inTurn[0]);
  }

  /** @param {string} why  it is not possible, empty where it is @param {string} done */
  #tell(why, done) {
    this.host.say(why ? PLAY.impossible(why) : done);
    this.show();
  }

  /** @param {Unit} unit @param {Mode} kind @param {Field} field */
  #order(unit, kind, field) {
    const { plan } = this;
    this.hooks.wake();
    const why = kind === "shoot" ? plan.shoot(unit, field) : plan.go(unit, field);
    this.#tell(why, capital(orderWords(unit, plan.of(unit[ID]))));
  }

  undo() {
    const id = this.plan.undo();
    if (id >= 0) this.selected = id;
    this.#tell(id < 0 ? PLAY.nothingToUndo : "", PLAY.takenBack);
  }

  /** @param {number} id */
  drop(id) {
    this.plan.drop(id);
    this.selected = id;
    this.#tell("", PLAY.takenBack);
  }

  clear() {
    if (this.selected >= 0) this.drop(this.selected);
  }

  /** @param {Field} field */
  #words(field) {
    const { state, seat, names } = this.host;
    const unit = state && unitAt(state, ...field);
    if (unit) return capital(unitWords(unit, unit[OWNER] === seat ? PLAY.your : `${names[unit[OWNER]]}’s`));
    return PLAY.bare(place(...field), this.plan.blocked.has(field.join()));
  }

  /** Handles a tap on a field, or the key for it. @param {Field} field */
  use(field) {
    this.cursor = field;
    const there = this.plan.units.find((unit) => unit[X] === field[0] && unit[Y] === field[1]);
    const unit = this.chosen;
    if (!this.hooks.isOpen()) this.#tell("", this.#words(field));
    else if (there && there !== unit) this.pick(there[ID]);
    else if (there) this.#stay(there);
    else if (!unit) this.#tell("", this.#words(field));
    else this.#order(unit, this.#kindFor(unit, field), field);
  }

  /** A tap on the selected unit itself: it stays. @param {Unit} unit */
  #stay(unit) {
    if (this.plan.of(unit[ID]).goal) this.#order(unit, "move", [unit[X], unit[Y]]);
    else this.pick(unit[ID]);
  }

  /** Nobody can move to where an enemy stands: what is meant is a shot. @param {Unit} unit @param {Field} field @returns {Mode} */
  #kindFor(unit, field) {
    const enemy = this.plan.state && unitAt(this.plan.state, ...field);
    return this.mode === "shoot" || (enemy && apart(unit[X], unit[Y], ...field) <= specOf(unit).reach) ? "shoot" : "move";
  }

  /** @param {Field} way */
  moveCursor([dx, dy]) {
    const [x, y] = this.cursor ?? [1, 1];
    const { width, height } = this.host.scene;
    this.cursor = [Math.min(width, Math.max(1, x + dx)), Math.min(height, Math.max(1, y + dy))];
    this.hooks.reveal(this.cursor);
    this.host.say(this.#words(this.cursor));
    this.show();
  }

  /** @param {Mode} kind */
  orderAtCursor(kind) {
    const unit = this.chosen;
    if (!this.hooks.isOpen()) return;
    if (unit && this.cursor) this.#order(unit, kind, this.cursor);
    else this.#tell(PLAY.noUnit, "");
  }
}
