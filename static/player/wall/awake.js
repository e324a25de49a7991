/** Screen and keys of pages for a projector. */

import { isTyping } from "../../shared/dom.js";

/**
 * From now on, the screen stays on while the page is in sight.  A hidden page loses the lock.
 * @param {() => void} refused  what to do where the browser does not keep the screen on
 */
export function keepAwake(refused) {
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    try {
      await navigator.wakeLock.request("screen");
    } catch { // also where there is none: old browsers, and pages without TLS
      refused();
    }
  };
  document.addEventListener("visibilitychange", ask);
  return ask();
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
