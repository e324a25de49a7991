/** Buttons with `data-copy="id"` put that element's text on the clipboard; shown where they can. */

import { find, findAll } from "../shared/dom.js";
import { toast } from "./toast.js";
import { SITE } from "./words.js";

/** @param {HTMLButtonElement} button */
function arm(button) {
  const source = find(document, `#${button.dataset.copy}`);
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent.trim());
      toast(SITE.copied, "success");
    } catch {
      getSelection()?.selectAllChildren(source);
      toast(SITE.notCopied, "warning");
    }
  });
}

if (navigator.clipboard) findAll(document, "button[data-copy]").forEach(arm);
