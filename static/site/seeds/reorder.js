/**
 * A list whose rows move by their buttons and by dragging.  Each row has a hidden field, so the form sends the order.
 * Without this script, the same buttons send the form, and the server moves the row.
 */

import { closest, find, findAll } from "../../shared/dom.js";
import { SEEDS } from "./words.js";

/**
 * Write the places again, and say the new place of the row that moved.
 * @param {HTMLElement} list @param {HTMLElement} row
 */
function say(list, row) {
  findAll(list, "[data-place]").forEach((place, at) => { place.textContent = String(at + 1); });
  const rows = [...list.children];
  const status = find(document, "[data-reorder-status]");
  status.textContent = SEEDS.moved(row.dataset.name ?? "", rows.indexOf(row) + 1, rows.length);
}

/** @param {HTMLElement} list */
function armButtons(list) {
  list.addEventListener("click", (event) => {
    const button = closest(event, "[data-move]");
    if (!button) return;
    event.preventDefault();
    const row = button.closest("li");
    const up = button.dataset.move === "-1";
    const other = up ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    if (up) other.before(row);
    else other.after(row);
    button.focus();
    say(list, row);
  });
}

/** @param {HTMLElement} list */
function armDragging(list) {
  /** @type {HTMLElement | null} */
  let dragged = null;
  list.addEventListener("dragstart", (event) => {
    dragged = closest(event, "li");
    dragged?.classList.add("is-dragged");
    event.dataTransfer?.setData("text/plain", dragged?.dataset.name ?? "");
  });
  list.addEventListener("dragover", (event) => {
    const row = closest(event, "li");
    if (!dragged || !row) return;
    event.preventDefault();
    if (row === dragged) return;
    const box = row.getBoundingClientRect();
    if (event.clientY < box.top + box.height / 2) row.before(dragged);
    else row.after(dragged);
  });
  list.addEventListener("drop", (event) => event.preventDefault());
  list.addEventListener("dragend", () => {
    if (!dragged) return;
    dragged.classList.remove("is-dragged");
    say(list, dragged);
    dragged = null;
  });
}

for (const list of findAll(document, "[data-reorder]")) {
  armButtons(list);
  armDragging(list);
}
