/** The choice of what a map's picture shows of each cell, for games that can show parts of it. */

import { find } from "../../shared/dom.js";
import { MAPS } from "./words.js";

const EVERYTHING = { id: "", title: MAPS.everything };

export class Layers {
  /**
   * @param {HTMLElement} root  hidden where there is nothing to choose
   * @param {{layers?: ReadonlyArray<{id: string, title: string}>}} module  the game's `map.js`
   * @param {(layer: string | null) => void} chosen  null: everything
   */
  constructor(root, module, chosen) {
    this.select = find(root, "select");
    this.chosen = chosen;
    const layers = module.layers ?? [];
    root.hidden = layers.length === 0;
    if (root.hidden) return;
    this.select.replaceChildren(...[EVERYTHING, ...layers].map(({ id, title }) => new Option(title, id)));
    this.select.addEventListener("change", () => this.#tell());
    // Looking at a map does not change it: the form hears nothing of it.
    this.select.addEventListener("input", (/** @type {Event} */ event) => event.stopPropagation());
  }

  #tell() {
    this.chosen(this.select.value || null);
  }

  /** Go on to the next one, and after the last to everything; its title, or "" where there is none. */
  next() {
    const { length } = this.select.options;
    if (!length) return "";
    this.select.selectedIndex = (this.select.selectedIndex + 1) % length;
    this.#tell();
    return this.select.selectedOptions[0].text;
  }
}
