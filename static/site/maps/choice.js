/** The choice of a map for a match: the one that is chosen is drawn beside the list. */

import { find } from "../../shared/dom.js";
import { drawWhole, loadLook, onTheme } from "./look.js";

const root = find(document, "[data-map-choice]");
const select = find(root, "select");
const stage = find(root, "[data-map-preview]");
const canvas = find(stage, "canvas");
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
