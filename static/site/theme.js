/**
 * The switch between light and dark.  The choice is a cookie, so that the server writes it into
 * the page and nothing flashes; without one the system's preference holds.
 */

import { findAll } from "../shared/dom.js";

const YEAR = 31536000;
const root = document.documentElement;

function isDark() {
  const chosen = root.dataset.theme;
  if (chosen) return chosen === "dark";
  return window.matchMedia("(prefers-color-scheme: dark)").matches;
}

/**
 * The next page needs the cookie at once; Safari forgets one of a script after 7 days, and none of the server.
 * @param {string} theme @param {string} address  where the server takes it
 */
function keep(theme, address) {
  document.cookie = `theme=${theme};path=/;max-age=${YEAR};samesite=lax`;
  fetch(address, { method: "POST", body: new URLSearchParams({ theme }), keepalive: true }).catch(() => undefined);
}

for (const button of findAll(document, "[data-theme-switch]")) {
  button.hidden = false;
  button.setAttribute("aria-pressed", String(isDark()));
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    button.setAttribute("aria-pressed", String(isDark()));
    keep(root.dataset.theme, button.dataset.themeSwitch);
    document.dispatchEvent(new CustomEvent("themechange"));
  });
}
