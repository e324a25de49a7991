/** The output of programs, cut by lines and columns: a browser lays out all that a page shows. */

import { counted } from "./words.js";

/** Lines that are shown: the first and the last half of these. */
export const LINES = 2000;
/** Characters of a line that are shown. */
export const COLUMNS = 1000;

/** The text as pages show it; `games/texts/` has the same for the server. @param {string} text */
export function cut(text) {
  const lines = text.split("\n");
  const left = lines.length - LINES;
  const shown = left > 0 ? lines.toSpliced(LINES / 2, left, `… ${counted(left, "more line")} …`) : lines;
  return shown.map(cutLine).join("\n");
}

/** @param {string} line */
function cutLine(line) {
  const left = line.length - COLUMNS;
  return left > 0 ? `${line.slice(0, COLUMNS)} … ${counted(left, "more character")}` : line;
}
