/** The choice of a map for a match: the one that is chosen is drawn beside the list. */

import { find } from "../../shared/dom.js";
import { drawWhole, loadBoard, onTheme } from "./look.js";

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
  const found = await loadBoard(address, select.dataset.mapScript, canvas);
  // Another one may have been chosen meanwhile.
  if (asked !== address) return;
  stage.hidden = !found;
  if (found) drawWhole(found.look, canvas, found.board);
}

select.addEventListener("change", show);
onTheme(show);
show();
