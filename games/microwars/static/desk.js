/** The buttons beside the board: what a tap does, the orders so far, the end of the turn. */

import { button } from "../../play/dom.js";
import { make } from "../../shared/dom.js";
import { ID } from "./state.js";
import { orderWords } from "./plan.js";
import { DESK } from "./words.js";

/** @import { Unit } from "./state.js" */
/** @import { Plan } from "./plan.js" */

/** @typedef {"move" | "shoot"} Mode  of a tap on the board */

/** @type {[Mode, string][]} */
const MODES = [["move", DESK.move], ["shoot", DESK.shoot]];

export class Desk {
  /**
   * @param {HTMLElement} root
   * @param {{mode: (id: Mode) => void, next: (way: number) => void, undo: () => void, clear: () => void,
   *   drop: (id: number) => void, pick: (id: number) => void, end: () => void}} acts
   */
  constructor(root, acts) {
    this.acts = acts;
    this.modes = MODES.map(([id, text]) => button(text, () => acts.mode(id), { data: { mode: id }, title: `${text} (${text[0]})` }));
    this.next = button(DESK.next, () => acts.next(1), { title: DESK.nextTitle, data: { act: "next" } });
    this.undo = button(DESK.undo, () => acts.undo(), { title: DESK.undoTitle, data: { act: "undo" } });
    this.clear = button(DESK.clear, () => acts.clear(), { title: DESK.clearTitle, data: { act: "clear" } });
    this.send = button(DESK.end, () => acts.end(), { kind: "primary", title: DESK.endTitle, data: { act: "end" } });
    this.unit = make("p", { className: "play-note", data: { part: "unit" } });
    this.title = make("p", { className: "play-feed-title" }, DESK.orders);
    this.list = make("ol", { className: "play-feed", data: { part: "orders" } });
    this.list.style.maxHeight = "11rem";
    this.note = make("p", { className: "play-note" });
    const modes = make("div", { className: "play-keys", aria: { role: "group", label: DESK.modes } }, ...this.modes);
    modes.append(this.next);
    // The list grows, so it stands below: the end of the turn stays under the finger.
    root.append(modes, make("div", { className: "play-row" }, this.undo, this.clear, this.send),
      this.unit, this.title, this.list, this.note);
    this.shown = "";
  }

  /**
   * @param {object} now
   * @param {boolean} now.open     whether orders can be given
   * @param {Mode} now.mode
   * @param {Plan} now.plan
   * @param {number} now.selected  id, -1 for none
   * @param {string} now.unit      the selected unit in words
   * @param {string} now.note
   * @param {number} now.turn
   */
  show({ open, mode, plan, selected, unit, note, turn }) {
    for (const one of this.modes) {
      one.setAttribute("aria-pressed", String(one.dataset.mode === mode));
      one.disabled = !open;
    }
    this.next.disabled = !open || !plan.units.length;
    this.undo.disabled = !open || !plan.past.length;
    this.clear.disabled = !open || !plan.orders.has(selected);
    this.send.disabled = !open;
    this.send.textContent = DESK.endTurn(turn);
    this.unit.textContent = unit;
    this.note.textContent = note;
    this.note.hidden = !note;
    this.#list(plan, open, selected);
  }

  /** @param {Plan} plan @param {boolean} open @param {number} selected */
  #list(plan, open, selected) {
    const standing = new Map(plan.units.map((unit) => [unit[ID], unit]));
    const lines = [...plan.orders].flatMap(([id, order]) => {
      const unit = standing.get(id);
      return unit ? [{ id, text: orderWords(unit, order) }] : [];
    });
    const shown = JSON.stringify([lines, open, selected]);
    if (shown === this.shown) return;
    this.shown = shown;
    this.title.textContent = DESK.count(lines.length, standing.size);
    this.list.replaceChildren(...lines.map(({ id, text }) => this.#item(id, text, open, id === selected)));
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  /** @param {number} id @param {string} text @param {boolean} open @param {boolean} current */
  #item(id, text, open, current) {
    const words = make("button", { type: "button", className: "play-grow", on: { click: () => this.acts.pick(id) } }, text);
    Object.assign(words.style, { textAlign: "left", height: "auto", minHeight: "32px", lineHeight: "1.35", border: "none", background: "none" });
    const drop = button("✕", () => this.acts.drop(id), { name: DESK.takeBack(text), data: { drop: id } });
    words.disabled = drop.disabled = !open;
    const item = make("li", {}, words, drop);
    if (current) item.setAttribute("aria-current", "true");
    return item;
  }
}
