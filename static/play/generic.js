/**
 * Controls for games that bring none of their own: the question as text, and the answer as JSON.
 * Where the game says what can be chosen as a list, each entry is a button.
 */

import { button } from "./dom.js";
import { make, messageOf } from "../shared/dom.js";
import { GENERIC, KEYS } from "./words.js";

const MOST_BUTTONS = 60;
const LONGEST_LABEL = 80;

/** JSON that can be read: short things in one line. @param {any} value */
export function written(value) {
  const line = JSON.stringify(value);
  return line === undefined || line.length <= LONGEST_LABEL ? (line ?? "") : JSON.stringify(value, null, 1);
}

/** Whether a game's choices are a list of answers. @param {any} choices */
function isList(choices) {
  return Array.isArray(choices) && choices.length > 0 && choices.length <= MOST_BUTTONS
    && choices.every((choice) => JSON.stringify(choice).length <= LONGEST_LABEL);
}

/**
 * @param {import("./contract.js").Host} host
 * @returns {import("./contract.js").Controls}
 */
export const controls = (host) => new GenericControls(host);

/** A text that can be scrolled by keys. @param {string} label */
const textOf = (label) => make("pre", { className: "play-json", tabIndex: 0, aria: { label } });

class GenericControls {
  /** @type {[string, string][]} */
  keys = [[KEYS.sendKey, KEYS.send]];
  open = false;
  text = textOf(GENERIC.question);
  choices = textOf(GENERIC.choices);
  buttons = make("div", { className: "play-keys", aria: { role: "group", label: GENERIC.answers } });
  view = textOf(GENERIC.view);
  field = make("textarea", { id: "play-answer", rows: 4, spellcheck: false, autocomplete: "off", className: "play-json-field" });
  error = make("p", { id: "play-answer-error", className: "play-field-error", hidden: true, aria: { role: "alert" } });

  /** @param {import("./contract.js").Host} host */
  constructor(host) {
    this.host = host;
    this.send = button(GENERIC.send, () => this.#answer(), { kind: "primary", title: GENERIC.sendTitle });
    const shown = make("details", { className: "play-more", open: !host.board.options }, make("summary", {}, GENERIC.viewJson), this.view);
    this.field.setAttribute("aria-describedby", "play-answer-error");
    host.root.append(
      make("p", { className: "play-label" }, GENERIC.question), this.text, this.choices, this.buttons,
      make("label", { htmlFor: "play-answer", className: "play-label" }, GENERIC.answer), this.field, this.error,
      make("div", { className: "play-row" }, this.send), shown,
    );
    this.field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      this.#answer();
    });
    this.field.addEventListener("input", () => this.#complain(""));
    this.#usable(false);
  }

  /** @param {boolean} yes */
  #usable(yes) {
    this.open = yes;
    this.send.disabled = !yes;
    for (const one of this.buttons.children) one.disabled = !yes;
  }

  /** @param {string} words */
  #complain(words) {
    this.error.hidden = !words;
    this.error.textContent = words;
    this.field.setAttribute("aria-invalid", String(Boolean(words)));
  }

  /** @param {any} action */
  async #post(action) {
    this.#usable(false);
    const { ok } = await this.host.send(action);
    if (!ok) this.#usable(true);
  }

  #answer() {
    if (!this.open) return;
    let action;
    try {
      action = JSON.parse(this.field.value);
    } catch (problem) {
      this.#complain(this.field.value.trim() ? GENERIC.invalid(messageOf(problem)) : GENERIC.empty);
      this.field.focus();
      return;
    }
    this.#complain("");
    this.#post(action);
  }

  /** @param {import("./contract.js").Question} question */
  ask({ prompt, view, choices }) {
    this.text.textContent = written(prompt);
    this.view.textContent = JSON.stringify(view, null, 1);
    const list = isList(choices);
    this.choices.hidden = list || choices === null || choices === undefined;
    this.choices.textContent = this.choices.hidden ? "" : written(choices);
    this.buttons.hidden = !list;
    this.buttons.replaceChildren(...(list ? choices.map((/** @type {any} */ choice) => this.#choice(choice)) : []));
    this.#usable(true);
    return GENERIC.yours(typeof prompt === "string" ? prompt : null);
  }

  /** A button that answers. @param {any} choice */
  #choice(choice) {
    return button(JSON.stringify(choice), () => this.open && this.#post(choice));
  }

  closed() {
    this.#usable(false);
  }

  end() {
    this.#usable(false);
  }
}
