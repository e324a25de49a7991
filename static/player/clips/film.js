/** The pictures of a range of frames, and files made of them. */

import { Camera } from "../camera.js";
import { label, penOf } from "../canvas.js";
import { seatsOf } from "../board.js";
import { boardStyles } from "../palette.js";
import { durationOf } from "../timeline.js";
import { CLIPS } from "./words.js";
import { apng } from "./apng.js";
import { gif } from "./gif.js";
import { Film, isPossible } from "./webm.js";

/** @typedef {{first: number, last: number}} Range  frames */
/** @typedef {"gif" | "webm" | "apng" | "png"} Format */

/** More pictures than these are too many for a browser's memory. */
export const MOST_PICTURES = 600;
/** The line of names and points below the board, in parts of the width. */
const LINE = 0.06;
const LEAST_LINE = 22;
const LEAST_MS = 20;

/** @type {readonly Format[]} */
export const FORMATS = ["gif", "webm", "apng", "png"];

/** Whether this browser makes such files. @param {Format} format @param {{width: number, height: number}} size  pixels */
export const makes = async (format, size) => format !== "webm" || isPossible(size);

/** Draws frames of a match on a canvas out of sight. */
export class Painter {
  /** @param {import("../player.js").Player} player @param {number} width  pixels */
  constructor(player, width) {
    this.player = player;
    const { clientWidth, clientHeight } = player.board.canvas;
    // Films have even sides.
    this.width = 2 * Math.round(width / 2);
    this.line = Math.max(LEAST_LINE, Math.round(this.width * LINE));
    this.height = 2 * Math.round((this.width * (clientHeight / clientWidth || 1) + this.line) / 2);
    this.canvas = new OffscreenCanvas(this.width, this.height);
    this.pen = penOf(this.canvas);
  }

  /** @param {number} n  of a frame whose state can be told */
  draw(n) {
    const { pen, width, height, line } = this;
    const { theme } = this.player.board;
    pen.reset();
    pen.fillStyle = theme.bg;
    pen.fillRect(0, 0, width, height);
    const size = { width, height: height - line, dpr: 1 };
    if (!this.player.board.paint(pen, size, n, 1, new Camera())) throw new Error(CLIPS.missing(n));
    this.#tell(n, theme);
  }

  /** Names, points and the turn. @param {number} n @param {import("../canvas.js").Theme} theme */
  #tell(n, theme) {
    const { pen, width, height, line } = this;
    const { store, display } = this.player;
    const frame = /** @type {import("../store.js").Frame} */ (store.frame(n));
    const scores = store.view.scores(store.stateAt(n));
    const seats = seatsOf(store.games[frame.game].setup);
    const y = height - line / 2;
    const style = { size: Math.round(line * 0.5), font: theme.font };
    pen.fillStyle = theme.surface2;
    pen.fillRect(0, height - line, width, line);
    const styles = boardStyles(seats, store.view.roles?.() ?? []);
    const shown = seats.slice(0, 4);
    const room = width / (shown.length + 1);
    shown.forEach((seat, i) => {
      const points = scores[i] === null ? "" : ` ${scores[i]}`;
      const text = shortened(pen, `${styles[i].glyph} ${display.names[seat] ?? ""}`, room * 0.8, style);
      label(pen, text + points, room * (i + 0.5), y, { ...style, color: styles[i].color });
    });
    label(pen, `${store.view.words.turn} ${frame.turn}`, width - room / 2, y, { ...style, color: theme.muted });
  }
}

/** @param {CanvasRenderingContext2D} pen @param {string} text @param {number} most  CSS px @param {{size: number, font: string}} style */
function shortened(pen, text, most, { size, font }) {
  pen.font = `600 ${size}px ${font}`;
  let shown = text;
  while (shown.length > 3 && pen.measureText(shown).width > most) shown = `${shown.slice(0, -2)}…`;
  return shown;
}

/**
 * Make a file of frames that are all here.
 * @param {Painter} painter
 * @param {Range} range
 * @param {Format} format  png: the first frame alone
 * @param {{pace: number, progress: (part: number) => void, signal: AbortSignal}} how  pace: 2 is twice as fast as the player at single speed
 * @returns {Promise<Blob>}
 */
export async function makeFile(painter, { first, last }, format, { pace, progress, signal }) {
  const film = format === "webm" ? new Film(painter) : null;
  /** @type {import("./gif.js").Picture[]} */
  const pictures = [];
  /** @type {{png: Uint8Array, ms: number}[]} */
  const pngs = [];
  const end = format === "png" ? first : last;
  for (let n = first; n <= end; n += 1) {
    signal.throwIfAborted();
    painter.draw(n);
    const ms = Math.max(LEAST_MS, Math.round(durationOf(painter.player.store, n) / pace));
    if (film) await film.add(painter.canvas, ms);
    else if (format === "gif") pictures.push({ data: painter.pen.getImageData(0, 0, painter.width, painter.height).data, ms });
    else pngs.push({ png: new Uint8Array(await (await painter.canvas.convertToBlob()).arrayBuffer()), ms });
    progress((n - first + 1) / (end - first + 1));
    // The page stays alive meanwhile.
    await new Promise((done) => { setTimeout(done); });
  }
  if (film) return film.end();
  if (format === "gif") return gif(pictures, painter);
  return format === "png" ? new Blob([pngs[0].png.slice()], { type: "image/png" }) : apng(pngs, painter);
}
