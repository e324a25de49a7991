/** The list of the marks on the line of time: shape and meaning. */

import { MARK_SHAPES } from "./canvas.js";

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} title  hidden where the game has no marks
 * @param {{shape: string, title: string}[]} kinds
 */
export function mountLegend(list, title, kinds) {
  title.hidden = !kinds.length;
  const entries = kinds.map((kind) => {
    const entry = document.createElement("li");
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "-1 -1 2 2");
    svg.setAttribute("aria-hidden", "true");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", MARK_SHAPES[kind.shape] ?? MARK_SHAPES.circle);
    svg.append(path);
    entry.append(svg, ` ${kind.title}`);
    return entry;
  });
  list.replaceChildren(...entries);
}
