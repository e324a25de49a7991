/** Buttons and signs of the controls of a game that is played. */

import { make, makeSvg } from "../shared/dom.js";

/**
 * A button of the controls.
 * @param {string | Node} label
 * @param {() => void} press
 * @param {{title?: string, name?: string, kind?: "primary" | "danger" | "", data?: Record<string, any>}} [more]
 *   name: what it is called where the label is a sign
 * @returns {HTMLButtonElement}
 */
export function button(label, press, { title = "", name = "", kind = "", data = {} } = {}) {
  const aria = name ? { label: name } : {};
  const className = kind ? `play-key play-key-${kind}` : "play-key";
  return make("button", { type: "button", className, title, data, aria, on: { click: press } }, label);
}

/** An arrow as a picture, because fonts differ. @param {number} turns  quarters clockwise from up */
export function arrow(turns) {
  const path = makeSvg("path", { d: "M10 3l6.5 7H12v7H8v-7H3.5z", transform: `rotate(${90 * turns} 10 10)` });
  return makeSvg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, path);
}
