/** Draws what is in a box as large as the box lets it be. */

import { find, findAll } from "../../shared/dom.js";

const SMALLEST = 0.3;
const LARGEST = 2.6;

/**
 * The factor by which a drawing fills its box, within bounds.
 * @param {{width: number, height: number}} drawn
 * @param {{width: number, height: number}} box
 */
export function factor(drawn, box) {
  if (!drawn.width || !drawn.height) return 1;
  const most = Math.min(box.width / drawn.width, box.height / drawn.height);
  return Math.min(LARGEST, Math.max(SMALLEST, most));
}

/** Fit every `data-fit` box below an element. @param {ParentNode} root */
export function fitAll(root) {
  for (const box of findAll(root, "[data-fit]")) {
    const drawing = find(box, ".projector-drawn");
    drawing.style.transform = "none";
    const size = { width: drawing.scrollWidth, height: drawing.scrollHeight };
    const scale = factor(size, { width: box.clientWidth, height: box.clientHeight });
    const left = Math.max(0, (box.clientWidth - size.width * scale) / 2);
    drawing.style.transform = `translateX(${left}px) scale(${scale})`;
  }
}
