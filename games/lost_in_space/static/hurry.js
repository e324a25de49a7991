/** Whether a person wants turns to end automatically after the major action, kept by the browser. */

const HURRY = "lost_in_space.hurry";

export function isHurried() {
  try {
    return localStorage.getItem(HURRY) === "1";
  } catch {
    return false;
  }
}

/** @param {boolean} on */
export function setHurried(on) {
  try {
    localStorage.setItem(HURRY, on ? "1" : "");
  } catch { /* The browser stores nothing: the choice is valid for this match only. */ }
}
