/** The brushes of a game as a choice, each with a picture of what it paints and its numbers. */

import { find, make } from "../../shared/dom.js";
import { fitCanvas } from "../../player/canvas.js";
import { MAPS } from "./words.js";

export class Brushes {
  /**
   * @param {HTMLElement} root
   * @param {import("./painter.js").Painter} painter
   * @param {import("./look.js").Look} look
   */
  constructor(root, painter, look) {
    this.root = root;
    this.painter = painter;
    this.look = look;
    this.numbers = make("div", { className: "map-values row" });
    const group = make("div", { className: "map-brushes", aria: { role: "radiogroup", label: MAPS.brush } });
    this.buttons = look.module.brushes.map((/** @type {any} */ brush, /** @type {number} */ i) => this.#button(brush, i));
    this.stamped = this.#button({ id: "", title: MAPS.pickedUp }, 0);
    this.stamped.hidden = true;
    group.append(...this.buttons, this.stamped);
    group.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#arrow(event));
    root.append(group, this.numbers);
    this.show();
  }

  /** @param {{id: string, title: string}} given @param {number} i */
  #button({ id, title }, i) {
    return make("button", {
      type: "button", className: "map-brush", title: id && i < 9 ? `${title} (${i + 1})` : "",
      data: { brush: id }, aria: { role: "radio" }, on: { click: () => this.take(id) },
    }, make("canvas", { aria: { hidden: true } }), make("span", {}, title));
  }

  /** Take the brush of this id into the hand; "" is what was picked up. @param {string} id */
  take(id) {
    const { painter } = this;
    if (id) {
      painter.brush = id;
      painter.stamp = null;
    }
    this.show();
    painter.tell.picked();
  }

  /** @param {number} number  from 1 */
  takeNumber(number) {
    const brush = this.look.module.brushes[number - 1];
    if (brush) this.take(brush.id);
  }

  /** Arrows go through the brushes, as through any group of choices. @param {KeyboardEvent} event */
  #arrow(event) {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!way) return;
    event.preventDefault();
    const shown = [...this.buttons, this.stamped].filter((button) => !button.hidden);
    const at = shown.findIndex((button) => button.getAttribute("aria-checked") === "true");
    const next = shown[(at + way + shown.length) % shown.length];
    this.take(next.dataset.brush);
    next.focus();
  }

  show() {
    const { painter } = this;
    const chosen = painter.stamp === null ? painter.brush : "";
    this.stamped.hidden = painter.stamp === null;
    for (const button of [...this.buttons, this.stamped]) {
      const checked = button.dataset.brush === chosen;
      button.setAttribute("aria-checked", String(checked));
      button.tabIndex = checked ? 0 : -1;
      if (!button.hidden) this.#draw(button);
    }
    if (this.shownFor !== chosen) this.#showNumbers(chosen);
    this.shownFor = chosen;
  }

  /** @param {HTMLButtonElement} button */
  #draw(button) {
    const { module, theme, palette } = this.look;
    const { ctx, width, height } = fitCanvas(find(button, "canvas"));
    const id = button.dataset.brush;
    const token = id ? module.paint(module.blank, id, this.painter.values[id]) : this.painter.stamp;
    ctx.clearRect(0, 0, width, height);
    const grid = { width: 1, height: 1, cells: [token] };
    module.draw(ctx, grid, { x: 0, y: 0, size: Math.min(width, height), theme, palette });
  }

  /** @param {string} id */
  #showNumbers(id) {
    const brush = this.look.module.brushes.find((/** @type {any} */ each) => each.id === id);
    this.numbers.replaceChildren(...(brush?.values ?? []).map((/** @type {any} */ value) => this.#number(brush, value)));
  }

  /** A number, or a list where the game names what the numbers mean. @param {any} brush @param {any} value */
  #number(brush, value) {
    const { choices, low: min, high: max } = value;
    const input = choices ? this.#list(value) : make("input", { type: "number", min, max, step: 1 });
    const values = this.painter.values[brush.id];
    input.value = String(values[value.name]);
    input.name = `brush-${value.name}`;
    input.addEventListener("input", () => {
      const number = Number(input.value);
      if (!Number.isInteger(number) || number < value.low || number > value.high) return;
      values[value.name] = number;
      this.show();
    });
    input.addEventListener("change", () => {
      input.value = String(values[value.name]);
    });
    return make("label", { className: "map-value" }, make("span", {}, value.title), input);
  }

  /** @param {{choices: {value: number, title: string}[]}} given */
  #list({ choices }) {
    return make("select", {}, ...choices.map(({ value, title }) => new Option(title, String(value))));
  }
}
