/** The orders of a turn before they are given: what each unit shoots at, and where it is to go. */

import { counted } from "../../player/phrases.js";
import { ID, X, Y, apart, place, specOf, unitAt } from "./state.js";

/** @import { Choice, Field, State, Unit } from "./state.js" */

/** @typedef {{shot: Field | null, goal: Field | null}} Order */

const NOTHING = Object.freeze({ shot: null, goal: null });

export class Plan {
  /** @param {Set<string>} blocked  unavailable fields as "x,y" */
  constructor(blocked) {
    this.blocked = blocked;
    this.begin(null, []);
  }

  /**
   * A new turn, without orders.
   * @param {import("./state.js").State | null} state
   * @param {Pick<Choice, "id" | "steps">[]} choices  what the engine allows
   */
  begin(state, choices) {
    this.state = state;
    /** The fields to which each unit may go. @type {Map<number, Field[]>} */
    this.steps = new Map(choices.map(({ id, steps }) => [id, steps]));
    /** @type {Map<number, Order>} in the order in which they were given */
    this.orders = new Map();
    /** The earlier orders of each unit, newest last. @type {[number, Order][]} */
    this.past = [];
  }

  /** Own units, by id. */
  get units() {
    return this.state ? this.state.units.filter((unit) => this.steps.has(unit[ID])) : [];
  }

  /** @param {number} id @returns {Order} */
  of(id) {
    return this.orders.get(id) ?? NOTHING;
  }

  /**
   * Let a unit shoot at a field.
   * @param {import("./state.js").Unit} unit
   * @param {Field} field
   * @returns {string} why it cannot, empty where it can
   */
  shoot(unit, field) {
    const { name, reach } = specOf(unit);
    const far = apart(unit[X], unit[Y], ...field);
    if (far > reach) return `a ${name} shoots at most ${counted(reach, "field")} far, and ${place(...field)} is ${far} away`;
    this.#put(unit[ID], { ...this.of(unit[ID]), shot: field });
    return "";
  }

  /** Let a unit go to a field; its own: let it stay. The rest as `shoot`. @param {Unit} unit @param {Field} field */
  go(unit, field) {
    const [x, y] = field;
    const stays = x === unit[X] && y === unit[Y];
    const why = stays ? "" : this.#obstacle(unit, x, y);
    if (!why) this.#put(unit[ID], { ...this.of(unit[ID]), goal: stays ? null : field });
    return why;
  }

  /** @param {Unit} unit @param {number} x @param {number} y */
  #obstacle(unit, x, y) {
    if (this.steps.get(unit[ID])?.some(([u, v]) => u === x && v === y)) return "";
    if (apart(unit[X], unit[Y], x, y) > 1) return `${place(x, y)} is no neighbour of ${place(unit[X], unit[Y])}`;
    if (this.blocked.has(`${x},${y}`)) return `${place(x, y)} is unavailable`;
    if (this.state && unitAt(this.state, x, y)) return `${place(x, y)} is taken: a unit stands there at the start of the turn`;
    return `${place(x, y)} cannot be entered`;
  }

  /** @param {number} id @param {Order} order */
  #put(id, order) {
    this.past.push([id, this.of(id)]);
    this.#set(id, order);
  }

  /** @param {number} id @param {Order} order */
  #set(id, order) {
    if (order.shot || order.goal) this.orders.set(id, order);
    else this.orders.delete(id);
  }

  /** Take a unit's orders back. @param {number} id */
  drop(id) {
    if (this.orders.has(id)) this.#put(id, NOTHING);
  }

  /** Take the last step back. @returns {number} whose it was, -1 where there was none */
  undo() {
    const last = this.past.pop();
    if (!last) return -1;
    this.#set(...last);
    return last[0];
  }

  /** Own units that are to go to the same field, which keeps all of them where they are. */
  get clashes() {
    /** @type {Map<string, number>} */
    const goals = new Map();
    for (const { goal } of this.orders.values()) {
      if (goal) goals.set(goal.join(), (goals.get(goal.join()) ?? 0) + 1);
    }
    return [...goals].flatMap(([key, count]) => (count > 1 ? [/** @type {Field} */ (key.split(",").map(Number))] : []));
  }

  /** As the engine wants them. @returns {number[][]} */
  get answer() {
    const standing = new Map(this.units.map((unit) => [unit[ID], unit]));
    return [...this.orders].flatMap(([id, { shot, goal }]) => {
      const unit = standing.get(id);
      if (!unit) return [];
      const here = [unit[X], unit[Y]];
      return [[...here, ...(shot ?? [0, 0]), ...(goal ?? here)]];
    });
  }
}

/** An order in words. @param {Order} order @param {string} [who] */
export function doings({ shot, goal }, who = "it") {
  if (shot && goal) return `${who} shoots at ${place(...shot)}, goes to ${place(...goal)}`;
  if (shot) return `${who} shoots at ${place(...shot)}`;
  return goal ? `${who} goes to ${place(...goal)}` : `${who} stays and does not shoot`;
}

/** The same with the unit. @param {import("./state.js").Unit} unit @param {Order} order */
export const orderWords = (unit, order) => doings(order, `${specOf(unit).name} on ${place(unit[X], unit[Y])}`);
