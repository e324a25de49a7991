/**
 * Countdowns: `<time datetime data-countdown>` says how long it is until then, to the
 * second, and "now" afterwards.  Without scripts the server's words stay.
 */

import { findAll } from "../shared/dom.js";
import { TIMES } from "./words.js";

const SECOND_MS = 1000;
const DAY = 86400;

/**
 * @param {number} seconds
 * @returns {string} such as "in 2 d 03:12:45" or "now"
 */
export function remaining(seconds) {
  if (seconds <= 0) return TIMES.now;
  const whole = Math.floor(seconds);
  const days = Math.floor(whole / DAY);
  const parts = [whole / 3600 % 24, whole / 60 % 60, whole % 60];
  const clock = parts.map((part) => String(Math.floor(part)).padStart(2, "0")).join(":");
  return TIMES.in(days, clock);
}

function tick() {
  for (const element of findAll(document, "time[data-countdown]")) {
    const when = new Date(element.dateTime).getTime();
    if (!Number.isNaN(when)) element.textContent = remaining((when - Date.now()) / SECOND_MS);
  }
}

tick();
setInterval(tick, SECOND_MS);
document.addEventListener("htmx:afterSettle", tick);
