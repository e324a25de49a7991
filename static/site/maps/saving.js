/** Saving the form without leaving the page where something is wrong with it. */

import { csrfToken } from "./service.js";

/**
 * @param {HTMLFormElement} form
 * @param {{before: () => void, problems: (problems: any[]) => void}} editor
 */
export function saveQuietly(form, { before, problems }) {
  let dirty = false;
  const bar = /** @type {HTMLElement} */ (document.querySelector("[data-saving]"));
  const buttons = [...document.querySelectorAll('[type="submit"][form="map-form"], #map-form [data-save]')];

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
    tell("Being saved …");
    try {
      await send();
    } catch {
      tell("The site cannot be reached. Nothing is lost: try again.", true);
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
      const words = answer.status === 413 ? "It is too large." : "Log in again in another window, then save once more.";
      tell(`Not saved. ${words}`, true);
      return;
    }
    const said = await answer.json();
    if (answer.status === 201) {
      dirty = false;
      location.assign(said.location);
      return;
    }
    tell("Not saved: see what is marked.", true);
    mark(said.errors);
    problems(said.problems);
    const revision = /** @type {HTMLInputElement} */ (form.elements.namedItem("revision"));
    if (said.revision) revision.value = said.revision;
  }

  /** Put each objection beside its field; those of no field above the form. */
  function mark(errors) {
    form.querySelectorAll(".error, .form-errors").forEach((old) => old.remove());
    form.querySelectorAll("[aria-invalid]").forEach((old) => old.removeAttribute("aria-invalid"));
    const whole = [];
    for (const [name, words] of Object.entries(errors)) {
      const field = /** @type {HTMLElement | null} */ (form.querySelector(`[name="${CSS.escape(name)}"]`));
      const box = field?.closest(".field");
      if (!box) {
        whole.push(...words);
        continue;
      }
      field.setAttribute("aria-invalid", "true");
      box.append(...words.map((text) => line("error", text)));
    }
    if (whole.length) {
      const box = line("form-errors", whole.join(" "));
      box.setAttribute("role", "alert");
      form.prepend(box);
    }
    form.querySelector(".error, .form-errors")?.scrollIntoView({ block: "center" });
  }

  function line(kind, text) {
    const made = document.createElement("div");
    made.className = kind;
    made.textContent = text;
    return made;
  }

  function tell(words, bad = false) {
    bar.textContent = words;
    bar.classList.toggle("map-bad", bad);
  }

  function busy(on) {
    for (const button of buttons) /** @type {HTMLButtonElement} */ (button).disabled = on;
  }

  return { touch: () => { dirty = true; } };
}
