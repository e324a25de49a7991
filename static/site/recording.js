/** The link *Play on from here* follows the place on the board. */

/** @typedef {{n: number, total: number}} Place */

/** @type {Place | null} */
let place = null;

function show() {
  const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-fork]"));
  if (!link || !place) return;
  const url = new URL(link.href);
  // Nothing follows the last frame.
  url.searchParams.set("frame", String(Math.max(0, Math.min(place.n, place.total - 2))));
  link.href = url.href;
}

document.addEventListener("player-place", (event) => {
  place = /** @type {CustomEvent<Place>} */ (event).detail;
  show();
});
document.addEventListener("htmx:afterSettle", show);

export {};
