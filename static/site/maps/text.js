/** The text of a map: typed, pasted, or from a file that is chosen or dropped. */

import { rangeOf } from "./grid.js";
import { FILES } from "./words.js";

export class MapText {
  /**
   * @param {HTMLFormElement} form
   * @param {{changed: () => void, said: (words: string) => void}} tell
   * @param {number} mostBytes
   */
  constructor(form, tell, mostBytes) {
    this.area = /** @type {HTMLTextAreaElement} */ (form.elements.namedItem("text"));
    this.tell = tell;
    this.mostBytes = mostBytes;
    this.area.addEventListener("input", () => tell.changed());
    const file = /** @type {HTMLInputElement} */ (form.elements.namedItem("file"));
    file.addEventListener("change", () => {
      this.#read(file.files?.[0]);
      // The text is what is saved.
      file.value = "";
    });
    this.#armDrop(form);
  }

  get value() {
    return this.area.value;
  }

  set value(text) {
    if (this.area.value !== text) this.area.value = text;
  }

  /** @param {File | undefined} file */
  async #read(file) {
    if (!file) return;
    if (file.size > this.mostBytes) {
      this.tell.said(FILES.large(file.name, this.mostBytes));
      return;
    }
    let text;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
    } catch {
      this.tell.said(FILES.binary(file.name));
      return;
    }
    this.value = text;
    this.area.dispatchEvent(new Event("input", { bubbles: true }));
    this.tell.said(FILES.taken(file.name));
  }

  /** @param {HTMLElement} zone */
  #armDrop(zone) {
    /** @param {DragEvent} event */
    const hasFile = (event) => event.dataTransfer?.types.includes("Files");
    zone.addEventListener("dragover", (event) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      zone.classList.add("map-over");
    });
    zone.addEventListener("dragleave", (event) => {
      if (!zone.contains(/** @type {Node} */ (event.relatedTarget))) zone.classList.remove("map-over");
    });
    zone.addEventListener("drop", (event) => {
      zone.classList.remove("map-over");
      if (!hasFile(event)) return;
      event.preventDefault();
      this.#read(event.dataTransfer?.files[0]);
    });
  }

  /** Select the token of a cell. @param {number} row @param {number | null} column @param {string} separator */
  select(row, column, separator) {
    const range = rangeOf(this.value, row, column, separator);
    if (!range) return;
    const { area } = this;
    area.focus();
    area.setSelectionRange(range[0], range[1]);
    const lines = this.value.split("\n").length;
    area.scrollTop = ((row - 1) / lines) * area.scrollHeight - area.clientHeight / 2;
  }
}
