/** The wall: boards in the whole window, which move by themselves to the most exciting matches. */

import { find, findAll, isTyping } from "../../shared/dom.js";
import { emptyState, forget, nextBoards } from "./choosing.js";
import { Lister } from "./lister.js";
import { Slot } from "./slot.js";
import { WALL } from "./words.js";

const STEP_MS = 1_000;
/** Pages without motion show a new frame this often. */
const STILL_MS = 2_000;

/** Keep a projector on.  A hidden page loses the lock; a browser that has none goes on without it. */
function stayAwake() {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => undefined);
}

class Wall {
  /** @param {HTMLElement} root  the element with data-wall */
  constructor(root) {
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
    /** A failure of the connection or of the browser, in words. */
    this.trouble = "";
    this.lister = new Lister(list, (came) => this.#came(came), (status) => this.#linked(status));
    /** @type {Record<string, () => void>} */
    this.actions = { hold: () => this.#hold(), full: () => this.#full(), help: () => this.#part("help").showModal() };
  }

  start() {
    this.root.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("[data-do]") : null;
      if (button instanceof HTMLElement) this.actions[button.dataset.do ?? ""]?.();
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("visibilitychange", () => {
      this.lister.ask();
      stayAwake();
    });
    stayAwake();
    document.addEventListener("fullscreenchange", () => {
      find(this.root, '[data-do="full"]').textContent = document.fullscreenElement ? WALL.window : WALL.full;
    });
    this.lister.ask();
    setInterval(() => this.step(), STEP_MS);
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      setInterval(() => this.slots.forEach(({ thumb }) => thumb?.showLatest()), STILL_MS);
    }
  }

  /** Move the boards as far as they are to move now. */
  step() {
    if (!this.list) return;
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
      if (nameOf(id)) this.#part("news").textContent = news.join(" ");
    }, STEP_MS);
  }

  /** @param {import("./choosing.js").List} list */
  #came(list) {
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

  /** @param {"open" | "lost" | "gone"} status */
  #linked(status) {
    this.trouble = status === "open" ? "" : WALL[status];
    this.#showStatus();
  }

  #showStatus() {
    const status = this.#part("status");
    const text = [this.trouble, this.state.held ? WALL.held : ""].filter(Boolean).join(" ");
    if (status.textContent !== text) status.textContent = text;
  }

  #hold() {
    this.state.held = !this.state.held;
    const button = find(this.root, '[data-do="hold"]');
    button.setAttribute("aria-pressed", String(this.state.held));
    this.#showStatus();
  }

  async #full() {
    try {
      await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    } catch {
      this.trouble = WALL.noFull;
      this.#showStatus();
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target.closest("dialog[open]") || isTyping(target)) return;
    if (event.key === " " && target.matches("button, summary, a")) return;
    const action = { " ": "hold", f: "full", "?": "help" }[event.key.toLowerCase()];
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
