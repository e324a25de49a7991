/** Saving the form without leaving the page where something is wrong with it. */

import { find, findAll, make } from "../../shared/dom.js";
import { csrfToken } from "./service.js";
import { SAVING } from "../words.js";

/**
 * @param {HTMLFormElement} form
 * @param {{before: () => void, problems: (problems: any[]) => void}} editor
 */
export function saveQuietly(form, { before, problems }) {
  let dirty = false;
  const bar = find(document, "[data-saving]");
  const buttons = findAll(document, '[type="submit"][form="map-form"], #map-form [data-save]');

  form.addEventListener("input", () => {
    dirty = true;
  });
  window.addEventListener("beforeunload", (event) => {
    if (dirty) event.preventDefault();
  });
  form.addEventListener("submit", async (event) => {
    if (/** @type {any} */ (event).submitter?.name === "generate") return;
    event.preventDefault();
    before();
    busy(true);
    tell(SAVING.saving);
    try {
      await send();
    } catch {
      tell(SAVING.offline, true);
    }
    busy(false);
  });

  async function send() {
    const headers = { Accept: "application/json" };
    const body = new FormData(form);
    body.set("csrfmiddlewaretoken", csrfToken());
    const answer = await fetch(location.href, { method: "POST", headers, body });
    const type = answer.headers.get("Content-Type") ?? "";
    if (answer.redirected || !type.startsWith("application/json")) {
      tell(answer.status === 413 ? SAVING.large : SAVING.login, true);
      return;
    }
    const said = await answer.json();
    if (answer.status === 201) {
      dirty = false;
      location.assign(said.location);
      return;
    }
    tell(SAVING.marked, true);
    mark(said.errors);
    problems(said.problems);
    const revision = /** @type {HTMLInputElement} */ (form.elements.namedItem("revision"));
    if (said.revision) revision.value = said.revision;
  }

  /**
   * Put each objection beside its field; those of no field above the form.
   * @param {Record<string, string[]>} errors
   */
  function mark(errors) {
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
      form.prepend(make("div", { className: "form-errors", aria: { role: "alert" } }, whole.join(" ")));
    }
    form.querySelector(".error, .form-errors")?.scrollIntoView({ block: "center" });
  }

  /** @param {string} words */
  function tell(words, bad = false) {
    bar.textContent = words;
    bar.classList.toggle("map-bad", bad);
  }

  /** @param {boolean} on */
  function busy(on) {
    for (const button of buttons) button.disabled = on;
  }

  return { touch: () => { dirty = true; } };
}
