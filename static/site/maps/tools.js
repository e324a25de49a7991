/** The bar of tools above the picture, and the forms that change all of it at once. */

import { closest, find } from "../../shared/dom.js";
import { blankGrid, resized, symmetrical } from "./grid.js";
import { MAPS, STEPS } from "./words.js";

const MOST = 255;

export class Tools {
  /**
   * @param {HTMLElement} root
   * @param {import("./painter.js").Painter} painter
   * @param {import("./surface.js").Surface} surface
   * @param {Record<string, [number, number]>} sizes  bounds of width and height
   */
  constructor(root, painter, surface, sizes) {
    this.root = root;
    this.painter = painter;
    this.surface = surface;
    this.sizes = sizes;
    this.symmetry = find(root, "[data-symmetry]");
    /** @type {{width: HTMLInputElement, height: HTMLInputElement}} */
    this.inputs = { width: find(root, "[data-width]"), height: find(root, "[data-height]") };
    for (const [name, input] of Object.entries(this.inputs)) {
      const [low, high] = sizes[name] ?? [1, MOST];
      Object.assign(input, { min: low, max: high });
    }
    root.addEventListener("click", (event) => this.#press(event));
    this.symmetry.addEventListener("change", () => {
      painter.symmetry = this.symmetry.value;
      surface.remark();
    });
    this.show();
    this.showSize();
  }

  /** @param {Event} event */
  #press(event) {
    const button = closest(event, "button");
    if (!button) return;
    const { tool, act } = button.dataset;
    if (tool) this.choose(tool);
    /** @type {Record<string, () => void>} */
    const acts = {
      undo: () => this.painter.undo(),
      redo: () => this.painter.redo(),
      in: () => this.surface.enlarge(1.5),
      out: () => this.surface.enlarge(1 / 1.5),
      fit: () => this.surface.fit(),
      mirror: () => this.#mirror(),
      resize: () => this.#resize(),
      blank: () => this.#blank(),
    };
    if (act) acts[act]?.();
  }

  /** @param {string} tool */
  choose(tool) {
    this.painter.cancel();
    this.painter.tool = tool;
    this.show();
  }

  show() {
    for (const button of this.root.querySelectorAll("[data-tool]")) {
      const chosen = /** @type {HTMLElement} */ (button).dataset.tool === this.painter.tool;
      button.setAttribute("aria-pressed", String(chosen));
    }
    const { done, undone } = this.painter.history;
    this.#able("undo", done.length > 0);
    this.#able("redo", undone.length > 0);
    this.surface.canvas.classList.toggle("map-moves", this.painter.moves);
  }

  /**
   * A button that cannot be pressed keeps the focus, so that the keyboard does not lose its place.
   * @param {string} act
   * @param {any} can
   */
  #able(act, can) {
    find(this.root, `[data-act="${act}"]`).setAttribute("aria-disabled", String(!can));
  }

  /** After the grid got another size. */
  showSize() {
    const { width, height } = this.painter.grid;
    this.inputs.width.value = String(width);
    this.inputs.height.value = String(height);
    const diagonal = /** @type {HTMLOptionElement} */ (this.symmetry.querySelector('[value="diagonal"]'));
    diagonal.disabled = width !== height;
    if (diagonal.disabled && this.symmetry.value === "diagonal") {
      this.symmetry.value = "none";
      this.painter.symmetry = "none";
    }
  }

  #mirror() {
    const { painter } = this;
    if (painter.symmetry === "none") painter.tell.said(MAPS.symmetry);
    else if (painter.open) painter.replace(symmetrical(painter.grid, painter.symmetry), STEPS.symmetrical);
  }

  /** The numbers of the fields, or null where one is out of bounds. */
  #size() {
    const { width, height } = this.inputs;
    const good = [width, height].every((input) => input.reportValidity() && input.value);
    return good ? { width: Number(width.value), height: Number(height.value) } : null;
  }

  #resize() {
    const size = this.#size();
    const { painter } = this;
    if (!size || !painter.open) return;
    const chosen = /** @type {HTMLInputElement} */ (this.root.querySelector("[data-anchor]:checked"));
    const [x, y] = chosen.value.split(" ").map(Number);
    const { width, height } = size;
    painter.replace(resized(painter.grid, width, height, { x, y }, painter.module.blank), STEPS.resize);
  }

  #blank() {
    const size = this.#size();
    const { painter } = this;
    if (size) painter.replace(blankGrid(size.width, size.height, painter.module.blank), STEPS.clear);
  }
}
