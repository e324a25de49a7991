/**
 * Tabs by the usual pattern: arrows move between them, one panel is shown.
 *
 * Arrows belong to the tabs only while the focus came by the keyboard, and no pointer has pressed a tab since.
 */

import { closest, find } from "../shared/dom.js";

/**
 * @param {HTMLElement} list  role=tablist, whose tabs name their panels by aria-controls
 * @param {(panel: HTMLElement) => void} shown
 */
export function mountTabs(list, shown) {
  // A game may bring tabs of its own later.
  const all = () => /** @type {HTMLElement[]} */ ([...list.querySelectorAll("[role=tab]")]);
  /** @param {HTMLElement} tab */
  const select = (tab) => {
    for (const other of all()) {
      const on = other === tab;
      const panel = find(document, `#${other.getAttribute("aria-controls")}`);
      other.setAttribute("aria-selected", String(on));
      other.tabIndex = on ? 0 : -1;
      panel.hidden = !on;
      if (on) shown(panel);
    }
  };
  let walked = false;
  let pressed = false;
  list.addEventListener("pointerdown", () => {
    pressed = true;
    walked = false;
  });
  document.addEventListener("pointerup", () => { pressed = false; });
  list.addEventListener("focusin", ({ relatedTarget }) => {
    if (!list.contains(/** @type {Node | null} */ (relatedTarget))) walked = !pressed;
  });
  list.addEventListener("click", (event) => {
    const tab = closest(event, "[role=tab]");
    if (tab) select(tab);
  });
  list.addEventListener("keydown", (event) => {
    const tabs = all();
    const at = tabs.indexOf(/** @type {HTMLElement} */ (event.target));
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (!walked || at < 0 || to === undefined) return;
    event.preventDefault();
    const tab = tabs[(to + tabs.length) % tabs.length];
    tab.focus();
    select(tab);
  });
}
