/**
 * Boxes that scroll sideways stay where they are when a part of the page renews itself: those with
 * an id and `data-keep-scroll`.
 */

const kept = new Map();

document.addEventListener("htmx:beforeSwap", () => {
  kept.clear();
  for (const box of document.querySelectorAll("[data-keep-scroll]")) {
    kept.set(box.id, [box.scrollLeft, box.scrollTop]);
  }
});

document.addEventListener("htmx:afterSwap", () => {
  for (const [id, [left, top]] of kept) {
    const box = document.getElementById(id);
    if (box) box.scrollTo({ left, top, behavior: "instant" });
  }
});
