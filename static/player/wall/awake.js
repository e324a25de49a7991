/** Screen and keys of pages for a projector. */

import { isTyping } from "../../shared/dom.js";

/** Keep a projector on.  A hidden page loses the lock; a browser that has none goes on without it. */
function stayAwake() {
  if (document.visibilityState === "visible") navigator.wakeLock?.request("screen").catch(() => undefined);
}

/** From now on, the screen stays on while the page is in sight. */
export function keepAwake() {
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

/** Into full screen, or back to the window; whether the browser did it. */
export async function switchFull() {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
    return true;
  } catch {
    return false;
  }
}

/**
 * The key of an event, where it is not held, no text, no shortcut of the browser and presses no button.
 * @param {KeyboardEvent} event
 */
export function keyOf(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return "";
  if (target.closest("dialog[open]") || isTyping(target)) return "";
  if (event.key === " " && target.matches("button, summary, a")) return "";
  return event.key.toLowerCase();
}
