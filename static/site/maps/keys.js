/** The keyboard on the picture of a map, and undo and redo anywhere but in a text. */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR = 8;
/** @type {Record<string, string>} */
const TOOLS = { b: "brush", l: "line", r: "rectangle", f: "fill", p: "pick", m: "move" };
/** Tools of which one press begins and another one ends what they do. */
const STICKY = new Set(["line", "rectangle"]);

export class Keys {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {import("./surface.js").Surface} surface
   * @param {import("./painter.js").Painter} painter
   * @param {{choose: (tool: string) => void, take: (number: number) => void, tell: () => void, layer: () => void}} act
   */
  constructor(canvas, surface, painter, act) {
    this.surface = surface;
    this.painter = painter;
    this.act = act;
    /** The space bar is down, and the brush with it. */
    this.held = false;
    canvas.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.#handle(event)) event.preventDefault();
    });
    canvas.addEventListener("keyup", (event) => {
      if (event.key === " " && this.held) this.#letGo();
    });
    canvas.addEventListener("blur", () => {
      this.held = false;
      if (painter.busy) painter.cancel();
    });
    document.addEventListener("keydown", (event) => this.#undo(event));
  }

  #letGo() {
    this.held = false;
    if (!STICKY.has(this.painter.tool)) this.painter.release();
  }

  /** @param {KeyboardEvent} event */
  #undo(event) {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isText(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) this.painter.redo();
    else if (key === "z") this.painter.undo();
    else return;
    event.preventDefault();
  }

  /** Whether the key means something. @param {KeyboardEvent} event */
  #handle(event) {
    const { key } = event;
    if (ARROWS[key]) {
      this.#step(ARROWS[key], event.shiftKey ? FAR : 1);
      return true;
    }
    if (key === " " || key === "Enter") {
      // Holding a key down does not press it again.
      if (!event.repeat) this.#press(key === " ");
      return true;
    }
    if (key === "Escape" && this.painter.busy) {
      this.painter.cancel();
      return true;
    }
    if (key === "Home") return this.#go({ x: 0, y: this.painter.cursor?.y ?? 0 });
    if (key === "End") return this.#go({ x: this.painter.grid.width - 1, y: this.painter.cursor?.y ?? 0 });
    return this.#other(key.toLowerCase());
  }

  /** @param {string} key */
  #other(key) {
    if (key === "+" || key === "=") this.surface.enlarge(1.5);
    else if (key === "-") this.surface.enlarge(1 / 1.5);
    else if (key === "0") this.surface.fit();
    else if (key === "v") this.act.layer();
    else if (TOOLS[key]) this.act.choose(TOOLS[key]);
    else if (key >= "1" && key <= "9" && key.length === 1) this.act.take(Number(key));
    else return false;
    return true;
  }

  /** @param {any[]} pair @param {number} far */
  #step([dx, dy], far) {
    const { width, height } = this.painter.grid;
    const { x, y } = this.painter.cursor ?? { x: -dx, y: -dy };
    /** @param {number} v @param {number} most */
    const clamp = (v, most) => Math.min(most - 1, Math.max(0, v));
    this.#go({ x: clamp(x + dx * far, width), y: clamp(y + dy * far, height) });
  }

  /** @param {import("./grid.js").Place} place */
  #go(place) {
    if (this.painter.busy) this.painter.drag(place);
    this.painter.hover(place);
    this.surface.reveal(place);
    this.act.tell();
    return true;
  }

  /** @param {boolean} holds */
  #press(holds) {
    const place = this.painter.cursor ?? { x: 0, y: 0 };
    if (!this.painter.cursor) this.#go(place);
    if (this.painter.anchor) {
      this.painter.release();
      return;
    }
    this.painter.press(place);
    if (holds && !STICKY.has(this.painter.tool)) this.held = true;
    else if (!STICKY.has(this.painter.tool)) this.painter.release();
  }
}

/** @param {EventTarget | null} target */
function isText(target) {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
