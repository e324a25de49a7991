/** The name of another bot is asked for only on seats that want one. */

import { find, findAll } from "../shared/dom.js";

for (const seat of findAll(document, "[data-fork-seat]")) {
  const choice = /** @type {HTMLSelectElement} */ (find(seat, "select"));
  const other = find(seat, "[data-fork-other]");
  const show = () => { other.hidden = choice.value !== "other"; };
  choice.addEventListener("change", show);
  show();
}
