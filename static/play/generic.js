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
export function controls(host) {
  const text = make("pre", { className: "play-json", tabIndex: 0, aria: { label: GENERIC.question } });
  const choices = make("pre", { className: "play-json", tabIndex: 0, aria: { label: GENERIC.choices } });
  const buttons = make("div", { className: "play-keys", aria: { role: "group", label: GENERIC.answers } });
  const view = make("pre", { className: "play-json", tabIndex: 0, aria: { label: GENERIC.view } });
  const field = make("textarea", { id: "play-answer", rows: 4, spellcheck: false, autocomplete: "off", className: "play-json-field" });
  field.setAttribute("aria-describedby", "play-answer-error");
  const error = make("p", { id: "play-answer-error", className: "play-field-error", hidden: true, aria: { role: "alert" } });
  const send = button(GENERIC.send, () => answer(), { kind: "primary", title: GENERIC.sendTitle });
  const shown = make("details", { className: "play-more", open: !host.board.options }, make("summary", {}, GENERIC.viewJson), view);
  host.root.append(
    make("p", { className: "play-label" }, GENERIC.question), text, choices, buttons,
    make("label", { htmlFor: "play-answer", className: "play-label" }, GENERIC.answer), field, error,
    make("div", { className: "play-row" }, send), shown,
  );
  let open = false;

  /** @param {boolean} yes */
  function usable(yes) {
    open = yes;
    send.disabled = !yes;
    for (const one of buttons.children) one.disabled = !yes;
  }

  /** @param {string} words */
  function complain(words) {
    error.hidden = !words;
    error.textContent = words;
    field.setAttribute("aria-invalid", String(Boolean(words)));
  }

  /** @param {any} action */
  async function post(action) {
    usable(false);
    const { ok } = await host.send(action);
    if (!ok) usable(true);
  }

  function answer() {
    if (!open) return;
    let action;
    try {
      action = JSON.parse(field.value);
    } catch (problem) {
      complain(field.value.trim() ? GENERIC.invalid(messageOf(problem)) : GENERIC.empty);
      field.focus();
      return;
    }
    complain("");
    post(action);
  }

  field.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      answer();
    }
  });
  field.addEventListener("input", () => complain(""));
  usable(false);

  return {
    keys: [[KEYS.sendKey, KEYS.send]],
    ask(question) {
      text.textContent = written(question.prompt);
      view.textContent = JSON.stringify(question.view, null, 1);
      const list = isList(question.choices);
      choices.hidden = list || question.choices === null || question.choices === undefined;
      choices.textContent = choices.hidden ? "" : written(question.choices);
      buttons.hidden = !list;
      buttons.replaceChildren(...(list ? question.choices.map((/** @type {any} */ choice) => button(JSON.stringify(choice), () => open && post(choice))) : []));
      usable(true);
      return GENERIC.yours(typeof question.prompt === "string" ? question.prompt : null);
    },
    closed: () => usable(false),
    end: () => usable(false),
  };
}
