/** The bar, the keys and the gestures of the player: they turn what people do into commands. */

import { closest, find, isTyping, make } from "../shared/dom.js";
import { offerZoom } from "./framing.js";
import { Gestures } from "./gestures.js";
import { SPEEDS } from "./timeline.js";
import { CONTROLS } from "./words.js";

/**
 * @typedef {object} Commands
 * @property {() => void} play     play or pause
 * @property {() => void} first
 * @property {() => void} last
 * @property {(by: number) => void} step
 * @property {(by: number) => void} event    to the event before (-1) or the next one (1)
 * @property {(speed: number) => void} speed
 * @property {() => void} loop
 * @property {(seat: number | null) => void} view
 * @property {(layers: Set<string>) => void} layers
 * @property {(game: number) => void} game
 * @property {() => void} live
 * @property {() => void} link
 * @property {() => void} clip     open or close the panel of clips
 * @property {() => void} endClip
 */

const HELD = new Set(["back", "forward", "faster", "slower", "closer", "farther"]);
const FRAMINGS = new Set(["closer", "farther", "whole"]);
const CLOSER = 1.5;
const LOOK = 0.2;
/** @type {Record<string, [number, number]>} */
const LOOKS = { ArrowLeft: [-LOOK, 0], ArrowRight: [LOOK, 0], ArrowUp: [0, -LOOK], ArrowDown: [0, LOOK] };

/** @type {Record<string, string>} */
const KEYS = {
  " ": "play",
  ArrowLeft: "back",
  ArrowRight: "forward",
  ArrowUp: "faster",
  ArrowDown: "slower",
  Home: "first",
  End: "last",
  v: "view",
  l: "layers",
  f: "full",
  s: "link",
  c: "clip",
  "+": "closer",
  "=": "closer",
  "-": "farther",
  0: "whole",
  "?": "help",
};

export class Controls {
  /**
   * @param {HTMLElement} root
   * @param {(name: string) => any} part  the element with this data-part
   * @param {Commands} commands
   * @param {import("./framing.js").Framing} framing
   */
  constructor(root, part, commands, framing) {
    this.root = root;
    this.part = part;
    this.commands = commands;
    this.framing = framing;
    this.toasting = 0;
    /** As it is shown. @type {boolean | null} */
    this.playing = null;
    /** @type {Record<string, (shift?: boolean) => void>} */
    this.actions = {
      play: () => commands.play(),
      first: () => commands.first(),
      last: () => commands.last(),
      back: (shift) => (shift ? commands.event(-1) : commands.step(-1)),
      forward: (shift) => (shift ? commands.event(1) : commands.step(1)),
      faster: () => this.#shiftSelect(part("speed"), 1),
      slower: () => this.#shiftSelect(part("speed"), -1),
      loop: () => commands.loop(),
      view: () => this.#shiftSelect(part("view"), 1, true),
      layers: () => this.#toggleLayers(),
      full: () => this.#toggleFull(),
      link: () => commands.link(),
      clip: () => commands.clip(),
      "end-clip": () => commands.endClip(),
      live: () => commands.live(),
      help: () => part("help").showModal(),
      closer: () => framing.zoom(CLOSER),
      farther: () => framing.zoom(1 / CLOSER),
      whole: () => framing.whole(),
    };
    this.#listen();
    this.#fillSpeeds();
  }

  #listen() {
    this.root.addEventListener("click", (event) => {
      const button = closest(event, "[data-do]");
      if (button && !button.disabled) this.actions[button.dataset.do]?.(event.shiftKey);
    });
    document.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("click", (event) => {
      const menu = this.part("layers");
      if (menu.open && !menu.contains(event.target)) menu.open = false;
    });
    const speed = this.part("speed");
    speed.addEventListener("change", () => this.commands.speed(Number(speed.value)));
    const view = this.part("view");
    view.addEventListener("change", () => {
      this.commands.view(view.value === "" ? null : Number(view.value));
    });
    this.part("layer-list").addEventListener("change", () => this.commands.layers(this.#checked()));
    this.part("zoom").addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.#lookAround(event));
    this.gestures = new Gestures(this.part("board"), this.framing, this.commands);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("dialog[open]") || isTyping(target)) return;
    const action = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (!action || ownsKey(target, event.key)) return;
    if (FRAMINGS.has(action) && !this.framing.possible) return;
    event.preventDefault();
    // A held key goes on; it copies, opens and switches once.
    if (!event.repeat || HELD.has(action)) this.actions[action](event.shiftKey);
  }

  /** Arrows on the buttons for zooming move what is enlarged. @param {KeyboardEvent} event */
  #lookAround(event) {
    const way = LOOKS[event.key];
    if (!way) return;
    event.preventDefault();
    this.framing.look(...way);
  }

  /** Offer what belongs to boards that can be enlarged, or nothing of it. @param {boolean} on */
  showZoomable(on) {
    for (const element of this.root.querySelectorAll("[data-zoomable]")) element.toggleAttribute("hidden", !on);
  }

  /** @param {import("./camera.js").Camera} camera */
  showZoom(camera) {
    this.part("board").classList.toggle("is-enlarged", camera.enlarged);
    offerZoom(this.part("zoom"), camera);
  }

  #fillSpeeds() {
    const options = SPEEDS.map((speed) => new Option(`${speed}×`, String(speed), speed === 1, speed === 1));
    this.part("speed").replaceChildren(...options);
  }

  /**
   * The choices that depend on the match.
   * @param {string[]} names  by seat of the match
   * @param {{id: string, title: string}[]} layers
   * @param {Set<string>} shown
   * @param {number | null} focus
   */
  fill(names, layers, shown, focus) {
    const all = new Option(CONTROLS.all, "", focus === null, focus === null);
    const seats = names.map((name, i) => new Option(name, String(i), false, i === focus));
    this.part("view").replaceChildren(all, ...seats);
    const list = this.part("layer-list");
    list.replaceChildren(list.querySelector("legend"));
    for (const layer of layers) {
      const box = make("input", { type: "checkbox", value: layer.id, checked: shown.has(layer.id) });
      list.append(make("label", {}, box, ` ${layer.title}`));
    }
    this.part("layers").hidden = !layers.length;
  }

  /**
   * One button for each game of the match, where there are several.
   * @param {number} count
   * @param {number} current
   * @param {string} word  for a game
   */
  showGames(count, current, word) {
    const box = this.part("games");
    box.hidden = count < 2;
    if (box.childElementCount !== count) {
      const buttons = Array.from({ length: count }, (_, i) => {
        const click = () => this.commands.game(i);
        return make("button", { type: "button", on: { click } }, `${word} ${i + 1}`);
      });
      box.replaceChildren(...buttons);
    }
    [...box.children].forEach((button, i) => button.setAttribute("aria-pressed", String(i === current)));
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    if (playing === this.playing) return;
    this.playing = playing;
    const button = find(this.root, '[data-do="play"]');
    button.setAttribute("aria-label", playing ? CONTROLS.pause : CONTROLS.play);
    button.querySelector("use").setAttribute("href", playing ? "#player-pause" : "#player-play");
    this.root.classList.toggle("is-playing", playing);
  }

  /** @param {{live: boolean, behind: string} | null} now  null for a match that is over */
  showLive(now) {
    const button = this.part("live");
    button.hidden = !now;
    button.disabled = Boolean(now?.live);
    if (!now) return;
    const words = now.live ? CONTROLS.live : CONTROLS.goLive(now.behind);
    if (button.textContent !== words) button.textContent = words;
  }

  /** @param {string | null} turns  of the clip that plays */
  showClip(turns) {
    const chip = this.part("clip");
    chip.hidden = turns === null;
    if (turns !== null) chip.textContent = CONTROLS.clip(turns);
  }

  /** @param {boolean} on */
  showLoop(on) {
    find(this.root, '[data-do="loop"]').setAttribute("aria-pressed", String(on));
  }

  /** A short word that goes by itself. @param {string} text */
  toast(text) {
    const toast = this.part("toast");
    toast.textContent = text;
    toast.hidden = false;
    clearTimeout(this.toasting);
    this.toasting = window.setTimeout(() => {
      toast.hidden = true;
    }, 2500);
  }

  #checked() {
    const boxes = this.part("layer-list").querySelectorAll("input:checked");
    return new Set([...boxes].map((box) => box.value));
  }

  /** @param {HTMLSelectElement} select @param {number} by @param {boolean} [around] */
  #shiftSelect(select, by, around = false) {
    const count = select.options.length;
    const next = select.selectedIndex + by;
    select.selectedIndex = around ? (next + count) % count : Math.min(count - 1, Math.max(0, next));
    select.dispatchEvent(new Event("change"));
    this.toast(select.selectedOptions[0].text);
  }

  #toggleLayers() {
    const menu = this.part("layers");
    menu.open = !menu.open;
    if (menu.open) menu.querySelector("input")?.focus();
    else menu.querySelector("summary").focus();
  }

  /** Where a browser has no full screen, as on an iPhone, the player fills the page. */
  #toggleFull() {
    if (document.fullscreenElement) document.exitFullscreen();
    else if (this.root.requestFullscreen) this.root.requestFullscreen().catch(() => this.toast(CONTROLS.noFullScreen));
    else this.toast(this.root.classList.toggle("fills-page") ? CONTROLS.fillsPage : CONTROLS.inPage);
  }
}

/** Keys that the focused element answers itself. @param {Element} element @param {string} key */
function ownsKey(element, key) {
  if (key === " ") return element.matches("button, summary, a, input[type=checkbox]");
  return element.matches(".player-panel") && ["ArrowUp", "ArrowDown", "Home", "End"].includes(key);
}
