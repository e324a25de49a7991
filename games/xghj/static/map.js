/**
 * Maps of XGHJ: their cells, the brushes of the editor, and the drawing.
 *
 * A cell is a token `resource/attack/defence`, as in `1/100/100`.  A brush paints a kind of terrain,
 * which sets all three numbers, or one of the numbers.
 */

import { cellsAt, outlined, within } from "../../player/cells.js";
import { blend, inkOn, patternFill } from "../../player/canvas.js";
import { colours, KINDS, LAYERS, shade, tokenOf } from "./kinds.js";
import { BRUSHES } from "./words.js";

/** @import { Theme } from "../../player/canvas.js" */
/** @import { Layer } from "./kinds.js" */
/** @import { Cells, Rect } from "../../player/cells.js" */
/** @typedef {{width: number, height: number, cells: string[]}} Grid */
/** @typedef {{name: string, title: string, low: number, high: number, default: number}} Value  that a brush sets */
/** @typedef {{id: string, title: string, token?: string, values?: Value[]}} Brush */
/** @typedef {{colour: (numbers: number[]) => string, layer: Layer | null}} Look */

const MOST = 10_000;
const TOKEN = /^(0|[1-9]\d{0,4})\/(0|[1-9]\d{0,4})\/(0|[1-9]\d{0,4})$/;
const PIPS_FROM = 8;
const NUMBERS_FROM = 30;
const MOST_PIPS = 4;

/** The text between the cells of a row. */
export const separator = " ";
/** The token of a new cell. */
export const blank = tokenOf(KINDS[0]);

/** @param {string} title @param {number} usual */
const value = (title, usual) => [{ name: "value", title, low: 0, high: MOST, default: usual }];
/** @param {string} word */
const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** @type {Brush[]} */
export const brushes = [
  ...KINDS.map((kind) => ({ id: kind.name, title: capital(kind.name), token: tokenOf(kind) })),
  { id: "resource", title: BRUSHES.resource, values: value("Resource", 1) },
  { id: "attack", title: BRUSHES.attack, values: value(BRUSHES.attackValue, 100) },
  { id: "defence", title: BRUSHES.defence, values: value("Defence", 100) },
];

/** The layers that a preview can show instead of the terrain. */
export const layers = LAYERS.map(({ id, title }) => ({ id, title }));

/** @type {Map<string, number[] | null>} */
const tokens = new Map();

/** The numbers of a token, or null for an invalid one. @param {string} token @returns {number[] | null} */
function read(token) {
  const known = tokens.get(token);
  if (known !== undefined) return known;
  const numbers = TOKEN.exec(token)?.slice(1).map(Number) ?? null;
  const valid = numbers && numbers.every((n) => n <= MOST) ? numbers : null;
  if (tokens.size > 4096) tokens.clear();
  tokens.set(token, valid);
  return valid;
}

/**
 * A cell after a brush has painted it; a brush for one number keeps the others.
 * @param {string} token
 * @param {string} brush  id
 * @param {Record<string, number>} [values]  by default those of the brush
 * @returns {string}
 */
export function paint(token, brush, values = {}) {
  const chosen = /** @type {Brush} */ (brushes.find(({ id }) => id === brush));
  if (chosen.token) return chosen.token;
  const numbers = [...(read(token) ?? read(blank) ?? [])];
  numbers[LAYERS.findIndex(({ id }) => id === brush)] = values.value ?? chosen.values?.[0].default ?? 0;
  return numbers.join("/");
}

/** A cell in words. @param {string} token */
export function describe(token) {
  const numbers = read(token);
  if (!numbers) return `“${token}”, which is no cell`;
  const [resource, attack, defence] = numbers;
  const kind = KINDS.find((one) => tokenOf(one) === token)?.name ?? "cell";
  if (!attack) return `${kind}: resource ${resource}, can never be taken, defence ${defence} %`;
  return `${kind}: resource ${resource}, attack ${attack} %, defence ${defence} %`;
}

/**
 * Draw the cells of a map, or only those of columns x0 up to x1 and rows y0 up to y1.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {Grid} grid
 * @param {{x: number, y: number, size: number, theme: Theme, layer?: string | null, rect?: Rect}} options  (x, y): the top left
 *   corner of the first cell; size: CSS px of a cell; layer: the id of one of `layers`
 */
export function draw(ctx, grid, { x, y, size, theme, layer = null, rect }) {
  const dpr = ctx.getTransform().a || 1;
  const cells = cellsAt({ cols: grid.width, rows: grid.height, cell: size, left: x, top: y, dpr });
  const part = within(grid, rect);
  const look = lookOf(grid, LAYERS.find(({ id }) => id === layer) ?? null, theme);
  const walls = new Path2D();
  /** Text comes last, over everything else. @type {{column: number, row: number, numbers: number[] | null}[]} */
  const writing = [];
  for (let row = part.y0; row < part.y1; row += 1) {
    for (let column = part.x0; column < part.x1; column += 1) {
      const numbers = read(grid.cells[row * grid.width + column]);
      const [left, top] = [cells.x(column), cells.y(row)];
      /** @type {[number, number, number, number]} */
      const box = [left, top, cells.x(column + 1) - left, cells.y(row + 1) - top];
      const colour = numbers ? look.colour(numbers) : theme.surface;
      ctx.fillStyle = colour;
      ctx.fillRect(...box);
      if (numbers && !numbers[1]) walls.rect(...box);
      if (!numbers || size >= NUMBERS_FROM) writing.push({ column, row, numbers });
      else if (size >= PIPS_FROM && !look.layer) drawPips(ctx, cells, row, column, numbers[0], colour);
    }
  }
  if (size >= PIPS_FROM) {
    ctx.globalAlpha = 0.3;
    ctx.fillStyle = patternFill(ctx, { pattern: "M0 0L8 8M8 0L0 8" }, theme.dark ? "#ffffff" : "#000000", 8);
    ctx.fill(walls);
    ctx.globalAlpha = 1;
    drawLines(ctx, cells, part, theme);
  }
  for (const { column, row, numbers } of writing) {
    if (numbers) drawNumbers(ctx, cells, row, column, numbers, theme);
    else drawStrange(ctx, cells.middle(row * grid.width + column), size, theme);
  }
}

/** @type {{key: string, look: Look | null}} */
let made = { key: "", look: null };

/**
 * The colours of cells, cached while the theme, the layer and its largest value stay the same.
 * @param {Grid} grid
 * @param {Layer | null} layer
 * @param {Theme} theme
 */
function lookOf(grid, layer, theme) {
  const most = layer ? largest(grid, LAYERS.indexOf(layer)) : 0;
  const key = [theme.dark, theme.surface, layer?.id, most].join();
  if (made.look && made.key === key) return made.look;
  const natural = colours(KINDS, RICHEST);
  /** @type {Map<string, string>} */
  const known = new Map();
  /** @param {number[]} numbers */
  const find = (numbers) => {
    if (layer) return shade(layer, numbers[LAYERS.indexOf(layer)] / most, theme);
    return blend(natural(numbers[0], numbers[1], numbers[2]), theme.surface, theme.dark ? 0.3 : 0.12);
  };
  /** @type {Look} */
  const look = {
    colour(numbers) {
      const token = numbers.join("/");
      const colour = known.get(token) ?? find(numbers);
      known.set(token, colour);
      return colour;
    },
    layer,
  };
  made = { key, look };
  return look;
}

/** The richest cell for the colours of cells without a kind; fixed, so that parts of a map match. */
const RICHEST = 5;

/** @param {Grid} grid @param {number} which */
function largest({ cells }, which) {
  return cells.reduce((most, token) => Math.max(most, read(token)?.[which] ?? 0), 1);
}

/**
 * A dot for each resource beyond the first, up to four.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Cells} cells
 * @param {number} row
 * @param {number} column
 * @param {number} resource
 * @param {string} ground
 */
function drawPips(ctx, cells, row, column, resource, ground) {
  const { cell } = cells;
  const [x, y] = cells.middle(row * cells.cols + column);
  const radius = Math.max(0.8, cell * 0.075);
  ctx.fillStyle = inkOn(ground);
  ctx.beginPath();
  for (let i = 0; i < Math.min(MOST_PIPS, resource - 1); i += 1) {
    const at = x - cell * 0.34 + radius + i * radius * 2.6;
    ctx.moveTo(at + radius, y + cell * 0.3);
    ctx.arc(at, y + cell * 0.3, radius, 0, 2 * Math.PI);
  }
  ctx.fill();
}

/**
 * A question mark for an invalid token.
 * @param {CanvasRenderingContext2D} ctx
 * @param {[number, number]} middle
 * @param {number} size
 * @param {Theme} theme
 */
function drawStrange(ctx, [x, y], size, theme) {
  outlined(ctx, "?", x, y, { size: Math.max(6, size * 0.6), font: theme.font, color: theme.danger });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Cells} cells
 * @param {number} row
 * @param {number} column
 * @param {number[]} numbers
 * @param {Theme} theme
 */
function drawNumbers(ctx, cells, row, column, numbers, theme) {
  const [x, y] = cells.middle(row * cells.cols + column);
  const longest = Math.max(...numbers.map((n) => String(n).length), 3);
  const size = Math.min(14, cells.cell * 0.27, (cells.cell * 0.9) / (longest * 0.6));
  numbers.forEach((number, i) => {
    const style = { size, font: theme.font, color: LAYERS[i].text, weight: 600 };
    outlined(ctx, String(number), x, y + (i - 1) * cells.cell * 0.3, style);
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {Cells} cells @param {Rect} part @param {Theme} theme */
function drawLines(ctx, cells, { x0, y0, x1, y1 }, theme) {
  const half = 0.5 / cells.dpr;
  ctx.strokeStyle = theme.dark ? "rgb(0 0 0 / 35%)" : "rgb(40 50 60 / 18%)";
  ctx.lineWidth = 1 / cells.dpr;
  ctx.beginPath();
  for (let column = x0; column < x1; column += 1) {
    ctx.moveTo(cells.x(column) + half, cells.y(y0));
    ctx.lineTo(cells.x(column) + half, cells.y(y1));
  }
  for (let row = y0; row < y1; row += 1) {
    ctx.moveTo(cells.x(x0), cells.y(row) + half);
    ctx.lineTo(cells.x(x1), cells.y(row) + half);
  }
  ctx.stroke();
}
