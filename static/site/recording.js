/** The link *Play on from here* follows the place on the board. */

const link = /** @type {HTMLAnchorElement | null} */ (document.querySelector("a[data-fork]"));

document.addEventListener("player-place", (event) => {
  if (!link) return;
  const { n, total } = /** @type {CustomEvent<{n: number, total: number}>} */ (event).detail;
  const url = new URL(link.href);
  // Nothing follows the last frame.
  url.searchParams.set("frame", String(Math.max(0, Math.min(n, total - 2))));
  link.href = url.href;
});

export {};
