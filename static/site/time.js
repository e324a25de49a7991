/**
 * Times in the reader's own words: `<time datetime data-relative>` keeps "3 minutes ago" true, and
 * every title says the exact moment in the reader's zone.  The zone goes into a cookie, so that
 * the server's next page is in it too.
 */

import { findAll } from "../shared/dom.js";
import { TIMES } from "./words.js";

/** @type {[Intl.RelativeTimeFormatUnit, number][]} and their seconds */
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const REFRESH_MS = 30000;
const words = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const chosenZone = document.documentElement.dataset.zone || undefined;
const exact = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "full",
  timeStyle: "long",
  timeZone: chosenZone,
});

/**
 * @param {Date} when
 * @returns {string} such as "3 minutes ago" or "in 2 hours"
 */
export function relative(when) {
  const seconds = (when.getTime() - Date.now()) / 1000;
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return words.format(Math.trunc(seconds / size), unit);
  }
  return seconds > 5 ? TIMES.soon : TIMES.justNow;
}

function show() {
  for (const element of findAll(document, "time[data-relative]")) {
    const when = new Date(element.dateTime);
    if (Number.isNaN(when.getTime())) continue;
    element.textContent = relative(when);
    element.title = exact.format(when);
  }
}

function rememberZone() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone) document.cookie = `tz=${zone};path=/;max-age=31536000;samesite=lax`;
}

rememberZone();
show();
setInterval(show, REFRESH_MS);
document.addEventListener("htmx:afterSettle", show);
