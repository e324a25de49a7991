/** The points of a scenario, and the marks of its parts on the board. */

import { outlined } from "../../player/cells.js";
import { pathOf } from "../../player/canvas.js";
import { isKnown, radiusOf } from "./capitals.js";
import { around, Room } from "./room.js";

/** @import { Board } from "./draw.js" */
/** @import { Mark } from "./state.js" */
/** @import { Point } from "./capitals.js" */
/** @import { Box } from "./room.js" */

/** @typedef {Omit<Board, "room">} Placed  a board before there is room for text */
/** @typedef {Map<number, {name: string | null, marks: Mark[]}>} Places */

const DARK = "#14171c";
const NAMES_FROM = 15;
const MANY = 12;

/** Signs of marks, as path data in a box from -1 to 1. */
/** @type {Record<string, string>} */
const SIGNS = {
  broken: "M-.85 -.5L-.5 -.85L0 -.35L.5 -.85L.85 -.5L.35 0L.85 .5L.5 .85L0 .35L-.5 .85L-.85 .5L-.35 0Z",
  tower: "M-1 0Q0 -1.1 1 0Q0 1.1 -1 0ZM.35 0A.35 .35 0 1 0 -.35 0A.35 .35 0 1 0 .35 0Z",
  archive: "M-.8 -.9H.8V.9H-.8ZM-.5 -.6V-.4H.5V-.6ZM-.5 -.1V.1H.5V-.1ZM-.5 .4V.6H.5V.4Z",
  press: "M-.28 -.9H.28V-.28H.9V.28H.28V.9H-.28V.28H-.9V-.28H-.28Z",
  held: "M-.7 -1H.8L.4 -.5L.8 0H-.4V1H-.7Z",
  goal: "M-.7 -1H.8L.4 -.5L.8 0H-.4V1H-.7Z",
};
const OTHER = "M.6 0A.6 .6 0 1 1 -.6 0A.6 .6 0 1 1 .6 0Z";
const DIAMOND = "M0 -1L1 0L0 1L-1 0Z";

/**
 * Each place with a point or a mark → the point's name, and the marks that the viewer sees.
 * @param {Pick<Board, "scene" | "state" | "known">} board
 */
export function placesOf({ scene, state, known }) {
  /** @type {Places} */
  const found = new Map();
  /** @param {number} place */
  const at = (place) => {
    const there = found.get(place) ?? { name: null, marks: [] };
    found.set(place, there);
    return there;
  };
  for (const { name, x, y } of scene.points ?? []) at(y * scene.cols + x).name = name;
  for (const mark of state.marks) {
    // All players see which points fail; other marks need the cell in sight.
    if (!known || known[mark.place] || mark.kind === "broken") at(mark.place).marks.push(mark);
  }
  return found;
}

/** @param {{cell: number}} cells */
const sizeOf = ({ cell }) => Math.max(5, Math.min(cell * 0.36, 12));

/** Each place with a point → the position where it is drawn. @param {Placed} board @param {Places} places */
function seatsOf(board, places) {
  const { cells, state } = board;
  const capitals = new Set(state.capital.filter((_, player) => isKnown(board, player)));
  const away = radiusOf(cells);
  return new Map([...places.keys()].map((place) => {
    const [x, y] = cells.middle(place);
    // A point beside a capital: the capital has the middle of the cell.
    return /** @type {[number, Point]} */ ([place, capitals.has(place) ? [x + away, y - away] : [x, y]]);
  }));
}

/** The boxes of the points. @param {Placed} board */
export function pointBoxes(board) {
  return [...seatsOf(board, placesOf(board)).values()].map(([x, y]) => around(x, y, sizeOf(board.cells) * 1.25));
}

/** @param {Board} board */
export function drawPoints(board) {
  const { ctx, cells } = board;
  const places = placesOf(board);
  const radius = sizeOf(cells);
  const seats = seatsOf(board, places);
  for (const [place, { marks }] of places) {
    const [x, y] = /** @type {Point} */ (seats.get(place));
    diamond(ctx, x, y, radius);
    drawMarks(board, marks, x, y, radius);
  }
  if (cells.cell >= NAMES_FROM || places.size <= MANY) drawNames(board, places, radius);
}

/**
 * The names beside their points, without those that would overlap.
 * @param {Board} board
 * @param {Places} places
 * @param {number} radius
 */
function drawNames({ ctx, cells, room, options: { theme, width, height } }, places, radius) {
  const size = Math.max(9, Math.min(12, cells.cell * 0.4));
  const named = new Room([]);
  for (const [place, { name }] of places) {
    if (name === null) continue;
    const [x, y] = cells.middle(place);
    const half = (name.length * size * 0.62) / 2;
    const spots = spotsAround(x, y, half, size, radius).map((at) => {
      const middle = Math.max(half + 2, Math.min(width - half - 2, at.x));
      return { x: middle, y: at.y, box: around(middle, at.y, half, size * 0.6) };
    }).filter(({ box: [, top, , bottom] }) => top >= 0 && bottom <= height);
    const spot = room.take(spots) ?? named.take(spots);
    if (!spot) continue;
    named.taken.push(spot.box);
    outlined(ctx, name, spot.x, spot.y, { size, font: theme.font, weight: 600 });
  }
}

/**
 * Possible places of a name: below its point, above it, at its sides, and then farther away.
 * @param {number} x
 * @param {number} y
 * @param {number} half
 * @param {number} size
 * @param {number} radius
 */
function spotsAround(x, y, half, size, radius) {
  /** @type {{x: number, y: number}[]} */
  const found = [];
  for (const far of [0.8, 1.7, 2.6]) {
    for (const aside of [0, -0.5, 0.5, -1, 1]) {
      for (const side of [1, -1]) found.push({ x: x + aside * half, y: y + side * (radius + size * far) });
    }
    for (const side of [1, -1]) found.push({ x: x + side * (radius * 1.25 + half + size * far - size * 0.5), y });
  }
  return found;
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} radius */
function diamond(ctx, x, y, radius) {
  paint(ctx, DIAMOND, x, y, radius * 1.25, "#fff3c4", DARK, 2);
}

/**
 * The marks side by side in the point; the mark of a failing point covers the others.
 * @param {Board} board
 * @param {Mark[]} marks
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function drawMarks({ ctx, options: { palette } }, marks, x, y, radius) {
  const kinds = marks.filter(({ kind }) => kind !== "broken");
  const size = radius * (kinds.length > 1 ? 0.42 : 0.6);
  kinds.forEach((mark, i) => {
    const left = x + (i - (kinds.length - 1) / 2) * size * 2.1;
    const color = mark.player === null ? "#6a5a24" : palette[mark.player].color;
    paint(ctx, SIGNS[mark.kind] ?? OTHER, left, y, size, color, null, 0);
    const progress = mark.player !== null && /(?<!\d)(\d+) of (\d+)/.exec(mark.text);
    if (progress) ring(ctx, x, y, radius * 1.35, Number(progress[1]) / Number(progress[2]), color);
  });
  if (kinds.length < marks.length) paint(ctx, SIGNS.broken, x, y, radius * 0.85, "#e23b32", "#ffffff", 2);
}

/**
 * A ring that shows a country's progress towards a goal.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {number} part
 * @param {string} color
 */
function ring(ctx, x, y, radius, part, color) {
  if (!part) return;
  ctx.lineCap = "butt";
  for (const [style, width] of /** @type {[string, number][]} */ ([["#ffffff", 4.5], [color, 3]])) {
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + Math.min(1, part) * 2 * Math.PI);
    ctx.stroke();
  }
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} data
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} fill
 * @param {string | null} edge
 * @param {number} width
 */
function paint(ctx, data, x, y, radius, fill, edge, width) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radius, radius);
  const path = pathOf(data);
  if (edge) {
    ctx.lineJoin = "round";
    ctx.lineWidth = (2 * width) / radius;
    ctx.strokeStyle = edge;
    ctx.stroke(path);
  }
  ctx.fillStyle = fill;
  ctx.fill(path, "evenodd");
  ctx.restore();
}
