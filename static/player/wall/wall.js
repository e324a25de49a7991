/** The wall: boards in the whole window, which move by themselves to the most exciting matches. */

import { find } from "../../shared/dom.js";
import { paragraph } from "../../shared/words.js";
import { keepAwake, keyOf, switchFull } from "./awake.js";
import { Boards } from "./boards.js";
import { WALL } from "./words.js";

class Wall {
  /** @param {HTMLElement} root  the element with data-wall */
  constructor(root) {
    this.root = root;
    /** A failure of the connection or of the browser, in words. */
    this.trouble = "";
    this.boards = new Boards(root, (trouble) => this.#told(trouble));
    /** @type {Record<string, () => void>} */
    this.actions = { hold: () => this.#hold(), full: () => this.#full(), help: () => this.#part("help").showModal() };
  }

  start() {
    this.root.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-do]") : null;
      if (button instanceof HTMLElement) this.actions[button.dataset.do ?? ""]?.();
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    keepAwake(() => { this.#part("asleep").hidden = false; });
    document.addEventListener("fullscreenchange", () => {
      find(this.root, '[data-do="full"]').textContent = document.fullscreenElement ? WALL.window : WALL.full;
    });
    this.boards.start();
  }

  /** @param {string} trouble */
  #told(trouble) {
    this.trouble = trouble;
    const status = this.#part("status");
    const text = paragraph(this.trouble, this.boards.state.held ? WALL.held : "");
    if (status.textContent !== text) status.textContent = text;
  }

  #hold() {
    const { state } = this.boards;
    state.held = !state.held;
    const button = find(this.root, '[data-do="hold"]');
    button.setAttribute("aria-pressed", String(state.held));
    this.#told(this.trouble);
  }

  async #full() {
    if (!(await switchFull())) this.#told(WALL.noFull);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const action = { " ": "hold", f: "full", "?": "help" }[keyOf(event)];
    if (!action) return;
    event.preventDefault();
    this.actions[action]();
  }

  /** @param {string} name */
  #part(name) {
    return find(this.root, `[data-part="${name}"]`);
  }
}

new Wall(find(document, "[data-wall]")).start();
