/** The key `/` leads to the search from every page, and there to its field. */

import { isTyping } from "../shared/dom.js";

document.addEventListener("keydown", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (isTyping(target) || target.closest("dialog[open], .ace_editor")) return;
  event.preventDefault();
  const field = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-search-words]"));
  if (field) field.select();
  else /** @type {HTMLElement | null} */ (document.querySelector("[data-search]"))?.click();
});
