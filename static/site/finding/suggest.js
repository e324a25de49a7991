/**
 * Suggestions below the field of the search, after the combobox pattern of the ARIA Authoring
 * Practices: the focus stays in the field, ↓ and ↑ choose an option, Enter opens it, Escape closes
 * the list.  Without this module the form searches.
 */

import { closest, find, make } from "../../shared/dom.js";
import { KINDS, SEARCH } from "./words.js";

const PAUSE_MS = 150;
const LIST = "search-suggestions";

/**
 * @typedef {object} Hit
 * @property {string} kind
 * @property {string} name
 * @property {string} detail
 * @property {string} address
 */

class Suggestions {
  /** @param {HTMLInputElement} field */
  constructor(field) {
    this.field = field;
    /** @type {HTMLUListElement} */
    this.list = make("ul", { id: LIST, className: "suggestions", hidden: true, aria: { role: "listbox", label: SEARCH.suggestions } });
    this.status = make("p", { className: "sr-only", aria: { role: "status" } });
    /** The place of the chosen option; -1 for none. */
    this.chosen = -1;
    /** @type {AbortController | null} */
    this.asking = null;
    this.timer = 0;
    field.after(this.list, this.status);
    field.parentElement?.classList.add("has-suggestions");
    const attributes = { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": LIST };
    for (const [name, value] of Object.entries(attributes)) field.setAttribute(name, value);
    field.addEventListener("input", () => this.#ask());
    field.addEventListener("keydown", (event) => this.#key(event));
    field.addEventListener("blur", () => this.close());
    // The field keeps the focus while an option is pressed.
    this.list.addEventListener("mousedown", (event) => event.preventDefault());
    this.list.addEventListener("click", (event) => this.#open(closest(event, "[role=option]")));
  }

  /** @returns {HTMLElement[]} */
  get #options() {
    return /** @type {HTMLElement[]} */ ([...this.list.children]);
  }

  close() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.list.hidden = true;
    this.field.setAttribute("aria-expanded", "false");
    this.#choose(-1);
  }

  #ask() {
    clearTimeout(this.timer);
    this.asking?.abort();
    if (!this.field.value.trim()) this.close();
    else this.timer = setTimeout(() => this.#load(), PAUSE_MS);
  }

  async #load() {
    const asking = new AbortController();
    this.asking = asking;
    const address = `${this.field.dataset.suggest}?q=${encodeURIComponent(this.field.value)}`;
    try {
      const answer = await fetch(address, { headers: { Accept: "application/json" }, signal: asking.signal });
      if (!answer.ok) return;
      const { hits } = await answer.json();
      if (!asking.signal.aborted) this.#show(hits);
    } catch {
      // Aborted, or the site is away: the form still searches.
    }
  }

  /** @param {Hit[]} hits */
  #show(hits) {
    this.list.replaceChildren(...hits.map((hit, place) => option(hit, place)));
    this.list.hidden = !hits.length;
    this.field.setAttribute("aria-expanded", String(hits.length > 0));
    this.status.textContent = SEARCH.count(hits.length);
    this.#choose(-1);
  }

  /** @param {number} place */
  #choose(place) {
    this.chosen = place;
    for (const [at, each] of this.#options.entries()) each.setAttribute("aria-selected", String(at === place));
    const chosen = this.#options[place];
    if (!chosen) {
      this.field.removeAttribute("aria-activedescendant");
      return;
    }
    this.field.setAttribute("aria-activedescendant", chosen.id);
    chosen.scrollIntoView({ block: "nearest" });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const { length } = this.#options;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (this.list.hidden) {
      if (step && length && this.field.value.trim()) this.#ask();
      return;
    }
    // One place beyond either end is the field itself.
    if (step) this.#choose(((this.chosen + 1 + step + length + 1) % (length + 1)) - 1);
    else if (event.key === "Escape") this.close();
    else if (event.key !== "Enter" || this.chosen < 0) return;
    else this.#open(this.#options[this.chosen]);
    event.preventDefault();
  }

  /** @param {HTMLElement | null} chosen */
  #open(chosen) {
    if (chosen?.dataset.address) location.assign(chosen.dataset.address);
  }
}

/** @param {Hit} hit @param {number} place */
function option(hit, place) {
  const about = [KINDS[hit.kind] ?? hit.kind, hit.detail].filter(Boolean).join(" · ");
  const name = make("span", { dir: "auto" }, hit.name);
  return make(
    "li",
    { id: `${LIST}-${place}`, aria: { role: "option", selected: false }, data: { address: hit.address } },
    name, " ", make("span", { className: "muted small" }, about),
  );
}

new Suggestions(find(document, "[data-suggest]"));
