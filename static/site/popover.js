/**
 * Popovers: `<details>` of these classes, whose box lies over the page.
 *
 * A box opens below or above its summary, aligned to its start or its end, inside of the window.  One is open
 * at a time.  Escape closes it and returns the focus to its summary.  A click or the focus elsewhere closes it, too.
 * Without this module a box is below its summary; with it the style sheet hides a box until it is placed.
 */

import { findAll } from "../shared/dom.js";

const POPOVERS = "details.menu, details.confirm, details.player-menu";
const MARGIN = 8;
const GAP = 4;

/**
 * Where a box goes, in pixels of the window.  A summary that was scrolled out of the window takes
 * its box along.
 *
 * @param {{left: number, right: number, top: number, bottom: number}} anchor  the summary
 * @param {{width: number, height: number}} box
 * @param {{width: number, height: number}} view  the window
 * @returns {{left: number, top: number}}
 */
export function placed(anchor, box, view) {
  const fromEnd = anchor.left + anchor.right > view.width;
  const left = clamped(fromEnd ? anchor.right - box.width : anchor.left, box.width, view.width);
  const below = view.height - anchor.bottom;
  const fits = box.height + GAP + MARGIN <= below || below >= anchor.top;
  const top = fits ? anchor.bottom + GAP : anchor.top - GAP - box.height;
  const gone = anchor.bottom < 0 || anchor.top > view.height;
  return { left, top: gone ? top : clamped(top, box.height, view.height) };
}

/** As near to a wish as the window lets. @param {number} wish @param {number} size @param {number} room */
function clamped(wish, size, room) {
  return Math.max(MARGIN, Math.min(wish, room - MARGIN - size));
}

/** @returns {HTMLDetailsElement[]} */
function opened() {
  return findAll(document, POPOVERS).filter((each) => each.open);
}

/** @param {HTMLDetailsElement} popover */
function place(popover) {
  const summary = popover.querySelector("summary");
  const box = /** @type {HTMLElement | null} */ (summary?.nextElementSibling);
  if (!summary || !box) return;
  Object.assign(box.style, {
    position: "fixed", inset: "0 auto auto 0", margin: "0", zIndex: "30",
    maxWidth: `calc(100vw - ${2 * MARGIN}px)`, maxHeight: `calc(100dvh - ${2 * MARGIN}px)`, overflow: "auto",
  });
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const size = { width: box.offsetWidth, height: box.offsetHeight };
  const { left, top } = placed(summary.getBoundingClientRect(), size, { width, height });
  Object.assign(box.style, { left: `${left}px`, top: `${top}px`, visibility: "visible" });
}

function placeAll() {
  for (const popover of opened()) place(popover);
}

/** @param {EventTarget | null} target */
function closeAllBut(target) {
  const kept = target instanceof Element ? target.closest(POPOVERS) : null;
  for (const popover of opened()) if (popover !== kept) popover.open = false;
}

document.documentElement.dataset.popovers = "";
document.addEventListener("toggle", (event) => {
  const popover = event.target;
  if (!(popover instanceof HTMLDetailsElement && popover.matches(POPOVERS) && popover.open)) return;
  closeAllBut(popover);
  place(popover);
}, true);
document.addEventListener("click", (event) => closeAllBut(event.target));
document.addEventListener("focusin", (event) => closeAllBut(event.target));
document.addEventListener("keydown", (event) => {
  const popover = opened()[0];
  if (event.key !== "Escape" || !popover) return;
  popover.open = false;
  popover.querySelector("summary")?.focus();
});
document.addEventListener("htmx:afterSettle", placeAll);
window.addEventListener("scroll", placeAll, { capture: true, passive: true });
window.addEventListener("resize", placeAll);
