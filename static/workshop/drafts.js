/**
 * The code that a person has not saved yet, kept in the browser.
 *
 * A browser that keeps nothing (its storage is full, or switched off) loses the comfort alone.
 */

const PREFIX = "draft:";
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** @typedef {Record<string, string>} Files  texts by path */

/** @param {string} name  @returns {Files | null} */
export function draft(name) {
  forgetOld();
  return read(PREFIX + name)?.files ?? null;
}

/** @param {string} name  @param {Files} files */
export function keepDraft(name, files) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify({ at: Date.now(), files }));
  } catch {
    // Full, or not allowed.
  }
}

/** @param {string} name */
export function dropDraft(name) {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Not allowed.
  }
}

/** @param {string} key  @returns {{at: number, files: Files} | null} */
function read(key) {
  try {
    const found = JSON.parse(localStorage.getItem(key) ?? "null");
    const texts = found && typeof found.files === "object" ? Object.values(found.files) : [1];
    return texts.length && texts.every((text) => typeof text === "string") ? found : null;
  } catch {
    return null;
  }
}

function forgetOld() {
  try {
    for (const key of Object.keys(localStorage).filter((each) => each.startsWith(PREFIX))) {
      const found = read(key);
      if (!found || Date.now() - found.at > KEPT_MS) localStorage.removeItem(key);
    }
  } catch {
    // Not allowed.
  }
}
