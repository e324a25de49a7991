/**
 * The upload form with more comfort: drop a file on it, see it on its way, keep it after an error.
 * Without this module the same form works as a plain one.
 */

import { find } from "../../shared/dom.js";
import { UPLOAD } from "./words.js";

const form = find(document, "#upload");

/** @param {string} name */
const part = (name) => find(form, `[data-${name}]`);
/** @returns {HTMLInputElement} */
const fileInput = () => find(form, "input[type=file]");

/** @param {number} bytes */
function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const kib = bytes / 1024;
  return kib < 1024 ? `${kib.toFixed(1)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}

function showChosen() {
  const file = fileInput().files?.[0];
  const words = part("chosen");
  words.hidden = !file;
  words.textContent = file ? `${file.name}, ${size(file.size)}` : "";
}

function armDrop() {
  const zone = part("drop");
  part("drop-hint").hidden = false;
  zone.addEventListener("change", showChosen);
  zone.addEventListener("dragover", (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    zone.classList.add("drop-over");
  });
  zone.addEventListener("dragleave", (/** @type {DragEvent} */ event) => {
    if (!zone.contains(/** @type {Node} */ (event.relatedTarget))) zone.classList.remove("drop-over");
  });
  zone.addEventListener("drop", (/** @type {DragEvent} */ event) => {
    event.preventDefault();
    zone.classList.remove("drop-over");
    const files = event.dataTransfer?.files;
    if (!files?.length) return;
    fileInput().files = files;
    showChosen();
  });
  showChosen();
}

/** @param {boolean} on */
function busy(on) {
  part("progress").hidden = !on;
  /** @type {HTMLButtonElement} */ (form.querySelector("[type=submit]")).disabled = on;
}

/** @param {string} words @param {number | null} share from 0 to 1; null where it cannot be told */
function tell(words, share) {
  const bar = find(part("progress"), "progress");
  if (share === null) bar.removeAttribute("value");
  else bar.value = share;
  part("progress-words").textContent = words;
}

/**
 * Put the server's form, with its errors, in place of this one; the chosen file stays chosen.
 * @param {string} html
 */
function showErrors(html) {
  const answer = new DOMParser().parseFromString(html, "text/html").getElementById("upload");
  if (!answer) {
    tell(UPLOAD.unreadable, 0);
    return;
  }
  const chosen = fileInput();
  form.replaceChildren(...answer.childNodes);
  fileInput().replaceWith(chosen);
  armDrop();
  /** @type {HTMLElement | null} */ (form.querySelector(".error, .form-errors"))?.scrollIntoView({ block: "center" });
}

/** @param {SubmitEvent} event */
function send(event) {
  event.preventDefault();
  const request = new XMLHttpRequest();
  request.upload.addEventListener("progress", ({ loaded, total, lengthComputable }) => {
    if (lengthComputable && loaded < total) tell(UPLOAD.sent(size(loaded), size(total)), loaded / total);
  });
  request.upload.addEventListener("load", () => tell(UPLOAD.checking, null));
  request.addEventListener("load", () => {
    if (request.status === 201) {
      location.assign(JSON.parse(request.responseText).location);
      return;
    }
    busy(false);
    if (request.status === 413) failed(UPLOAD.large);
    else if (request.status === 422) showErrors(request.responseText);
    else failed(UPLOAD.refused(request.status));
  });
  request.addEventListener("error", () => failed(UPLOAD.broken));
  request.addEventListener("timeout", () => failed(UPLOAD.slow));
  request.open("POST", location.href);
  request.setRequestHeader("Accept", "application/json");
  busy(true);
  tell(UPLOAD.sending, 0);
  request.send(new FormData(form));
}

/** @param {string} words */
function failed(words) {
  busy(false);
  part("progress").hidden = false;
  tell(words, 0);
}

form.addEventListener("submit", send);
armDrop();
