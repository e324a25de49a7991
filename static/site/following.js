/**
 * Keeps a page true that tells a state, as `data-page-state` of its head or of a part that renews
 * itself: where the match on the board or that part has come to another one, the rest is drawn again.
 */

import { NoPage, redraw } from "./redraw.js";

/** A page that is the same for everybody may be some seconds behind. */
const AGAIN_MS = 2000;
const MOST = 10;

/** @param {Document} page @returns {string | undefined} */
const stateOf = (page) => /** @type {HTMLElement | null} */ (page.querySelector("[data-page-state]"))?.dataset.pageState;

let drawn = stateOf(document);
/** @type {string | undefined} */
let wanted = drawn;
let busy = false;

/** @param {string | undefined} state */
async function follow(state) {
  wanted = state;
  if (busy) return;
  busy = true;
  for (let time = 0; drawn !== wanted && time < MOST; time += 1) {
    if (time) await new Promise((resolve) => { setTimeout(resolve, AGAIN_MS); });
    try {
      drawn = stateOf(await redraw());
    } catch (error) {
      // Without a connection or an answer the page stays as it is, and is asked for again.
      if (!(error instanceof TypeError || error instanceof NoPage)) throw error;
    }
  }
  busy = false;
}

document.addEventListener("player-state", (event) => follow(/** @type {CustomEvent<{state: string}>} */ (event).detail.state));
document.addEventListener("htmx:afterSettle", () => {
  if (!busy) follow(stateOf(document));
});
