/** A scenario's map with its points: drawn, and cells of it named and pressed. */

import { onResize } from "../../shared/dom.js";
import { Pointer } from "../../shared/pointer.js";
import { drawWhole, isGrid, loadBoard, loadLook, onTheme } from "../maps/look.js";
import { Surface } from "../maps/surface.js";
import { MAPS } from "../maps/words.js";

/**
 * @typedef {object} Point
 * @property {string} name
 * @property {number} x  from 0
 * @property {number} y
 */

/**
 * @typedef {object} Host
 * @property {() => Point[]} points      those to draw now
 * @property {() => number} chosen       which of them is chosen, or -1
 * @property {((cell: {x: number, y: number}) => void) | null} pressed
 */

const FULL = 2 * Math.PI;

export class Board {
  /**
   * @param {HTMLElement} root  with a canvas in it
   * @param {HTMLElement | null} where  told in words what is under the pointer
   * @param {Host} host
   */
  constructor(root, where, host) {
    this.root = root;
    this.where = where;
    this.host = host;
    this.canvas = /** @type {HTMLCanvasElement} */ (root.querySelector("canvas"));
    /** @type {Surface | null} */
    this.surface = null;
    /** @type {any} a board that is no grid */
    this.picture = null;
    /** @type {import("../maps/look.js").Look | null} */
    this.look = null;
    this.script = "";
    this.asked = "";
    onResize(this.canvas, () => this.#drawPicture());
    onTheme(() => this.#relook());
    new Pointer(this.canvas, {
      hover: (point, event) => this.#tell(point && this.#cell(event)),
      drag: (point, before, start, event) => this.#tell(this.#cell(event)),
      release: (point, start, event) => this.#press(event),
    });
  }

  /**
   * Show the board at an address; an empty one shows nothing.
   * @param {string} address
   * @param {string} script
   */
  async show(address, script) {
    this.asked = address;
    this.script = script;
    if (!address) {
      this.root.hidden = true;
      return;
    }
    const found = await loadBoard(address, script, this.canvas);
    // Another one may have been chosen meanwhile.
    if (this.asked !== address) return;
    this.root.hidden = !found;
    if (!found) return;
    const { board, look } = found;
    this.look = look;
    if (isGrid(board)) this.#showGrid(board, look);
    else {
      this.picture = board;
      this.#drawPicture();
    }
  }

  /** @param {any} board @param {import("../maps/look.js").Look} look */
  #showGrid(board, look) {
    const surface = this.surface ?? new Surface(this.canvas, look, board);
    if (this.surface) {
      surface.look = look;
      surface.show(board);
    } else surface.marks = (ctx) => this.#marks(ctx, surface);
    this.surface = surface;
    surface.resize();
    this.root.dataset.drawn = this.asked;
  }

  #drawPicture() {
    if (this.picture && this.look && !this.root.hidden) drawWhole(this.look, this.canvas, this.picture);
  }

  async #relook() {
    if (!this.look) return;
    this.look = await loadLook(this.script, this.canvas);
    if (this.surface) {
      this.surface.look = this.look;
      this.surface.redraw();
    } else this.#drawPicture();
  }

  /** The points are others now. */
  remark() {
    this.surface?.remark();
  }

  /** @param {MouseEvent} event */
  #cell(event) {
    if (!this.surface) return null;
    const cell = this.surface.at(event.clientX, event.clientY);
    const { width, height } = this.surface.grid;
    const inside = cell.x >= 0 && cell.y >= 0 && cell.x < width && cell.y < height;
    return inside ? cell : null;
  }

  /** @param {{x: number, y: number} | null} cell */
  #tell(cell) {
    if (!this.where) return;
    if (!cell || !this.surface || !this.look) {
      this.where.textContent = "";
      return;
    }
    const { width, cells } = this.surface.grid;
    const words = [MAPS.place(cell.y + 1, cell.x + 1)];
    const { describe } = this.look.module;
    if (describe) words.push(describe(cells[cell.y * width + cell.x]));
    const point = this.host.points().find(({ x, y }) => x === cell.x && y === cell.y);
    if (point) words.push(point.name);
    this.where.textContent = words.join(": ");
  }

  /** @param {MouseEvent} event */
  #press(event) {
    const cell = this.#cell(event);
    if (!cell) return;
    this.host.pressed?.(cell);
    this.#tell(cell);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Surface} surface */
  #marks(ctx, { x, y, size, look, width }) {
    const chosen = this.host.chosen();
    this.host.points().forEach((point, number) => {
      /** @type {[number, number]} */
      const middle = [x + (point.x + 0.5) * size, y + (point.y + 0.5) * size];
      drawPoint(ctx, middle, size, look.theme, number === chosen);
    });
    this.host.points().forEach((point, number) => {
      if (number === chosen || size >= 14) {
        /** @type {[number, number]} */
        const middle = [x + (point.x + 0.5) * size, y + (point.y + 0.5) * size];
        drawName(ctx, point.name, middle, size, look.theme, width);
      }
    });
  }
}

/**
 * A ring in two colours, one of which is seen on any ground; what is chosen is filled.
 * @param {CanvasRenderingContext2D} ctx
 * @param {any[]} pair
 * @param {number} size
 * @param {import("../../player/canvas.js").Theme} theme
 * @param {boolean} chosen
 */
function drawPoint(ctx, [x, y], size, theme, chosen) {
  const radius = Math.max(4, size * 0.42);
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, FULL);
  if (chosen) {
    ctx.fillStyle = theme.accent;
    ctx.fill();
  }
  ctx.lineWidth = 4;
  ctx.strokeStyle = theme.dark ? "#000000" : "#ffffff";
  ctx.stroke();
  ctx.lineWidth = 2;
  ctx.strokeStyle = theme.dark ? "#ffffff" : "#000000";
  ctx.stroke();
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} name
 * @param {any[]} pair
 * @param {number} size
 * @param {import("../../player/canvas.js").Theme} theme
 * @param {number} width
 */
function drawName(ctx, name, [x, y], size, theme, width) {
  if (!name) return;
  ctx.font = `600 12px ${theme.font}`;
  ctx.textBaseline = "middle";
  const room = ctx.measureText(name).width + 4;
  const left = x + size / 2 + room + 4 > width;
  ctx.textAlign = left ? "right" : "left";
  const at = left ? x - size / 2 - 4 : x + size / 2 + 4;
  ctx.lineWidth = 4;
  ctx.lineJoin = "round";
  ctx.strokeStyle = theme.surface;
  ctx.strokeText(name, at, y);
  ctx.fillStyle = theme.text;
  ctx.fillText(name, at, y);
}
