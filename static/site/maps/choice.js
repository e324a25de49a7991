/** The choice of a map for a match: the one that is chosen is drawn beside the list. */

import { drawWhole, loadLook, onTheme } from "./look.js";

const root = /** @type {HTMLElement} */ (document.querySelector("[data-map-choice]"));
const select = root.querySelector("select");
const stage = /** @type {HTMLElement} */ (root.querySelector("[data-map-preview]"));
const canvas = stage.querySelector("canvas");
let asked = "";

async function show() {
  const address = select.selectedOptions[0]?.dataset.boardUrl ?? "";
  asked = address;
  stage.hidden = !address;
  if (!address) return;
  const [answer, look] = await Promise.all([fetch(address), loadLook(select.dataset.mapScript, canvas)]);
  const board = answer.ok ? await answer.json() : null;
  // Another one may have been chosen meanwhile.
  if (asked !== address) return;
  stage.hidden = !board;
  if (board) drawWhole(look, canvas, board);
}

select.addEventListener("change", show);
onTheme(show);
show();
