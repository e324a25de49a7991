/**
 * Small pictures of maps: elements with `data-map-thumb` (the address of the board) inside one with
 * `data-map-script`.  A board is fetched when its picture comes into sight.
 */

import { make } from "../../shared/dom.js";
import { drawWhole, loadLook, onTheme } from "./look.js";

/** @type {Map<Element, {canvas: HTMLCanvasElement, board: any, script: string}>} */
const shown = new Map();

/** @param {HTMLElement} element */
async function show(element) {
  const script = element.closest("[data-map-script]")?.getAttribute("data-map-script") ?? "";
  const answer = await fetch(element.dataset.mapThumb ?? "");
  if (!answer.ok) return;
  const canvas = make("canvas", { aria: { hidden: true } });
  element.replaceChildren(canvas);
  const thumb = { canvas, board: await answer.json(), script };
  shown.set(element, thumb);
  await draw(thumb);
}

/** @param {{canvas: any, board: any, script: string}} given */
async function draw({ canvas, board, script }) {
  drawWhole(await loadLook(script, canvas), canvas, board);
}

const seen = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      show(/** @type {HTMLElement} */ (target)).catch(() => target.classList.add("map-thumb-lost"));
    }
  },
  { rootMargin: "200px" },
);

document.querySelectorAll("[data-map-thumb]").forEach((element) => seen.observe(element));
onTheme(() => shown.forEach(draw));
