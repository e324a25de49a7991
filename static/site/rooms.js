/** A room's page keeps up with the room, but takes nothing away from under somebody's hands. */

import { findAll } from "../shared/dom.js";

const room = () => document.getElementById("room-now");

/** Whether somebody is about to choose or write something. */
function isBusy() {
  const open = room()?.querySelectorAll("details[open]") ?? [];
  return [...open].some((details) => details.contains(document.activeElement)
    || findAll(details, "input:not([type=hidden])").some((input) => input.value));
}

document.addEventListener("htmx:beforeSwap", (/** @type {any} */ event) => {
  // The next answer has the same news: it only comes later.
  if (event.detail.target === room() && isBusy()) event.detail.shouldSwap = false;
});

// The way back from a match must not show what was before it.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});
