// The form of a stage shows what its kind reads; without a script it shows everything.

import { find, findAll } from "../shared/dom.js";

const kind = find(document, ".stage-form [name=kind]");
const parts = findAll(document, ".stage-form [data-kinds]");

/** Hide what does not concern the chosen kind, but never an error. */
function show() {
  for (const part of parts) {
    const concerns = part.dataset.kinds.split(" ").includes(kind.value);
    part.hidden = !concerns && !part.querySelector(".error");
  }
}

kind.addEventListener("change", show);
show();
