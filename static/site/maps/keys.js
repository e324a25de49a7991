/** The keyboard on the picture of a map, and undo and redo anywhere but in a text. */

/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAR = 8;
/** @type {Record<string, string>} */
const TOOLS = { b: "brush", l: "line", r: "rectangle", f: "fill", p: "pick", m: "move" };
/** Tools of which one press begins and another one ends what they do. */
const STICKY = new Set(["line", "rectangle"]);

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("./surface.js").Surface} surface
 * @param {import("./painter.js").Painter} painter
 * @param {{choose: (tool: string) => void, take: (number: number) => void, tell: () => void, layer: () => void}} act
 */
export function listen(canvas, surface, painter, act) {
  let held = false;

  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (!handle(event)) return;
    event.preventDefault();
  });
  canvas.addEventListener("keyup", (event) => {
    if (event.key !== " " || !held) return;
    held = false;
    if (!STICKY.has(painter.tool)) painter.release();
  });
  canvas.addEventListener("blur", () => {
    held = false;
    if (painter.busy) painter.cancel();
  });
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isText(event.target)) return;
    const key = event.key.toLowerCase();
    if (key === "y" || (key === "z" && event.shiftKey)) painter.redo();
    else if (key === "z") painter.undo();
    else return;
    event.preventDefault();
  });

  /** Whether the key means something. @param {KeyboardEvent} event */
  function handle(event) {
    const { key } = event;
    if (ARROWS[key]) {
      step(ARROWS[key], event.shiftKey ? FAR : 1);
      return true;
    }
    if (key === " " || key === "Enter") {
      // Holding a key down does not press it again.
      if (!event.repeat) press(key === " ");
      return true;
    }
    if (key === "Escape" && painter.busy) {
      painter.cancel();
      return true;
    }
    if (key === "Home") return go({ x: 0, y: painter.cursor?.y ?? 0 });
    if (key === "End") return go({ x: painter.grid.width - 1, y: painter.cursor?.y ?? 0 });
    return other(key.toLowerCase());
  }

  /** @param {string} key */
  function other(key) {
    if (key === "+" || key === "=") surface.enlarge(1.5);
    else if (key === "-") surface.enlarge(1 / 1.5);
    else if (key === "0") surface.fit();
    else if (key === "v") act.layer();
    else if (TOOLS[key]) act.choose(TOOLS[key]);
    else if (key >= "1" && key <= "9" && key.length === 1) act.take(Number(key));
    else return false;
    return true;
  }

  /** @param {any[]} pair @param {number} far */
  function step([dx, dy], far) {
    const { width, height } = painter.grid;
    const { x, y } = painter.cursor ?? { x: -dx, y: -dy };
    /** @param {number} v @param {number} most */
    const clamp = (v, most) => Math.min(most - 1, Math.max(0, v));
    go({ x: clamp(x + dx * far, width), y: clamp(y + dy * far, height) });
  }

  /** @param {import("./grid.js").Place} place */
  function go(place) {
    if (painter.busy) painter.drag(place);
    painter.hover(place);
    surface.reveal(place);
    act.tell();
    return true;
  }

  /** @param {boolean} holds */
  function press(holds) {
    const place = painter.cursor ?? { x: 0, y: 0 };
    if (!painter.cursor) go(place);
    if (painter.anchor) {
      painter.release();
      return;
    }
    painter.press(place);
    if (holds && !STICKY.has(painter.tool)) held = true;
    else if (!STICKY.has(painter.tool)) painter.release();
  }
}

/** @param {EventTarget | null} target */
function isText(target) {
  return target instanceof HTMLTextAreaElement || target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
}
