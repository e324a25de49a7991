/**
 * Boards that a game's texts for watchers hold, by the convention in `README.md`: read with care,
 * as anybody may have written them, and drawn from text, colours of seats and their signs alone.
 */

import { blend, drawSign, inkOn, label, patternFill } from "../../player/canvas.js";
import { drawCoordinates, drawGrid, fitCells } from "../../player/cells.js";

/** @import { SeatStyle } from "../../player/palette.js" */
/** @import { Theme } from "../../player/canvas.js" */
/** @import { Cells } from "../../player/cells.js" */
/** @import { DrawOptions } from "../../player/contract.js" */
/** @typedef {{cols: number, rows: number}} Size */

/**
 * @typedef {object} Piece
 * @property {number} seat
 * @property {number} x
 * @property {number} y
 * @property {string} text  on it, maybe empty
 */

/**
 * @typedef {object} Board
 * @property {number} cols
 * @property {number} rows
 * @property {string[]} texts              by place, row after row; empty: nothing is written
 * @property {boolean[]} blocked
 * @property {(number | null)[]} owners    seats
 * @property {Piece[]} pieces
 * @property {number[]} marks              places
 */

/** The picture in a text for watchers. @typedef {{board: Board | null, caption: string}} Shown */

/** Longer edges are no boards that anybody could follow. */
const MOST = 128;
const PIECES = 4096;
const LETTERS = 4;
const CAPTION = 200;
const BLOCKED = "#";
const EMPTY = new Set(["", " ", "."]);
const NOTHING = Object.freeze({ board: null, caption: "" });
/** A picture shows a state and the one before it. */
const KEPT = 4;

/** @type {Map<string, Shown>} */
const known = new Map();

/** The picture in a text; the same object for the same text. @param {string} text @returns {Shown} */
export function shownBy(text) {
  let shown = known.get(text);
  if (!shown) {
    shown = read(text);
    if (known.size >= KEPT) known.delete([...known.keys()][0]);
    known.set(text, shown);
  }
  return shown;
}

/** A caption in which `{0}` stands for the name of the first seat. @param {string} caption @param {string[]} names */
export function captionWith(caption, names) {
  return caption.replace(/\{(\d{1,2})\}/g, (whole, seat) => names[Number(seat)] ?? whole);
}

/** @param {string} text */
function read(text) {
  // Most texts of most games are something else.
  if (!text.startsWith("{")) return NOTHING;
  /** @type {{text?: unknown, board?: unknown}} */
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    return NOTHING;
  }
  const caption = typeof data.text === "string" ? data.text.slice(0, CAPTION) : "";
  return { board: boardOf(data.board), caption };
}

/** @returns {Board | null} @param {unknown} given */
function boardOf(given) {
  const { rows, owners, pieces, marks } = /** @type {Record<string, unknown>} */ (Array.isArray(given) ? { rows: given } : given ?? {});
  const texts = cellsOf(rows);
  const size = { cols: Math.max(0, ...(texts ?? []).map((row) => row.length)), rows: texts?.length ?? 0 };
  if (!texts || !size.cols || !size.rows || size.cols > MOST) return null;
  /** @param {unknown[]} place @returns {place is [number, number]} */
  const inside = (place) => isWithin(place[0], size.cols) && isWithin(place[1], size.rows);
  const written = spread(texts, size, wordOf);
  return {
    ...size,
    texts: written.map((word) => (word === BLOCKED || EMPTY.has(word) ? "" : word)),
    blocked: written.map((word) => word === BLOCKED),
    owners: spread(cellsOf(owners) ?? [], size, seatOf),
    pieces: listOf(pieces).map(pieceOf).filter((piece) => piece !== null).filter(({ x, y }) => inside([x, y])),
    marks: listOf(marks).filter((at) => Array.isArray(at)).filter(inside).map(([x, y]) => y * size.cols + x),
  };
}

/** Rows of texts or of lists, each as a list of cells; null where it is neither. @param {unknown} rows @returns {unknown[][] | null} */
function cellsOf(rows) {
  if (!Array.isArray(rows) || rows.length > MOST) return null;
  const cells = rows.map((row) => (typeof row === "string" ? [...row] : row));
  return cells.every(Array.isArray) ? cells : null;
}

/**
 * Something for each place; rows may be shorter than others.
 * @template T
 * @param {unknown[][]} rows
 * @param {Size} size
 * @param {(cell: unknown) => T} value
 */
function spread(rows, size, value) {
  return Array.from({ length: size.cols * size.rows }, (_, place) =>
    value(rows[Math.floor(place / size.cols)]?.[place % size.cols]));
}

/** @param {unknown} given @returns {unknown[]} */
function listOf(given) {
  return Array.isArray(given) ? given.slice(0, PIECES) : [];
}

/** @param {unknown} cell */
function wordOf(cell) {
  return typeof cell === "string" || typeof cell === "number" ? String(cell).slice(0, LETTERS) : "";
}

/** @param {unknown} cell @returns {number | null} */
function seatOf(cell) {
  const seat = typeof cell === "string" && /^\d$/.test(cell) ? Number(cell) : cell;
  return isWhole(seat) ? seat : null;
}

/** @param {unknown} at @param {number} end */
function isWithin(at, end) {
  return isWhole(at) && at < end;
}

/** @param {unknown} value @returns {value is number} */
function isWhole(value) {
  return typeof value === "number" && Number.isInteger(value) && value >= 0;
}

/** @param {unknown} given @returns {Piece | null} */
function pieceOf(given) {
  const { seat, x, y, text } = Array.isArray(given)
    ? { seat: given[0], x: given[1], y: given[2], text: given[3] }
    : /** @type {Record<string, unknown>} */ (given ?? {});
  const owner = seatOf(seat);
  return owner === null || !isWhole(x) || !isWhole(y) ? null : { seat: owner, x, y, text: wordOf(text) };
}

/**
 * Draw a board; pieces glide from where they were.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Board} board
 * @param {Board | null} before
 * @param {number} t  0 to 1, the way from there
 * @param {DrawOptions} options  those of `draw`
 * @param {number} above  CSS px that are taken
 */
export function drawBoard(ctx, board, before, t, options, above) {
  const { theme, layers, palette, view } = options;
  const coordinates = layers.has("coordinates");
  const cells = fitCells(ctx, board, options, { coordinates, above });
  for (let place = 0; place < board.texts.length; place += 1) {
    drawCell(ctx, cells, board, place, options);
  }
  if (cells.cell >= 6) drawGrid(ctx, cells, theme.border);
  ctx.lineWidth = Math.max(1.5, cells.cell * 0.06);
  ctx.strokeStyle = theme.accent;
  for (const place of board.marks) {
    const inset = ctx.lineWidth / 2;
    const [x, y, width, height] = boxOf(cells, place);
    ctx.strokeRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset);
  }
  const from = placesBefore(board, before);
  board.pieces.forEach((piece, number) => {
    const at = from[number] ?? piece;
    const x = cells.left + (at.x + (piece.x - at.x) * t + 0.5) * cells.cell;
    const y = cells.top + (at.y + (piece.y - at.y) * t + 0.5) * cells.cell;
    ctx.globalAlpha = view === null || view === piece.seat ? 1 : 0.45;
    drawPiece(ctx, piece, x, y, cells.cell, palette[piece.seat % palette.length], theme);
  });
  ctx.globalAlpha = 1;
  if (coordinates) drawCoordinates(ctx, cells, options);
}

/** @param {Cells} cells @param {number} place @returns {[number, number, number, number]} */
function boxOf(cells, place) {
  const [column, row] = [place % cells.cols, Math.floor(place / cells.cols)];
  return [cells.x(column), cells.y(row), cells.x(column + 1) - cells.x(column), cells.y(row + 1) - cells.y(row)];
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Cells} cells
 * @param {Board} board
 * @param {number} place
 * @param {DrawOptions} options
 */
function drawCell(ctx, cells, board, place, { theme, palette }) {
  const box = boxOf(cells, place);
  const owner = board.owners[place];
  let ground = theme.surface2;
  if (board.blocked[place]) ground = blend(theme.muted, theme.surface2, 0.3);
  else if (owner !== null) ground = blend(theme.surface2, palette[owner % palette.length].color, 0.45);
  ctx.fillStyle = ground;
  ctx.fillRect(...box);
  if (owner !== null && !board.blocked[place]) {
    const style = palette[owner % palette.length];
    ctx.fillStyle = patternFill(ctx, style, style.color, Math.max(6, cells.cell * 0.5));
    ctx.fillRect(...box);
  }
  const text = board.texts[place];
  if (!text || cells.cell < 8) return;
  const size = cells.cell * (text.length > 2 ? 0.32 : 0.46);
  const [x, y] = cells.middle(place);
  label(ctx, text, x, y, { size, color: theme.text, font: theme.font, weight: 500 });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Piece} piece
 * @param {number} x
 * @param {number} y
 * @param {number} cell
 * @param {SeatStyle} style
 * @param {Theme} theme
 */
function drawPiece(ctx, piece, x, y, cell, style, theme) {
  drawSign(ctx, style, x, y, cell * 0.44, theme.surface);
  drawSign(ctx, style, x, y, cell * 0.37, style.color);
  if (!piece.text || cell < 14) return;
  label(ctx, piece.text, x, y, { size: cell * 0.26, color: inkOn(style.color), font: theme.font });
}

/**
 * Where each piece was: the first of a seat is that seat's first one before, and so on.
 * @param {Board} board
 * @param {Board | null} before
 */
function placesBefore(board, before) {
  if (before?.cols !== board.cols || before?.rows !== board.rows) return [];
  const numbers = new Map();
  return board.pieces.map(({ seat }) => {
    const number = numbers.get(seat) ?? 0;
    numbers.set(seat, number + 1);
    return before.pieces.filter((piece) => piece.seat === seat)[number];
  });
}
