// Rows of a form come and go by htmx; without a script the same buttons load the page again.

import "./in-turn.js";

/** The row that was added is the one to fill in; after a removal the focus is on the button that adds a row. */
function settle(/** @type {Element} */ rows) {
  const fresh = rows.querySelector("[data-new]");
  fresh?.removeAttribute("data-new");
  const lost = document.activeElement === document.body;
  const next = fresh ? fresh.querySelector("select, input:not([type=hidden])") : lost && rows.querySelector("[data-add]");
  if (next) /** @type {HTMLElement} */ (next).focus();
}

document.addEventListener("htmx:afterSettle", (event) => {
  const rows = /** @type {CustomEvent} */ (event).detail.elt;
  if (rows.matches?.(".form-rows")) settle(rows);
});
