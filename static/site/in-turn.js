/**
 * Buttons that change the rows of a form by htmx wait for each other: each sends all rows that it
 * finds, so a press while rows are on their way is for the rows that arrive.
 */

const BUTTONS = "button[name=change][hx-post]";

let busy = false;
/** @type {string[]} what the pressed buttons ask for */
const waiting = [];

/** A button that has gone with its row does nothing any more. */
function next() {
  busy = false;
  while (waiting.length && !busy) {
    const asked = CSS.escape(String(waiting.shift()));
    /** @type {HTMLButtonElement | null} */ (document.querySelector(`${BUTTONS}[value="${asked}"]`))?.click();
  }
}

document.addEventListener("click", (event) => {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest(BUTTONS));
  if (!busy || !button) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting.push(button.value);
}, true);

document.addEventListener("htmx:beforeRequest", (event) => {
  busy ||= /** @type {CustomEvent} */ (event).detail.elt.matches(BUTTONS);
});

document.addEventListener("htmx:afterRequest", (event) => {
  if (!busy || /** @type {CustomEvent} */ (event).detail.successful) return;
  waiting.length = 0;
  busy = false;
});

document.addEventListener("htmx:afterSettle", () => {
  if (busy) next();
});
