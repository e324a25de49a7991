/** The texts of the scripts of maps and scenarios. */

import { counted } from "../../shared/words.js";

export const MAPS = Object.freeze({
  brush: "Brush",
  pickedUp: "Picked up",
  everything: "Everything",
  good: "Valid map",
  /** @param {number} n */
  problems: (n) => counted(n, "problem"),
  /** @param {number | null} row @param {number | null} column  from 1 */
  place: (row, column) => [row && `row ${row}`, column && `column ${column}`].filter(Boolean).join(", "),
  fits: "can be played on it",
  reading: "Reading…",
  generating: "Generating…",
  /** @param {number} seed */
  generated: (seed) => `Seed ${seed}. Undo restores the previous map.`,
  /** @param {number} width @param {number} height */
  board: (width, height) => `Map, ${width} by ${height} cells`,
  noPicture: "The picture cannot be shown here. The text can still be edited.",
  symmetry: "Choose a symmetry first.",
  textFirst: "Correct the text first.",
  /** @param {string} what */
  picked: (what) => `Picked up ${what}.`,
  /** @param {number} n  cells */
  painted: (n) => `Painted ${counted(n, "cell")}.`,
  undone: "Undone",
  redone: "Redone",
});

/** The names of edits, as they follow "Undone: ". */
export const STEPS = Object.freeze({
  /** @param {number} n  cells */
  paint: (n) => `painting ${counted(n, "cell")}`,
  symmetrical: "making the map symmetrical",
  resize: "resizing",
  clear: "clearing",
  read: "reading the text",
  generate: "generating a map",
});

/** Files that are dropped on a map's text. */
export const FILES = Object.freeze({
  /** @param {string} name @param {number} bytes  at most */
  large: (name, bytes) => `${name} is too large. A map has at most ${bytes} bytes.`,
  /** @param {string} name */
  binary: (name) => `${name} is not a text file.`,
  /** @param {string} name */
  taken: (name) => `The text of ${name} is now in the field.`,
});

export const SAVING = Object.freeze({
  saving: "Saving…",
  offline: "The site cannot be reached. Nothing is lost. Try again.",
  large: "Not saved. The map is too large.",
  login: "Not saved. Log in again in another window, then save again.",
  marked: "Not saved. Correct what is marked.",
});

/** Why the site has not checked or made a map. */
export const SERVICE = Object.freeze({
  offline: "The site cannot be reached. Nothing is lost: your map is still here.",
  /** @param {number} seconds */
  wait: (seconds) => `Too many checks in a short time. The next check is in ${seconds} s.`,
  login: "You are logged out. Log in in another window, then continue here.",
  /** @param {number} status */
  answered: (status) => `The site answered ${status}.`,
});
