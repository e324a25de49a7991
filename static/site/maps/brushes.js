/** The brushes of a game as a choice, each with a picture of what it paints and its numbers. */

import { fitCanvas } from "../../player/canvas.js";

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
    this.numbers = document.createElement("div");
    this.numbers.className = "map-values row";
    const group = document.createElement("div");
    group.className = "map-brushes";
    group.setAttribute("role", "radiogroup");
    group.setAttribute("aria-label", "Brush");
    this.buttons = look.module.brushes.map((brush, i) => this.#button(brush, i));
    this.stamped = this.#button({ id: "", title: "Picked up" }, 0);
    this.stamped.hidden = true;
    group.append(...this.buttons, this.stamped);
    group.addEventListener("keydown", (event) => this.#arrow(event));
    root.append(group, this.numbers);
    this.show();
  }

  #button({ id, title }, i) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "map-brush";
    button.setAttribute("role", "radio");
    button.dataset.brush = id;
    if (id && i < 9) button.title = `${title} (${i + 1})`;
    const canvas = document.createElement("canvas");
    canvas.setAttribute("aria-hidden", "true");
    const words = document.createElement("span");
    words.textContent = title;
    button.append(canvas, words);
    button.addEventListener("click", () => this.take(id));
    return button;
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

  /** Arrows go through the brushes, as through any group of choices. */
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

  #draw(button) {
    const { module, theme, palette } = this.look;
    const { ctx, width, height } = fitCanvas(button.querySelector("canvas"));
    const id = button.dataset.brush;
    const token = id ? module.paint(module.blank, id, this.painter.values[id]) : this.painter.stamp;
    ctx.clearRect(0, 0, width, height);
    const grid = { width: 1, height: 1, cells: [token] };
    module.draw(ctx, grid, { x: 0, y: 0, size: Math.min(width, height), theme, palette });
  }

  #showNumbers(id) {
    const brush = this.look.module.brushes.find((each) => each.id === id);
    this.numbers.replaceChildren(...(brush?.values ?? []).map((value) => this.#number(brush, value)));
  }

  /** A number, or a list where the game names what the numbers mean. */
  #number(brush, value) {
    const label = document.createElement("label");
    label.className = "map-value";
    const words = document.createElement("span");
    words.textContent = value.title;
    const input = value.choices ? this.#list(value) : document.createElement("input");
    if (!value.choices) {
      Object.assign(input, { type: "number", min: value.low, max: value.high, step: 1 });
    }
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
    label.append(words, input);
    return label;
  }

  #list({ choices }) {
    const list = document.createElement("select");
    for (const { value, title } of choices) list.add(new Option(title, String(value)));
    return list;
  }
}
