/** Messages in a corner: errors stay until they are closed, the others go by themselves. */

import { find, findAll } from "../shared/dom.js";
import { SITE } from "./words.js";

const STAY_MS = 7000;

/** @param {HTMLElement} element */
function arm(element) {
  const close = find(element, "button");
  close.hidden = false;
  close.addEventListener("click", () => element.remove());
  if (!element.classList.contains("toast-error")) setTimeout(() => element.remove(), STAY_MS);
}

/**
 * Show a message.
 * @param {string} text
 * @param {"info" | "success" | "warning" | "error"} [kind]
 */
export function toast(text, kind = "info") {
  const element = find(document, "#toast-template").content.firstElementChild.cloneNode(true);
  element.classList.add(`toast-${kind}`);
  find(element, "p").textContent = text;
  find(document, ".toasts").append(element);
  arm(element);
}

findAll(document, ".toasts .toast").forEach(arm);

// htmx leaves the page as it is where a request fails, and what was typed with it.
document.addEventListener("htmx:responseError", (/** @type {any} */ event) => {
  const { xhr, requestConfig } = event.detail;
  if (xhr.status !== 503 || requestConfig.verb === "get") return;
  toast(SITE.busy, "error");
});
