/** The panel below the bar: choose turns, play them again and again, share them, save them. */

import { make, messageOf } from "../../shared/dom.js";
import { placeOf, SPEEDS } from "../timeline.js";
import { CLIPS } from "./words.js";
import { FORMATS, makeFile, makes, MOST_PICTURES, Painter } from "./film.js";

const WIDTHS = [320, 480, 720];
const USUAL_WIDTH = 480;
/** Turns that are proposed before and after the one in view. */
const AROUND = 5;
/** Objects of files are kept as long as a browser may need to save them, ms. */
const SAVING_MS = 60_000;
/** @type {Record<string, string>} */
const ENDINGS = { gif: "gif", webm: "webm", apng: "png", png: "png" };

export class ClipPanel {
  /** @param {HTMLElement} root  empty, below the bar @param {import("../player.js").Player} player */
  constructor(root, player) {
    this.root = root;
    this.player = player;
    /** @type {AbortController | null} */
    this.making = null;
    const number = () => make("input", { type: "number", min: "0", max: "999999999", required: true, inputMode: "numeric" });
    this.from = number();
    this.to = number();
    this.format = make("select", {}, ...FORMATS.map((format) => new Option(CLIPS[format], format)));
    // Asking an encoder takes a browser long; people who make no film do not wait.
    this.format.addEventListener("change", () => this.#check(this.format.selectedOptions[0]));
    this.width = make("select", {}, ...WIDTHS.map((px) => new Option(CLIPS.pixels(px), String(px), false, px === USUAL_WIDTH)));
    this.pace = make("select", {}, ...SPEEDS.map((speed) => new Option(CLIPS.speed(speed), String(speed))));
    this.progress = make("progress", { max: 1, value: 0, hidden: true, aria: { label: CLIPS.progress } });
    this.words = make("p", { className: "player-clip-words", aria: { role: "status" } });
    this.save = make("button", { type: "submit" }, CLIPS.save);
    root.append(this.#form());
    root.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.player.closeClips();
    });
  }

  /** Say of a chosen kind of file that this browser does not make it, and choose the first kind. @param {HTMLOptionElement} option */
  async #check(option) {
    const format = /** @type {import("./film.js").Format} */ (option.value);
    option.disabled = !(await makes(format, { width: USUAL_WIDTH, height: USUAL_WIDTH }));
    if (!option.disabled) return;
    option.text = CLIPS.impossible(CLIPS[format]);
    [this.format.value] = FORMATS;
    this.#say(`${option.text}.`);
  }

  #form() {
    /** @param {string} text @param {HTMLElement} input */
    const field = (text, input) => {
      input.setAttribute("aria-label", text);
      return make("label", {}, make("span", {}, text), input);
    };
    /** @param {string} text @param {() => void} click @param {string} [label] */
    const button = (text, click, label = text) => make("button", { type: "button", on: { click }, aria: { label } }, text);
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.making) this.making.abort();
      else this.#save();
    };
    return make(
      "form", { className: "player-clip-form", on: { submit }, aria: { label: CLIPS.title } },
      field(CLIPS.from, this.from), button(CLIPS.here, () => this.#take(this.from), CLIPS.hereFirst),
      field(CLIPS.to, this.to), button(CLIPS.here, () => this.#take(this.to), CLIPS.hereLast),
      button(CLIPS.loop, () => this.#loop()), button(CLIPS.link, () => this.#link()),
      field(CLIPS.format, this.format), field(CLIPS.width, this.width), field(CLIPS.pace, this.pace), this.save,
      ...(this.player.config.socket ? [button(CLIPS.embed, () => this.#embed())] : []), button(CLIPS.close, () => this.player.closeClips()),
      this.progress, this.words,
    );
  }

  /** Propose the clip that plays, else the turns around the one in view. */
  open() {
    const { playback, store, clip } = this.player;
    const { turn } = placeOf(store, playback.head.n);
    this.from.value = String(clip ? clip.from : Math.max(0, turn - AROUND));
    this.to.value = String(clip ? clip.to : turn + AROUND);
    this.pace.value = String(playback.head.speed);
    this.from.focus();
  }

  /** @param {HTMLInputElement} input */
  #take(input) {
    const { playback, store } = this.player;
    input.value = String(placeOf(store, playback.head.n).turn);
  }

  /** The chosen turns; null, and words, where they are none. @returns {import("../address.js").Clip | null} */
  #chosen() {
    const [from, to] = [this.from, this.to].map(({ valueAsNumber }) => valueAsNumber);
    const fits = [from, to].every((turn) => Number.isInteger(turn) && turn >= 0 && turn < 1e9) && from <= to;
    this.#say(fits ? "" : CLIPS.noRange);
    return fits ? { game: this.player.playback.game, from, to } : null;
  }

  async #loop() {
    const clip = this.#chosen();
    if (clip) await this.player.loopClip(clip);
  }

  async #link() {
    const clip = this.#chosen();
    if (!clip) return;
    // Safari lets a page copy only at once after a press, not when the clip has been read.
    const copied = this.player.copyLink(clip);
    await this.player.loopClip(clip);
    await copied;
  }

  async #embed() {
    const { match } = this.player.config;
    const address = new URL(`/embed/matches/${match}/`, window.location.href);
    const clip = this.#chosen();
    if (clip) address.search = `?game=${clip.game + 1}&turn=${clip.from}-${clip.to}`;
    const code = `<iframe src="${address.href.replaceAll("&", "&amp;")}" width="640" height="720" title="Match ${match} on Arbiter" allowfullscreen></iframe>`;
    await this.player.copy(code, CLIPS.embedCopied);
  }

  async #save() {
    const clip = this.#chosen();
    if (!clip) return;
    const format = /** @type {import("./film.js").Format} */ (this.format.value);
    this.making = new AbortController();
    this.save.textContent = CLIPS.cancel;
    this.progress.value = 0;
    this.progress.hidden = false;
    this.#say(CLIPS.reading);
    try {
      const range = await this.player.playback.toRange(clip);
      if (!range) throw new DOMException("", "AbortError");
      const count = range.last - range.first + 1;
      if (count > MOST_PICTURES && format !== "png") throw new Error(CLIPS.tooLong(count, MOST_PICTURES));
      const painter = new Painter(this.player, Number(this.width.value));
      const blob = await makeFile(painter, range, format, {
        pace: Number(this.pace.value), signal: this.making.signal, progress: (part) => { this.progress.value = part; },
      });
      this.#give(blob, `match-${this.player.config.match}-${clip.from}-${clip.to}.${ENDINGS[format]}`);
    } catch (error) {
      const stopped = error instanceof DOMException && error.name === "AbortError";
      this.#say(stopped ? CLIPS.stopped : CLIPS.failed(messageOf(error)));
    }
    this.making = null;
    this.progress.hidden = true;
    this.save.textContent = CLIPS.save;
  }

  /** @param {Blob} blob @param {string} name */
  #give(blob, name) {
    const link = make("a", { href: URL.createObjectURL(blob), download: name }, name);
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), SAVING_MS);
    this.#say(CLIPS.saved(name, Math.ceil(blob.size / 1000)));
  }

  /** @param {string} text */
  #say(text) {
    this.words.textContent = text;
  }
}
