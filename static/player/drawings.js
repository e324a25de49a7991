/**
 * Drawings, numbers and marks that bots write to their standard error, for their managers.
 *
 * One line is `#draw ` and a JSON object with any of `layer`, `color`, `cells`, `arrows`, `circles`, `texts`,
 * `series` and `mark`.  Points are in the coordinates of the game's protocol.  A line belongs to the turn in which
 * it was begun.
 */

import { DRAWINGS } from "./words.js";

/** @typedef {{seat: number, game: number, turn: number, text: string, cut?: boolean}} LogLine  seat of the match */

/**
 * @typedef {object} Shapes  of one line
 * @property {string} layer  id of the layer
 * @property {string} color  CSS
 * @property {number[][]} cells
 * @property {number[][]} arrows   both ends, one after the other
 * @property {(number[])[]} circles  the middle, and the radius in cells
 * @property {{at: number[], text: string}[]} texts
 */

/** @typedef {{seat: number, game: number, turn: number, label: string}} DrawnMark */

const START = "#draw ";
export { START };

/** @type {Readonly<Record<string, string>>} */
export const COLORS = Object.freeze({
  red: "#d6453d", orange: "#e07b1f", yellow: "#d9b310", green: "#3c9d4e", teal: "#1f9e9a", blue: "#3b7dd8",
  purple: "#8b5cd6", pink: "#d65a9c", brown: "#8a5a35", grey: "#7d848d", white: "#f2f4f6", black: "#15181c",
});
const USUAL_COLOR = "blue";
const USUAL_LAYER = "drawing";
const USUAL_RADIUS = 0.4;
const MEMBERS = new Set(["layer", "color", "cells", "arrows", "circles", "texts", "series", "mark"]);
/** More shapes of one turn and seat are not drawn. */
const MOST_SHAPES = 2000;
const LONGEST_TEXT = 80;
/** More layers and series of a match are left out. */
const MOST_NAMES = 40;

/** @param {number} seat @param {string} layer */
const layerId = (seat, layer) => `draw-${seat}-${layer.replaceAll(/[^\w.-]/g, "_")}`;

/** @param {unknown} value @returns {value is number} */
const isNumber = (value) => typeof value === "number" && Number.isFinite(value) && Math.abs(value) < 1e6;

/** @param {unknown} value @param {number[]} sizes @returns {value is number[][]} */
const arePoints = (value, sizes) =>
  Array.isArray(value) && value.every((point) => Array.isArray(point) && sizes.includes(point.length) && point.every(isNumber));

/** @param {unknown} value @returns {value is Record<string, unknown>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** @param {unknown} value @param {number} size */
const areTexts = (value, size) => Array.isArray(value) && value.every((each) =>
  Array.isArray(each) && each.length === size + 1 && each.slice(0, size).every(isNumber) && typeof each[size] === "string");

/** The objection to the shapes of a drawing, or null. @param {any} drawing @param {number} size  numbers of a point */
function shapeObjection({ cells = [], arrows = [], circles = [], texts = [] }, size) {
  if (!arePoints(cells, [size])) return DRAWINGS.noPoints("cells", size);
  if (!arePoints(arrows, [2 * size])) return DRAWINGS.noPoints("arrows", 2 * size);
  if (!arePoints(circles, [size, size + 1])) return DRAWINGS.noPoints("circles", size + 1);
  return areTexts(texts, size) ? null : DRAWINGS.noTexts(size);
}

/** The objection to a drawing, or null. @param {any} drawing @param {number} size  numbers of a point */
function objection(drawing, size) {
  if (!isObject(drawing)) return DRAWINGS.noObject;
  const unknown = Object.keys(drawing).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) return DRAWINGS.unknown(unknown, [...MEMBERS].join(", "));
  const { layer = "", color = USUAL_COLOR, series = {}, mark = "" } = drawing;
  if (typeof layer !== "string" || typeof mark !== "string") return DRAWINGS.noText;
  if (typeof color !== "string" || !Object.hasOwn(COLORS, color)) return DRAWINGS.noColor(Object.keys(COLORS).join(", "));
  if (!isObject(series) || !Object.values(series).every(isNumber)) return DRAWINGS.noSeries;
  return shapeObjection(drawing, size);
}

/**
 * The complete lines of a log, each with the row in which it began.
 * @param {LogLine[]} rows  in order
 * @returns {{row: number, text: string}[]}
 */
function wholeLines(rows) {
  /** @type {Map<number, {row: number, text: string}>} by seat, the line that has not ended */
  const open = new Map();
  /** @type {{row: number, text: string}[]} */
  const found = [];
  rows.forEach(({ seat, text }, row) => {
    const parts = (text ?? "").split("\n");
    const first = open.get(seat) ?? { row, text: "" };
    open.delete(seat);
    parts.forEach((part, i) => {
      const line = i === 0 ? { row: first.row, text: first.text + part } : { row, text: part };
      if (i < parts.length - 1) found.push(line);
      else if (line.text) open.set(seat, line);
    });
  });
  return [...found, ...open.values()];
}

/** @param {any} drawing @param {number} seat @param {number} size @returns {Shapes} */
function shapesOf({ layer, color, cells = [], arrows = [], circles = [], texts = [] }, seat, size) {
  return {
    layer: layerId(seat, layer || USUAL_LAYER),
    color: COLORS[color ?? USUAL_COLOR],
    cells,
    arrows,
    circles: circles.map((/** @type {number[]} */ each) => (each.length > size ? each : [...each, USUAL_RADIUS])),
    texts: texts.map((/** @type {any[]} */ each) => ({ at: each.slice(0, size), text: each[size].slice(0, LONGEST_TEXT) })),
  };
}

/** @param {Shapes} shapes */
const countOf = ({ cells, arrows, circles, texts }) => cells.length + arrows.length + circles.length + texts.length;

export class Drawings {
  /**
   * @param {LogLine[]} rows
   * @param {string[]} names  by seat of the match
   * @param {number} [size]   numbers of a point
   */
  constructor(rows, names, size = 2) {
    /** @type {{id: string, title: string, default: boolean}[]} */
    this.layers = [];
    /** @type {DrawnMark[]} */
    this.marks = [];
    /** @type {Map<string, Map<string, number>>} name → "game,turn,seat" → value */
    this.series = new Map();
    /** @type {Map<number, string>} number of the row → what is wrong with a drawing in it */
    this.problems = new Map();
    /** @type {Map<string, Shapes[]>} by "game,turn" */
    this.shapes = new Map();
    /** @type {Map<string, number>} */
    this.counts = new Map();
    for (const { row, text } of wholeLines(rows)) {
      if (text.startsWith(START)) this.#take(rows[row], row, text.slice(START.length), names, size);
    }
  }

  /** Whether there is anything to show. */
  get empty() {
    return !this.layers.length && !this.marks.length && !this.series.size;
  }

  /** The shapes of a turn. @param {number} game @param {number} turn */
  of(game, turn) {
    return this.shapes.get(`${game},${turn}`) ?? [];
  }

  /** The values of all series in a turn, by seat. @param {number} game @param {number} turn @param {number[]} seats  of the match */
  valuesOf(game, turn, seats) {
    return [...this.series.values()].map((values) => seats.map((seat) => values.get(`${game},${turn},${seat}`) ?? null));
  }

  /** @param {LogLine} line @param {number} row @param {string} text @param {string[]} names @param {number} size */
  #take(line, row, text, names, size) {
    /** @type {any} */
    let drawing;
    try {
      drawing = JSON.parse(text);
    } catch {
      this.problems.set(row, DRAWINGS.noJson);
      return;
    }
    const problem = objection(drawing, size);
    if (problem) this.problems.set(row, problem);
    else this.#add(line, row, drawing, names, size);
  }

  /** @param {LogLine} line @param {number} row @param {any} drawing @param {string[]} names @param {number} size */
  #add({ seat, game, turn }, row, drawing, names, size) {
    const shapes = shapesOf(drawing, seat, size);
    const count = (this.counts.get(`${game},${turn},${seat}`) ?? 0) + countOf(shapes);
    if (count > MOST_SHAPES) this.problems.set(row, DRAWINGS.tooMany(MOST_SHAPES));
    else if (countOf(shapes) && this.#offer(shapes.layer, `${drawing.layer || USUAL_LAYER} · ${names[seat] ?? seat + 1}`)) {
      this.counts.set(`${game},${turn},${seat}`, count);
      const here = this.shapes.get(`${game},${turn}`) ?? [];
      this.shapes.set(`${game},${turn}`, [...here, shapes]);
    }
    if (drawing.mark) this.marks.push({ seat, game, turn, label: drawing.mark.slice(0, LONGEST_TEXT) });
    for (const [name, value] of Object.entries(drawing.series ?? {})) this.#put(name.slice(0, LONGEST_TEXT), `${game},${turn},${seat}`, value);
  }

  /** @param {string} id @param {string} title */
  #offer(id, title) {
    if (this.layers.some((layer) => layer.id === id)) return true;
    if (this.layers.length >= MOST_NAMES) return false;
    this.layers.push({ id, title, default: true });
    return true;
  }

  /** @param {string} name @param {string} key @param {any} value */
  #put(name, key, value) {
    const known = this.series.get(name);
    if (known) known.set(key, value);
    else if (this.series.size < MOST_NAMES) this.series.set(name, new Map([[key, value]]));
  }
}

/**
 * Draw shapes over a board.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {Shapes[]} shapes
 * @param {(point: number[]) => {x: number, y: number, cell: number} | null} place
 * @param {string} font
 */
export function paint(ctx, shapes, place, font) {
  ctx.save();
  for (const each of shapes) {
    ctx.fillStyle = each.color;
    ctx.strokeStyle = each.color;
    for (const point of each.cells) paintCell(ctx, place(point));
    for (const points of each.arrows) paintArrow(ctx, place(points.slice(0, points.length / 2)), place(points.slice(points.length / 2)));
    for (const numbers of each.circles) paintCircle(ctx, place(numbers.slice(0, -1)), numbers[numbers.length - 1]);
    for (const { at, text } of each.texts) paintText(ctx, place(at), text, each.color, font);
  }
  ctx.restore();
}

/** @typedef {{x: number, y: number, cell: number} | null} Place */

/** @param {CanvasRenderingContext2D} ctx @param {Place} place */
function paintCell(ctx, place) {
  if (!place) return;
  const side = place.cell * 0.86;
  const [x, y] = [place.x - side / 2, place.y - side / 2];
  ctx.globalAlpha = 0.38;
  ctx.fillRect(x, y, side, side);
  ctx.globalAlpha = 0.95;
  ctx.lineWidth = Math.max(1, place.cell * 0.06);
  ctx.strokeRect(x, y, side, side);
}

/** @param {CanvasRenderingContext2D} ctx @param {Place} from @param {Place} to */
function paintArrow(ctx, from, to) {
  if (!from || !to) return;
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const head = Math.max(6, to.cell * 0.32);
  ctx.globalAlpha = 0.95;
  ctx.lineWidth = Math.max(1.5, to.cell * 0.1);
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x - Math.cos(angle) * head * 0.8, to.y - Math.sin(angle) * head * 0.8);
  ctx.stroke();
  ctx.beginPath();
  ctx.moveTo(to.x, to.y);
  for (const turn of [0.45, -0.45]) ctx.lineTo(to.x - Math.cos(angle + turn) * head, to.y - Math.sin(angle + turn) * head);
  ctx.fill();
}

/** @param {CanvasRenderingContext2D} ctx @param {Place} place @param {number} radius  in cells */
function paintCircle(ctx, place, radius) {
  if (!place) return;
  ctx.globalAlpha = 0.95;
  ctx.lineWidth = Math.max(1.5, place.cell * 0.09);
  ctx.beginPath();
  ctx.arc(place.x, place.y, Math.abs(radius) * place.cell, 0, 2 * Math.PI);
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {Place} place @param {string} text @param {string} color @param {string} font */
function paintText(ctx, place, text, color, font) {
  if (!place) return;
  ctx.globalAlpha = 1;
  ctx.font = `600 ${Math.max(9, Math.min(14, place.cell * 0.42))}px ${font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = 3;
  ctx.strokeStyle = color === COLORS.white || color === COLORS.yellow ? COLORS.black : COLORS.white;
  ctx.strokeText(text, place.x, place.y);
  ctx.fillText(text, place.x, place.y);
  ctx.strokeStyle = color;
}
