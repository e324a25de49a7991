/** The list of the marks on the line of time: shape and meaning. */

import { make, makeSvg } from "../shared/dom.js";
import { MARK_SHAPES } from "./canvas.js";

/**
 * @param {HTMLElement} list
 * @param {HTMLElement} title  hidden where the game has no marks
 * @param {{shape: string, title: string}[]} kinds
 */
export function mountLegend(list, title, kinds) {
  title.hidden = !kinds.length;
  const entries = kinds.map((kind) => {
    const path = makeSvg("path", { d: MARK_SHAPES[kind.shape] ?? MARK_SHAPES.circle });
    return make("li", {}, makeSvg("svg", { viewBox: "-1 -1 2 2", "aria-hidden": "true" }, path), ` ${kind.title}`);
  });
  list.replaceChildren(...entries);
}
