/** A map's own page: its board, large; the wheel with Ctrl, two fingers or the buttons enlarge it. */

import { closest, find, onResize } from "../../shared/dom.js";
import { MapGestures } from "./gestures.js";
import { drawWhole, isGrid, loadLook, onTheme } from "./look.js";
import { Layers } from "./layers.js";
import { Surface } from "./surface.js";

const root = find(document, "[data-map-view]");
const canvas = find(root, "canvas");
const layers = find(document, "[data-layers]");

async function mount() {
  const { mapScript, boardUrl: address } = root.dataset;
  const [answer, look] = await Promise.all([fetch(address), loadLook(mapScript, canvas)]);
  if (!answer.ok) throw new Error(`the board is not there: ${answer.status}`);
  const board = await answer.json();
  root.classList.remove("map-waiting");
  if (isGrid(board)) mountGrid(look, board);
  else mountPicture(look, board);
}

/** @param {import("./look.js").Look} look @param {any} board */
function mountGrid(look, board) {
  const surface = new Surface(canvas, look, board);
  new MapGestures(surface, null);
  const zoom = find(document, "[data-map-zoom]");
  zoom.hidden = false;
  zoom.addEventListener("click", (/** @type {Event} */ event) => {
    const way = closest(event, "button")?.dataset.zoom;
    if (way === "fit") surface.fit();
    else if (way) surface.enlarge(way === "in" ? 1.5 : 1 / 1.5);
  });
  new Layers(layers, look.module, (layer) => surface.showLayer(layer));
  onTheme(async () => {
    surface.look = await loadLook(root.dataset.mapScript, canvas, surface.look.layer);
    surface.redraw();
  });
}

/** @param {any} first @param {any} board */
function mountPicture(first, board) {
  let look = first;
  const draw = () => drawWhole(look, canvas, board);
  onResize(canvas, draw);
  new Layers(layers, look.module, (layer) => {
    look = { ...look, layer };
    draw();
  });
  onTheme(async () => {
    look = await loadLook(root.dataset.mapScript, canvas, look.layer);
    draw();
  });
}

mount().catch(() => {
  root.classList.remove("map-waiting");
  find(root, "[data-map-lost]").removeAttribute("hidden");
});
