/**
 * The form of a scenario: its map is drawn with its points, and a press on a cell places the point
 * whose line was chosen last.  Lines come and go by htmx; without scripts the form works, too.
 */

import "../in-turn.js";
import { Board } from "./board.js";

const form = /** @type {HTMLFormElement} */ (document.getElementById("scenario-form"));
const select = /** @type {HTMLSelectElement} */ (form.elements.namedItem("map"));
const root = /** @type {HTMLElement} */ (form.querySelector("[data-scenario-board]"));
const where = /** @type {HTMLElement} */ (form.querySelector("[data-scenario-where]"));

/** The line whose point a press places, by its prefix. */
let chosen = "";

const lines = () => /** @type {HTMLElement[]} */ ([...form.querySelectorAll("[data-point]")]);

/** @param {HTMLElement} line @param {string} name @returns {HTMLInputElement} */
const field = (line, name) =>
  /** @type {HTMLInputElement} */ (form.elements.namedItem(`${line.dataset.point}-${name}`));

/** Lines without a place have none on the map. */
function placed() {
  return lines().flatMap((line) => {
    const [x, y] = [Number(field(line, "column").value) - 1, Number(field(line, "row").value) - 1];
    return x >= 0 && y >= 0 ? [{ line, name: field(line, "name").value, x, y }] : [];
  });
}

const board = new Board(root, where, {
  points: placed,
  chosen: () => placed().findIndex(({ line }) => line.dataset.point === chosen),
  pressed: press,
});

/** @param {{x: number, y: number}} cell */
function press(cell) {
  const line = lines().find((each) => each.dataset.point === chosen);
  const there = placed().find(({ x, y }) => x === cell.x && y === cell.y);
  if (there) {
    choose(there.line);
    field(there.line, "name").focus();
  } else if (line) {
    field(line, "row").value = String(cell.y + 1);
    field(line, "column").value = String(cell.x + 1);
    field(line, "column").dispatchEvent(new Event("change", { bubbles: true }));
  }
  board.remark();
}

/** @param {HTMLElement | null} line */
function choose(line) {
  chosen = line?.dataset.point ?? "";
  for (const each of lines()) each.toggleAttribute("data-chosen", each === line);
  root.toggleAttribute("data-placing", Boolean(line));
  board.remark();
}

function showMap() {
  board.show(select.selectedOptions[0]?.dataset.boardUrl ?? "", select.dataset.mapScript ?? "");
}

form.addEventListener("focusin", (event) => {
  const line = /** @type {HTMLElement} */ (event.target).closest("[data-point]");
  if (line) choose(/** @type {HTMLElement} */ (line));
});
form.addEventListener("input", () => board.remark());
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") choose(null);
});
select.addEventListener("change", showMap);

// A line that was added is the one to fill in.
document.addEventListener("htmx:afterSettle", () => {
  const fresh = form.querySelector("[data-new]");
  fresh?.removeAttribute("data-new");
  /** @type {HTMLElement | null} */ (fresh?.querySelector("input:not([type=hidden]), select"))?.focus();
  choose(lines().find((line) => line.dataset.point === chosen) ?? null);
});

showMap();
