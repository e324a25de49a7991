/** Boards that move by themselves to the most exciting matches: the wall, a projector, a stream. */

import { find, findAll } from "../../shared/dom.js";
import { paragraph } from "../../shared/words.js";
import { emptyState, forget, nextBoards } from "./choosing.js";
import { Lister } from "./lister.js";
import { Slot } from "./slot.js";
import { WALL } from "./words.js";

const STEP_MS = 1_000;
/** Pages without motion show a new frame this often. */
const STILL_MS = 2_000;

export class Boards {
  /**
   * @param {HTMLElement} root  with the addresses of the list and of boards, and the parts boards, news and empty
   * @param {(trouble: string) => void} linked  the state of the connection has changed; "": it is there
   */
  constructor(root, linked) {
    const { list = "", boardsAt = "" } = root.dataset;
    this.root = root;
    this.boards = this.#part("boards");
    this.slots = findAll(this.boards, ".wall-slot").map((element) => new Slot(element, boardsAt, {
      close: (id, value) => this.state.closeness.set(id, { value, at: performance.now() }),
      ended: (id) => this.#ended(id),
      broken: (id) => this.state.broken.add(id),
      arrived: () => this.#arrange(),
    }));
    this.state = emptyState(this.slots.length);
    /** @type {import("./choosing.js").List | null} */
    this.list = null;
    /** Matches that are new and not announced yet. @type {Set<number>} */
    this.fresh = new Set();
    this.telling = 0;
    /** Nothing is asked for and nothing moves. */
    this.resting = false;
    this.lister = new Lister(list, (came) => this.#came(came), (status) => linked(status === "open" ? "" : WALL[status]));
  }

  start() {
    document.addEventListener("visibilitychange", () => this.#ask());
    this.lister.ask();
    setInterval(() => this.step(), STEP_MS);
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      setInterval(() => this.slots.forEach(({ thumb }) => thumb?.showLatest()), STILL_MS);
    }
  }

  /** Take the boards away while they are not shown, or begin again. @param {boolean} resting */
  rest(resting) {
    if (resting === this.resting) return;
    this.resting = resting;
    if (!resting) {
      this.lister.ask();
      return;
    }
    this.lister.stop();
    this.state = emptyState(this.slots.length);
    this.list = null;
    for (const slot of this.slots) slot.show(null);
  }

  #ask() {
    if (!this.resting) this.lister.ask();
  }

  /** Move the boards as far as they are to move now. */
  step() {
    if (!this.list || this.resting) return;
    const now = performance.now();
    const { slots, spotlight } = nextBoards(this.state, this.list, now);
    for (const before of this.state.slots) {
      if (before && !slots.some((slot) => slot?.id === before.id)) this.state.left.set(before.id, now);
    }
    const large = spotlight?.id !== this.state.spotlight?.id;
    Object.assign(this.state, { slots, spotlight });
    this.slots.forEach((slot, i) => {
      if (slot.show(slots[i])) this.fresh.add(slots[i]?.id ?? -1);
    });
    this.#arrange();
    if (large || this.fresh.size) this.#announce();
  }

  #arrange() {
    const here = this.slots.filter(({ root }) => !root.hidden);
    this.boards.dataset.count = String(here.length);
    const large = here.find(({ shown }) => shown && shown.id === this.state.spotlight?.id) ?? here[0];
    for (const slot of this.slots) slot.root.classList.toggle("is-large", slot === large);
    this.#part("empty").hidden = this.state.slots.some(Boolean);
  }

  /** Tell those who hear the page what has changed, once the boards are here. */
  #announce() {
    this.telling ||= window.setTimeout(() => {
      this.telling = 0;
      const nameOf = (/** @type {number} */ id) => this.slots.find(({ shown }) => shown?.id === id)?.name ?? "";
      const id = this.state.spotlight?.id ?? -1;
      const others = [...this.fresh].filter((other) => other !== id).map(nameOf).filter(Boolean);
      this.fresh.clear();
      const news = [WALL.large(nameOf(id)), ...others.map(WALL.fresh)];
      if (nameOf(id)) this.#part("news").textContent = paragraph(...news);
    }, STEP_MS);
  }

  /** @param {import("./choosing.js").List} list */
  #came(list) {
    if (this.resting) return;
    this.list = list;
    forget(this.state, list);
    for (const slot of this.slots) slot.retry();
    this.step();
  }

  /** The last frame of a match is on its board. @param {number} id */
  #ended(id) {
    const ended = performance.now();
    this.state.slots = this.state.slots.map((slot) => (slot?.id === id && slot.ended === null ? { ...slot, ended } : slot));
    this.step();
  }

  /** @param {string} name */
  #part(name) {
    return find(this.root, `[data-part="${name}"]`);
  }
}
