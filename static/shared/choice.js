/** Choices that a browser keeps for a person.  One that keeps nothing holds them for the page alone. */

/** @type {Map<string, boolean>} */
const here = new Map();

/** @param {string} name */
export function isChosen(name) {
  try {
    return here.get(name) ?? localStorage.getItem(name) === "1";
  } catch {
    return false;
  }
}

/** @param {string} name @param {boolean} on */
export function choose(name, on) {
  here.set(name, on);
  try {
    localStorage.setItem(name, on ? "1" : "");
  } catch { /* It is full, or not allowed. */ }
}
