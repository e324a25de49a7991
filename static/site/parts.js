/**
 * Loads htmx, which replaces parts of pages, later than the page: when the first part that renews itself
 * is due, which is renewed at once then.  A page without such parts does without htmx.
 */

const EVERY = /^every (\d+)s$/;

let timer = 0;
let asked = false;

/** Seconds between its renewals; 0 for a part that waits for something else. @param {Element} part */
function pauseOf(part) {
  return Number(EVERY.exec(part.getAttribute("hx-trigger") ?? "")?.[1] ?? 0);
}

/** @param {Element[]} parts @param {number} first  seconds */
function load(parts, first) {
  asked = true;
  for (const part of parts) {
    if (first && pauseOf(part) === first) part.setAttribute("hx-trigger", `load, every ${first}s`);
  }
  const script = document.createElement("script");
  script.src = new URL("../django_htmx/htmx-2.min.js", import.meta.url).href;
  document.head.append(script);
}

/** Let htmx see to the parts that the page has now. */
export function arm() {
  const { htmx } = /** @type {any} */ (globalThis);
  if (htmx) htmx.process(document.body);
  if (htmx || asked) return; // what is on its way finds all parts
  const parts = [...document.querySelectorAll("[hx-get]")];
  const first = Math.min(...parts.map(pauseOf));
  clearTimeout(timer);
  if (parts.length > 0) timer = window.setTimeout(load, first * 1000, parts, first);
}

// htmx that comes between the page's content and its last file would overlook the parts.
if (document.readyState === "complete") arm();
else window.addEventListener("load", arm);
