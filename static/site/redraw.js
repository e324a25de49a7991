/** Draws the parts of a page again that depend on a state: its title, its head, and each `data-live`. */

import { find } from "../shared/dom.js";
import { arm } from "./parts.js";

/** The server has answered with no page, as it may while it starts. */
export class NoPage extends Error {}

/**
 * Ask the server for the page, and take over these parts.  Each `data-live` has a name of its own.
 * @returns {Promise<Document>}  the page as it is now
 * @throws {NoPage}
 */
export async function redraw() {
  const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new NoPage(`the page answered ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const old of document.querySelectorAll("[data-live]")) {
    const fresh = page.querySelector(`[data-live="${old.getAttribute("data-live")}"]`);
    if (fresh) old.replaceChildren(...fresh.childNodes);
  }
  const head = page.querySelector(".page-head");
  if (head) find(document, ".page-head").replaceWith(head);
  document.title = page.title;
  arm();
  document.dispatchEvent(new CustomEvent("htmx:afterSettle", { detail: {} }));
  return page;
}
