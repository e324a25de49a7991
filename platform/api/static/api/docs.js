/** The reference of the API: a filter that the address keeps, and links that open what they lead to. */

import { sparing } from "../shared/sparing.js";

const form = document.querySelector("form[role=search]");
const field = document.getElementById("filter");
const found = document.getElementById("filter-found");
const entries = [...document.querySelectorAll(".entry")];
const texts = entries.map((entry) => entry.querySelector("summary").textContent.toLowerCase());

function filter() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  entries.forEach((entry, index) => {
    entry.hidden = !words.every((word) => texts[index].includes(word));
  });
  for (const section of document.querySelectorAll(".reference section")) {
    section.hidden = !section.querySelector(".entry:not([hidden])");
  }
  const shown = entries.filter((entry) => !entry.hidden).length;
  found.textContent = words.length ? `${shown} of ${entries.length}` : "";
  remember();
}

const remember = sparing(() => {
  const address = new URL(location.href);
  if (field.value.trim()) address.searchParams.set("q", field.value);
  else address.searchParams.delete("q");
  history.replaceState(null, "", address);
});

/** Open the entry that the address names, also if the filter had hidden it. */
function reveal() {
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!entry) return;
  if (entry.closest("[hidden]")) {
    field.value = "";
    filter();
  }
  if (entry instanceof HTMLDetailsElement) entry.open = true;
  entry.scrollIntoView();
}

form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
field.value = new URL(location.href).searchParams.get("q") ?? "";
field.addEventListener("input", filter);
window.addEventListener("hashchange", reveal);
filter();
reveal();
