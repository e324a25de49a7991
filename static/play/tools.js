/** The small things beside the board: layers, zoom, the list of keys, leaving. */

import { offerZoom } from "../player/framing.js";
import { make } from "../shared/dom.js";
import { KEYS } from "./words.js";

const STEP = 1.5;
const LOOK = 0.25;
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-LOOK, 0], ArrowRight: [LOOK, 0], ArrowUp: [0, -LOOK], ArrowDown: [0, LOOK] };

/** Keys in a list of keys: "Ctrl + Enter" and "a or b" have words between them. @param {string} key */
function keyNames(key) {
  /** @param {string} one */
  const isWord = (one) => one === "or" || (one === "+" && key.length > 6);
  return make("dt", {}, ...key.split(" ").flatMap((one, i) => [i ? " " : "", isWord(one) ? one : make("kbd", {}, one)]));
}

export class Tools {
  /**
   * @param {HTMLElement} root
   * @param {(name: string) => any} part
   * @param {import("./stage.js").Stage} stage
   * @param {import("./contract.js").Modules} modules
   * @param {() => void} leave
   */
  constructor(root, part, stage, { view, play }, leave) {
    this.part = part;
    this.stage = stage;
    this.#fillLayers(view, play);
    part("stage").hidden = !view;
    part("zoom").hidden = !view?.zoomable;
    /** @param {string} name @param {() => void} action */
    const press = (name, action) => root.querySelector(`[data-do="${name}"]`)?.addEventListener("click", action);
    const { framing } = stage;
    press("closer", () => framing.zoom(STEP));
    press("farther", () => framing.zoom(1 / STEP));
    press("whole", () => framing.whole());
    press("help", () => part("help").showModal());
    press("ask-leave", () => part("leave-box").showModal());
    press("leave", () => {
      part("leave-box").close();
      leave();
    });
    /** @type {Record<string, () => void>} by key */
    this.acts = {
      "+": () => framing.zoom(STEP),
      "=": () => framing.zoom(STEP),
      "-": () => framing.zoom(1 / STEP),
      0: () => framing.whole(),
      "?": () => part("help").showModal(),
      l: () => {
        part("layers").open = !part("layers").open;
        part("layer-list").querySelector("input")?.focus();
      },
    };
  }

  /** @param {import("./contract.js").Modules["view"]} view @param {import("./contract.js").PlayModule} play */
  #fillLayers(view, play) {
    const { stage } = this;
    /** @type {import("../player/player.js").Layer[]} */
    const all = view?.layers ?? [];
    /** @type {Set<string>} */
    const on = new Set(play.layers ?? all.filter((layer) => layer.default).map(({ id }) => id));
    stage.layers = on;
    this.part("layers").hidden = !all.length;
    for (const { id, title } of all) {
      const box = make("input", { type: "checkbox", checked: on.has(id), data: { layer: id } });
      box.addEventListener("change", () => {
        if (box.checked) on.add(id);
        else on.delete(id);
        stage.draw();
      });
      this.part("layer-list").append(make("label", {}, box, ` ${title}`));
    }
    document.addEventListener("click", (event) => {
      const menu = this.part("layers");
      if (menu.open && !menu.contains(/** @type {Node} */ (event.target))) menu.open = false;
    });
  }

  /** @param {import("../player/camera.js").Camera} camera */
  showZoom(camera) {
    offerZoom(this.part("zoom"), camera);
    this.stage.canvas.classList.toggle("is-enlarged", camera.enlarged);
  }

  /** The list of keys. @param {[string, string][]} keys  of the game's controls */
  showKeys(keys) {
    const all = [...keys];
    if (this.stage.store.view?.zoomable) all.push(["+ − 0", KEYS.zoom]);
    if (!this.part("layers").hidden) all.push(["l", KEYS.layers]);
    all.push(["?", KEYS.help]);
    this.part("key-list").replaceChildren(...all.map(([key, words]) => make("div", {}, keyNames(key), make("dd", {}, words))));
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it did something */
  key(event) {
    const look = ARROWS[event.key];
    if (look && this.stage.framing.enlarged) {
      this.stage.framing.look(look[0], look[1]);
      return true;
    }
    const act = this.acts[event.key];
    act?.();
    return Boolean(act);
  }
}
