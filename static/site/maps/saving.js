/** Saving the form without leaving the page where something is wrong with it. */

import { find, findAll, make } from "../../shared/dom.js";
import { paragraph } from "../../shared/words.js";
import { csrfToken } from "./service.js";
import { SAVING } from "./words.js";

/** @typedef {{before: () => void, problems: (problems: any[]) => void}} Editor */

/**
 * @param {HTMLFormElement} form
 * @param {Editor} editor
 */
export const saveQuietly = (form, editor) => new Saving(form, editor);

class Saving {
  dirty = false;

  /** @param {HTMLFormElement} form @param {Editor} editor */
  constructor(form, editor) {
    this.form = form;
    this.editor = editor;
    this.bar = find(document, "[data-saving]");
    this.buttons = findAll(document, '[type="submit"][form="map-form"], #map-form [data-save]');
    form.addEventListener("input", () => this.touch());
    window.addEventListener("beforeunload", (event) => {
      if (this.dirty) event.preventDefault();
    });
    form.addEventListener("submit", (event) => this.#submit(event));
  }

  /** The form has changes that are not saved. */
  touch() {
    this.dirty = true;
  }

  /** @param {any} event */
  async #submit(event) {
    if (event.submitter?.name === "generate") return;
    event.preventDefault();
    this.editor.before();
    this.#busy(true);
    this.#tell(SAVING.saving);
    try {
      await this.#send();
    } catch {
      this.#tell(SAVING.offline, true);
    }
    this.#busy(false);
  }

  async #send() {
    const headers = { Accept: "application/json" };
    const body = new FormData(this.form);
    body.set("csrfmiddlewaretoken", csrfToken());
    const answer = await fetch(location.href, { method: "POST", headers, body });
    const type = answer.headers.get("Content-Type") ?? "";
    if (answer.redirected || !type.startsWith("application/json")) {
      this.#tell(answer.status === 413 ? SAVING.large : SAVING.login, true);
      return;
    }
    const said = await answer.json();
    if (answer.status === 201) {
      this.dirty = false;
      location.assign(said.location);
      return;
    }
    this.#tell(SAVING.marked, true);
    markErrors(this.form, said.errors);
    this.editor.problems(said.problems);
    const revision = /** @type {HTMLInputElement} */ (this.form.elements.namedItem("revision"));
    if (said.revision) revision.value = said.revision;
  }

  /** @param {string} words */
  #tell(words, bad = false) {
    this.bar.textContent = words;
    this.bar.classList.toggle("map-bad", bad);
  }

  /** @param {boolean} on */
  #busy(on) {
    for (const button of this.buttons) button.disabled = on;
  }
}

/**
 * Put each objection beside its field; those of no field above the form.
 * @param {HTMLFormElement} form
 * @param {Record<string, string[]>} errors
 */
function markErrors(form, errors) {
  form.querySelectorAll(".error, .form-errors").forEach((old) => old.remove());
  form.querySelectorAll("[aria-invalid]").forEach((old) => old.removeAttribute("aria-invalid"));
  /** @type {string[]} */
  const whole = [];
  for (const [name, words] of Object.entries(errors)) {
    const field = form.querySelector(`[name="${CSS.escape(name)}"]`);
    const box = field?.closest(".field");
    if (!field || !box) {
      whole.push(...words);
      continue;
    }
    field.setAttribute("aria-invalid", "true");
    box.append(...words.map((text) => make("div", { className: "error" }, text)));
  }
  if (whole.length) {
    form.prepend(make("div", { className: "form-errors", aria: { role: "alert" } }, paragraph(...whole)));
  }
  form.querySelector(".error, .form-errors")?.scrollIntoView({ block: "center" });
}
