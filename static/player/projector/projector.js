/** A projector: one scene in the whole window, and the keys by which an announcer moves it. */

import { find } from "../../shared/dom.js";
import { keepAwake, keyOf, switchFull } from "../wall/awake.js";
import { Boards } from "../wall/boards.js";
import { Scenes } from "./scene.js";
import { PROJECTOR } from "./words.js";

/** By key: the step of a ceremony; remote controls of presenters press the keys of pages. */
const STEPS = Object.freeze({
  arrowright: "next", " ": "next", pagedown: "next", arrowleft: "back", pageup: "back",
});
/** By digit. */
const SCENES = Object.freeze(["", "countdown", "boards", "bracket", "race", "table", "reveal", "sponsors"]);
/** The pointer is shown for this time after it was moved. */
const POINTER_MS = 2_000;

class Projector {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.boards = new Boards(find(root, "[data-boards]"), (trouble) => this.#tell(trouble));
    this.scenes = new Scenes(root, this.boards);
    this.pointer = 0;
    /** A step is on its way. */
    this.busy = false;
    /** @type {Record<string, () => void>} */
    this.actions = { full: () => this.#full(), help: () => this.#part("help").showModal() };
  }

  start() {
    this.root.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-do]") : null;
      if (button instanceof HTMLElement) this.actions[button.dataset.do ?? ""]?.();
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("pointermove", () => this.#showPointer());
    document.addEventListener("fullscreenchange", () => {
      find(this.root, '[data-do="full"]').textContent = document.fullscreenElement ? PROJECTOR.window : PROJECTOR.full;
    });
    for (const name of ["htmx:sendError", "htmx:responseError", "htmx:timeout"]) {
      document.body.addEventListener(name, () => this.#tell(PROJECTOR.lost));
    }
    document.body.addEventListener("htmx:afterRequest", (event) => {
      if (/** @type {CustomEvent} */ (event).detail.successful) this.#tell("");
    });
    keepAwake(() => { this.#part("asleep").hidden = false; });
    this.boards.start();
    this.scenes.start();
  }

  #showPointer() {
    this.root.classList.add("has-pointer");
    clearTimeout(this.pointer);
    this.pointer = window.setTimeout(() => this.root.classList.remove("has-pointer"), POINTER_MS);
  }

  /** @param {string} words */
  #tell(words) {
    const status = this.#part("status");
    if (status.textContent !== words) status.textContent = words;
  }

  async #full() {
    if (!(await switchFull())) this.#tell(PROJECTOR.noFull);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const key = keyOf(event);
    if (!key) return;
    const action = { f: "full", "?": "help" }[key];
    if (action) this.actions[action]();
    else if (!this.#lead(key)) return;
    event.preventDefault();
  }

  /** Whether the key is one of an announcer. @param {string} key */
  #lead(key) {
    const { stage = "", seen = "" } = this.scenes.now.dataset;
    const step = /** @type {Record<string, string>} */ (STEPS)[key];
    if (step && stage && this.root.querySelector('[data-part="steps"]')) {
      this.#send("steps", { act: step, stage, seen });
      return true;
    }
    const scene = /^[0-7]$/.test(key) ? SCENES[Number(key)] : undefined;
    if (scene === undefined || !this.root.querySelector('[data-part="scenes"]')) return false;
    this.#send("scenes", { scene });
    return true;
  }

  /** @param {string} form @param {Record<string, string>} fields */
  async #send(form, fields) {
    if (this.busy) return;
    this.busy = true;
    try {
      const body = new FormData(this.#part(form));
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      const answer = await fetch(this.#part(form).action, { method: "POST", body, headers: { Accept: "text/plain" } });
      this.#tell(answer.ok ? "" : PROJECTOR.refused);
      this.scenes.now.dispatchEvent(new Event("renew"));
    } catch {
      this.#tell(PROJECTOR.lost);
    } finally {
      this.busy = false;
    }
  }

  /** @param {string} name */
  #part(name) {
    return find(this.root, `[data-part="${name}"]`);
  }
}

new Projector(find(document, "[data-projector]")).start();
