/** Boxes that scroll become regions with a name, at which the Tab key stops, unless the server has made them one. */

import { onResize } from "../shared/dom.js";
import { SITE } from "./words.js";

const BOXES = ".table-scroll, .bracket-scroll, .series-course, .comparison-course, .prose pre, pre.log, .paper-part";

/** @type {WeakSet<Element>} boxes that this module has named, or that have names of their own */
const known = new WeakSet();

/** @type {WeakSet<Element>} */
const watched = new WeakSet();

/** The text of its caption or of the last heading before it. @param {Element} box */
function nameOf(box) {
  const own = box.querySelector("caption, figcaption")?.textContent.trim();
  if (own) return own;
  const headings = [...document.querySelectorAll("main h1, main h2, main h3, main h4")];
  const before = headings.filter((each) => each.compareDocumentPosition(box) & Node.DOCUMENT_POSITION_FOLLOWING);
  const heading = before.at(-1)?.textContent.trim();
  // The section under the heading may have the heading's name already.
  return SITE.table(heading ?? "");
}

/** Two regions of a page have two names. @param {string} name */
function unique(name) {
  const taken = new Set([...document.querySelectorAll("[role=region][aria-label]")].map((each) => each.getAttribute("aria-label")));
  let found = name;
  for (let number = 2; taken.has(found); number += 1) found = `${name} (${number})`;
  return found;
}

/** @param {Element} box */
function look(box) {
  if (known.has(box) || (box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight)) return;
  known.add(box);
  if (box.getAttribute("role") === "region") return;
  box.setAttribute("tabindex", "0");
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", unique(nameOf(box)));
}

function lookAround() {
  for (const box of document.querySelectorAll(BOXES)) {
    if (watched.has(box)) continue;
    watched.add(box);
    onResize(box, () => look(box));
  }
}

document.addEventListener("htmx:afterSettle", lookAround);
lookAround();
