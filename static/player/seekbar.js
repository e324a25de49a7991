/** The line of time under the board: an ordinary range input over a drawing of the marks. */

import { fitCanvas, MARK_SHAPES, pathOf, readTheme } from "./canvas.js";

const INSET = 8;
/** Half of a mark, alone and among others, and the steps of the latter. */
const ALONE_PX = 4.4;
const CROWDED_PX = 3.4;
const NEXT_PX = 4;
const WIDEST_PX = 14;

/** @typedef {{n: number, shape: string, seat: number}} Mark  seat: of the game, -1 for nobody */
/** @typedef {Mark & {aside: number, size: number}} PlacedMark  aside: px beside its frame; size: px */

export class SeekBar {
  /**
   * @param {HTMLCanvasElement} canvas
   * @param {HTMLInputElement} range
   * @param {(n: number) => void} seek
   */
  constructor(canvas, range, seek) {
    this.canvas = canvas;
    this.range = range;
    /** @type {Mark[]} */
    this.marks = [];
    /** @type {number[]} */
    this.seats = [];
    /** By seat of the game. @type {import("./palette.js").SeatStyle[]} */
    this.styles = [];
    this.loaded = 0;
    this.waiting = 0;
    /** @type {{first: number, last: number} | null} */
    this.clip = null;
    range.addEventListener("input", () => seek(Number(range.value)));
    new ResizeObserver(() => this.#later()).observe(canvas);
    new MutationObserver(() => this.#later()).observe(document.documentElement, { attributes: true });
  }

  /**
   * @param {number} first  frames of the game
   * @param {number} last
   * @param {number} loaded  frames before this one are here
   */
  span(first, last, loaded) {
    this.range.min = String(first);
    this.range.max = String(last);
    this.loaded = loaded;
    this.#later();
  }

  /**
   * @param {Mark[]} marks
   * @param {number[]} seats  seat of the match by seat of the game
   * @param {import("./palette.js").SeatStyle[]} styles  by seat of the game
   */
  show(marks, seats, styles) {
    this.marks = marks;
    this.styles = styles;
    this.seats = seats;
    this.#later();
  }

  /** Show which frames are a clip. @param {{first: number, last: number} | null} range */
  showClip(range) {
    this.clip = range;
    this.#later();
  }

  /** @param {number} n @param {string} words  the place, for those who hear it */
  move(n, words) {
    this.range.value = String(n);
    this.range.setAttribute("aria-valuetext", words);
    this.#later();
  }

  #later() {
    this.waiting ||= requestAnimationFrame(() => {
      this.waiting = 0;
      this.#draw();
    });
  }

  /** @param {number} n @param {number} width  CSS px */
  #x(n, width) {
    const first = Number(this.range.min);
    const span = Math.max(1, Number(this.range.max) - first);
    return INSET + ((n - first) / span) * (width - 2 * INSET);
  }

  #draw() {
    const theme = readTheme(this.canvas);
    const { ctx, width, height } = fitCanvas(this.canvas);
    if (!width) return;
    ctx.clearRect(0, 0, width, height);
    const middle = height / 2;
    /** @param {number} to @param {string} color @param {number} alpha */
    const bar = (to, color, alpha) => {
      ctx.globalAlpha = alpha;
      ctx.fillStyle = color;
      ctx.fillRect(INSET, middle - 1.5, Math.max(0, to - INSET), 3);
      ctx.globalAlpha = 1;
    };
    bar(width - INSET, theme.border, 1);
    bar(Math.min(width - INSET, this.#x(this.loaded, width)), theme.muted, 0.45);
    if (this.clip) {
      const [from, to] = [this.#x(this.clip.first, width), this.#x(this.clip.last, width)];
      ctx.globalAlpha = 0.25;
      ctx.fillStyle = theme.accent;
      ctx.fillRect(from - 3, 4, to - from + 6, height - 8);
      ctx.globalAlpha = 1;
    }
    const x = this.#x(Number(this.range.value), width);
    bar(x, theme.accent, 1);
    for (const mark of fanned(this.marks, this.seats)) this.#drawMark(ctx, mark, width, middle, theme);
    ctx.fillStyle = theme.accent;
    ctx.strokeStyle = theme.bg;
    ctx.lineWidth = 2;
    ctx.beginPath();
    ctx.arc(x, middle, 6.5, 0, 2 * Math.PI);
    ctx.fill();
    ctx.stroke();
  }

  /**
   * Marks of the first seat stand above the line, those of the others below it.
   * @param {CanvasRenderingContext2D} ctx
   * @param {PlacedMark} mark
   * @param {number} width
   * @param {number} middle
   * @param {import("./canvas.js").Theme} theme
   */
  #drawMark(ctx, mark, width, middle, theme) {
    const seat = this.seats[mark.seat];
    const side = sideOf(seat);
    ctx.save();
    ctx.translate(this.#x(mark.n, width) + mark.aside, middle + side * 11);
    ctx.scale(mark.size, mark.size);
    ctx.fillStyle = this.styles[mark.seat]?.color ?? theme.muted;
    ctx.globalAlpha = 0.9;
    ctx.fill(pathOf(MARK_SHAPES[mark.shape] ?? MARK_SHAPES.circle));
    ctx.restore();
  }
}

/** @param {number | undefined} seat  of the match @returns {1 | -1} below or above */
const sideOf = (seat) => (seat ? 1 : -1);

/**
 * Marks with their places: several of one frame on the same side make room for each other.
 * @param {Mark[]} marks
 * @param {number[]} seats  seat of the match by seat of the game
 * @returns {PlacedMark[]}
 */
export function fanned(marks, seats) {
  /** @type {Map<string, Mark[]>} */
  const groups = new Map();
  for (const mark of marks) {
    const key = `${mark.n},${sideOf(seats[mark.seat])}`;
    const group = groups.get(key);
    if (group) group.push(mark);
    else groups.set(key, [mark]);
  }
  return [...groups.values()].flatMap((group) => group.map((mark, i) => ({
    ...mark,
    aside: (i - (group.length - 1) / 2) * Math.min(NEXT_PX, WIDEST_PX / group.length),
    size: group.length > 1 ? CROWDED_PX : ALONE_PX,
  })));
}
