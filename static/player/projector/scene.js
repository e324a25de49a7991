/** The part of a projector that is renewed: what changes when another scene or state has come. */

import { find, findAll } from "../../shared/dom.js";
import { fitAll } from "./fit.js";

const LOGO_MS = 8_000;

export class Scenes {
  /**
   * @param {HTMLElement} root
   * @param {import("../wall/boards.js").Boards} boards
   */
  constructor(root, boards) {
    this.root = root;
    this.boards = boards;
    this.place = "";
    /** The turn of the logos. */
    this.logo = 0;
    /** The boxes of the bracket as they were, by their names. @type {Map<string, string>} */
    this.boxes = new Map();
  }

  start() {
    document.body.addEventListener("htmx:afterSettle", () => this.show());
    window.addEventListener("resize", () => fitAll(this.root));
    document.fonts?.ready.then(() => fitAll(this.root));
    setInterval(() => this.#turnLogos(), LOGO_MS);
    this.show();
  }

  get now() {
    return find(this.root, "#projector-now");
  }

  show() {
    const { now } = this;
    const isBoards = now.dataset.scene === "boards";
    this.boards.root.hidden = !isBoards;
    this.boards.rest(!isBoards);
    this.root.dataset.shown = now.dataset.scene;
    this.#markNew(now);
    fitAll(now);
    this.#say(now);
    this.#showLogo();
  }

  /** Boxes of the bracket that have changed light up. @param {HTMLElement} now */
  #markNew(now) {
    const boxes = findAll(now, ".bracket-box");
    if (!boxes.length) return;
    const known = this.boxes.size > 0;
    for (const box of boxes) {
      const name = find(box, ".bracket-name").textContent?.trim() ?? "";
      const words = box.textContent ?? "";
      if (known && this.boxes.get(name) !== words) box.classList.add("is-new");
      this.boxes.set(name, words);
    }
  }

  /** Those who hear the page hear each place once. @param {HTMLElement} now */
  #say(now) {
    /** @type {HTMLElement | null} */
    const newest = now.querySelector("[data-say]");
    const words = newest?.dataset.say?.trim() ?? "";
    if (words === this.place) return;
    this.place = words;
    find(this.root, '[data-part="heard"]').textContent = words;
  }

  #turnLogos() {
    this.logo += 1;
    this.#showLogo();
  }

  /** Also after the server has sent them again. */
  #showLogo() {
    const logos = findAll(find(this.root, '[data-part="logos"]'), "li");
    logos.forEach((logo, i) => { logo.hidden = i !== this.logo % logos.length; });
  }
}
