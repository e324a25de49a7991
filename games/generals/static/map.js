/**
 * Maps of generals: the cells in the notation of the text format, and how they are drawn.
 *
 * A cell is a token: blank ` `, `n5` (blank with neutral units), `m`ountain, `s`wamp, a number (a
 * city), or a place for a capital: `g`, `gA` to `gZ` for a team, `g ` (with its blank) for those
 * who are left over, the latter two with a priority up to 99.  `L_` before it: always in view.
 */

import { within } from "../../player/cells.js";
import { SEATS } from "../../player/palette.js";
import { paintRow } from "./painter.js";
import { drawLit } from "./overlays.js";
import { Raster } from "./raster.js";
import { makeStyles } from "./styles.js";
import { BRUSHES } from "./words.js";
import { BLANK, CAPITAL, CITY, MOUNTAIN, SWAMP, codeOf } from "./tiles.js";

/** @import { Theme } from "../../player/canvas.js" */
/** @import { SeatStyle } from "../../player/palette.js" */
/** @import { Rect } from "../../player/cells.js" */
/** @import { Styles } from "./styles.js" */
/** @typedef {{width: number, height: number, cells: string[]}} Grid */
/** @typedef {Record<string, number>} Values */

const LIT = "L_";
const HIGHEST = 100;
const LETTERS = 26;
const MOST = 2 ** 31 - 1;
const CANDIDATE = /^g(?:([A-Z ])([1-9]\d?)?)?$/;
const NUMBER = /^-?\d+$/;

/** Between the cells of a row in the text. */
export const separator = ",";
/** A new cell. */
export const blank = " ";

/** @param {number} normal */
const units = (normal) => ({ name: "units", title: BRUSHES.units, low: -MOST - 1, high: MOST, default: normal });
const priority = { name: "priority", title: BRUSHES.priority, low: 1, high: HIGHEST, default: HIGHEST };
const team = { name: "team", title: BRUSHES.teamNumber, low: 1, high: LETTERS, default: 1 };

export const brushes = [
  { id: "blank", title: BRUSHES.blank, token: blank },
  { id: "mountain", title: BRUSHES.mountain, token: "m" },
  { id: "swamp", title: BRUSHES.swamp, token: "s" },
  { id: "city", title: BRUSHES.city, values: [units(40)] },
  { id: "units", title: BRUSHES.neutral, values: [units(5)] },
  { id: "capital", title: BRUSHES.capital, token: "g" },
  { id: "team", title: BRUSHES.team, values: [team, priority] },
  { id: "rest", title: BRUSHES.rest, values: [priority] },
  { id: "lit", title: BRUSHES.lit },
];

/** @type {Record<string, (values: Values) => string>} */
const BODIES = {
  blank: () => blank,
  mountain: () => "m",
  swamp: () => "s",
  city: ({ units: count }) => String(count),
  units: ({ units: count }) => (count ? `n${count}` : blank),
  capital: () => "g",
  team: ({ team: number, priority: level }) => `g${String.fromCharCode(64 + number)}${priorityText(level)}`,
  rest: ({ priority: level }) => `g ${priorityText(level)}`,
};

/** @param {number} level */
const priorityText = (level) => (level < HIGHEST ? String(level) : "");

/**
 * A cell after a stroke of a brush; whether it is always in view stays as it was.
 * @param {string} token
 * @param {string} brush  id
 * @param {Record<string, number>} [values]  left out ones have their defaults
 * @returns {string}
 */
export function paint(token, brush, values = {}) {
  const lit = token.startsWith(LIT);
  const body = lit ? token.slice(LIT.length) : token;
  if (brush === "lit") return lit ? body : LIT + body;
  const known = brushes.find(({ id }) => id === brush)?.values ?? [];
  const given = Object.fromEntries(known.map(({ name, default: usual }) => [name, values[name] ?? usual]));
  return (lit ? LIT : "") + BODIES[brush](given);
}

/** @typedef {{kind: number, units: number, lit: boolean, mark: string | null, priority: number}} Cell */

/** The cell that a token describes, or null if the token is not valid. @param {string} token @returns {Cell | null} */
function read(token) {
  const lit = token.startsWith(LIT);
  const body = lit ? token.slice(LIT.length) : token;
  /** @param {number} kind @param {number} [count] @param {string | null} [mark] @param {number} [level] @returns {Cell} */
  const cell = (kind, count = 0, mark = null, level = HIGHEST) => ({ kind, units: count, lit, mark, priority: level });
  if (body === " ") return cell(BLANK);
  if (body === "m") return cell(MOUNTAIN);
  if (body === "s") return cell(SWAMP);
  if (NUMBER.test(body)) return cell(CITY, Number(body));
  if (body[0] === "n" && NUMBER.test(body.slice(1))) return cell(BLANK, Number(body.slice(1)));
  const candidate = CANDIDATE.exec(body);
  return candidate && cell(CAPITAL, 0, candidate[1] ?? "", Number(candidate[2] ?? HIGHEST));
}

/** @param {Cell} cell */
function candidateWords({ mark, priority: level }) {
  if (level >= HIGHEST) {
    if (mark === "") return "place for a capital for anybody";
    return mark === " " ? "place for a capital for those left over" : `place for a capital of team ${mark}`;
  }
  if (mark === "") return `place for a capital for anybody, priority ${level}`;
  if (mark === " ") return `place for a capital for those left over, priority ${level}`;
  return `place for a capital of team ${mark}, priority ${level}`;
}

/** @type {Record<number, (cell: Cell) => string>} */
const KINDS = {
  [BLANK]: ({ units: count }) => (count ? `blank with ${count} neutral units` : "blank"),
  [MOUNTAIN]: () => "mountain",
  [CITY]: ({ units: count }) => `city with ${count} neutral units`,
  [CAPITAL]: candidateWords,
  [SWAMP]: () => "swamp",
};

/** A cell in words. @param {string} token */
export function describe(token) {
  const cell = read(token);
  if (!cell) return `“${token}”, which is no tile`;
  const kind = KINDS[cell.kind](cell);
  return cell.lit ? `${kind}, always in view` : kind;
}

const raster = new Raster();

/**
 * Draw the cells of a map, or only those of columns x0 up to x1 and rows y0 up to y1.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {Grid} grid
 * @param {{x: number, y: number, size: number, theme: Theme, palette?: ReadonlyArray<SeatStyle>, rect?: Rect}} options  (x, y): the top left
 *   corner of the first cell; size: CSS px of a cell
 */
export function draw(ctx, grid, { x, y, size, theme, palette = SEATS, rect }) {
  const dpr = ctx.getTransform().a || 1;
  const part = within(grid, rect);
  if (part.x0 >= part.x1 || part.y0 >= part.y1) return;
  const layout = placed(dpr, grid, x, y, size, part);
  const tiles = tilesOf(grid, part, palette.length);
  const [left, top] = [layout.xs[part.x0], layout.ys[part.y0]];
  const [wide, high] = [layout.xs[part.x1] - left, layout.ys[part.y1] - top];
  if (raster.width !== wide || raster.height !== high) raster.resize(Math.max(1, wide), Math.max(1, high));
  const moved = { ...layout, xs: layout.xs.map((edge) => edge - left), ys: layout.ys.map((edge) => edge - top) };
  const look = { layout: moved, styles: stylesOf(theme, palette, dpr), width: grid.width, font: theme.font };
  for (let row = part.y0; row < part.y1; row += 1) paintRow(raster, look, tiles, row, part.x0, part.x1);
  ctx.save();
  ctx.imageSmoothingEnabled = false;
  ctx.drawImage(raster.shown(), left / dpr, top / dpr, wide / dpr, high / dpr);
  drawLit({ ctx, layout, options: { scene: { width: grid.width, lit: tiles.lit } } });
  ctx.restore();
}

/**
 * The layout of a board whose first cell stands at (x, y).
 * @param {number} dpr
 * @param {Grid} grid
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {Rect} part
 */
function placed(dpr, { width, height }, x, y, size, part) {
  /** @param {number} start @param {number} count */
  const edges = (start, count) => Int32Array.from({ length: count + 1 }, (_, i) => Math.round((start + i * size) * dpr));
  return {
    dpr, cell: size, left: x, top: y, xs: edges(x, width), ys: edges(y, height),
    seen: { c0: part.x0, c1: part.x1, r0: part.y0, r1: part.y1 },
  };
}

/**
 * The cells of a part as tiles: teams by their letters, as if players owned the places.
 * @param {Grid} grid
 * @param {Rect} part
 * @param {number} players
 */
function tilesOf({ width, height, cells }, part, players) {
  const count = width * height;
  const tiles = {
    codes: new Uint8Array(count), units: new Float64Array(count), hidden: new Uint8Array(count),
    labels: /** @type {Map<number, string>} */ (new Map()), lit: /** @type {number[]} */ ([]),
  };
  for (let row = part.y0; row < part.y1; row += 1) {
    for (let place = row * width + part.x0; place < row * width + part.x1; place += 1) {
      const cell = read(cells[place]);
      if (!cell) {
        tiles.codes[place] = codeOf(0, BLANK);
        tiles.labels.set(place, "?");
        continue;
      }
      tiles.codes[place] = codeOf(ownerOfMark(cell.mark, players), cell.kind);
      tiles.units[place] = cell.units;
      if (cell.mark !== null) tiles.labels.set(place, markText(cell));
      if (cell.lit) tiles.lit.push(place);
    }
  }
  return tiles;
}

/** @param {string | null} mark @param {number} players */
function ownerOfMark(mark, players) {
  return mark && mark !== " " ? ((mark.charCodeAt(0) - 65) % players) + 1 : 0;
}

/** @param {Cell} cell */
function markText({ mark, priority: level }) {
  const letter = mark === " " ? "+" : mark;
  return letter + (level < HIGHEST ? String(level) : "");
}

/** @type {{key: string, styles: Styles | null}} */
let made = { key: "", styles: null };

/** @param {Theme} theme @param {ReadonlyArray<SeatStyle>} palette @param {number} dpr */
function stylesOf(theme, palette, dpr) {
  const key = [theme.dark, theme.bg, theme.surface, theme.text, theme.muted, dpr, ...palette.map(({ color }) => color)].join();
  if (made.styles && made.key === key) return made.styles;
  const styles = makeStyles(theme, palette, dpr, true);
  made = { key, styles };
  return styles;
}
