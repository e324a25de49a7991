/** A form is sent once: a second press of its button before the answer does nothing. */

const PATIENCE_MS = 10000;

/** @type {Map<HTMLFormElement, number>} */
const sent = new Map();

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== "post") return;
  const now = performance.now();
  const before = sent.get(form);
  // After a while the answer may be lost: the button works again.
  if (before !== undefined && now - before < PATIENCE_MS) event.preventDefault();
  else if (!event.defaultPrevented) sent.set(form, now);
});

// A page from the browser's history has its forms enabled again.
window.addEventListener("pageshow", () => sent.clear());
