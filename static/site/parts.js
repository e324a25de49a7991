/**
 * Loads htmx, which replaces parts of pages, later than the page: when the first part that renews itself
 * is due, which is renewed at once then.  A page without such parts does without htmx.
 */

const EVERY = /^every (\d+)s$/;

const parts = [...document.querySelectorAll("[hx-get]")];

/** Seconds between its renewals. @param {Element} part */
function pauseOf(part) {
  return Number(EVERY.exec(part.getAttribute("hx-trigger") ?? "")?.[1] ?? 0);
}

const first = Math.min(...parts.map(pauseOf));

function load() {
  for (const part of parts) {
    if (pauseOf(part) === first) part.setAttribute("hx-trigger", `load, every ${first}s`);
  }
  const script = document.createElement("script");
  script.src = new URL("../django_htmx/htmx-2.min.js", import.meta.url).href;
  document.head.append(script);
}

if (parts.length > 0) {
  // htmx that comes between the page's content and its last file would overlook the parts.
  window.addEventListener("load", () => setTimeout(load, first * 1000));
}
