/** Buttons with `data-copy="id"` put that element's text on the clipboard; shown where they can. */

import { closest, find, findAll } from "../shared/dom.js";
import { toast } from "./toast.js";
import { SITE } from "./words.js";

function show() {
  for (const button of findAll(document, "button[data-copy]")) button.hidden = false;
}

/** @param {HTMLElement} source */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent.trim());
    toast(SITE.copied, "success");
  } catch {
    getSelection()?.selectAllChildren(source);
    toast(SITE.notCopied, "warning");
  }
}

if (navigator.clipboard) {
  show();
  document.addEventListener("htmx:afterSettle", show);
  document.addEventListener("click", (event) => {
    const button = closest(event, "button[data-copy]");
    if (button) copy(find(document, `#${button.dataset.copy}`));
  });
}
