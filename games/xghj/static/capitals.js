/** Capitals, and relations between countries as lines between them. */

import { outlined } from "../../player/cells.js";
import { drawShape, drawSign, MARK_SHAPES, pathOf } from "../../player/canvas.js";
import { around } from "./room.js";
import { told } from "./state.js";

/** @import { Board } from "./draw.js" */
/** @import { Known } from "./state.js" */
/** @import { Cells } from "../../player/cells.js" */
/** @import { SeatStyle } from "../../player/palette.js" */

/** @typedef {[x: number, y: number]} Point  CSS px */
/** @typedef {[one: number, other: number]} Pair  of countries */
/** @typedef {{from: Point, over: Point, to: Point, at: (t: number) => Point}} Way  a curve */
/** @typedef {Board & {many: boolean, thin: number}} Lines  many: with many lines; thin: their width, 1 as usual */
/** @typedef {[color: string | CanvasGradient, width: number, dash?: number[]]} Pen */

const BEND = 0.12;
const CASING = "#14171c";
/** The width of the ring around a capital's disc, in CSS px. */
const RIM = 1.2;
/** Possible places of a count, as fractions of the way to a country, in order of preference. */
const COUNTS_AT = [0.6, 0.5, 0.4, 0.85, 0.3, 0.92, 0.2, 0.1];
/** With more lines than this, each is thinner, and alliances fade between their ends. */
const MANY = 8;
/** The opacity of such an alliance at fractions of its way, as two hexadecimal digits. */
/** @type {[number, string][]} */
const FADE = [[0, "ff"], [0.16, "ff"], [0.3, "1c"], [0.7, "1c"], [0.84, "ff"], [1, "ff"]];
/** Lines are also thinner on boards that are smaller than this, in CSS px. */
const SMALL = 300;

/**
 * Whether the player in view knows where the other one's capital is.
 * @param {{view: number | null, state: Known}} board
 * @param {number} player
 */
export function isKnown({ view, state }, player) {
  return view === null || told(state, view, player);
}

/** @param {Cells} cells */
export const radiusOf = (cells) => Math.max(6.5, Math.min(cells.cell * 0.44, 17));

/** The boxes of the capitals. @param {Omit<Board, "room">} board */
export function capitalBoxes(board) {
  const { cells, state: { capital } } = board;
  const shown = capital.filter((place, player) => place >= 0 && isKnown(board, player));
  return shown.map((place) => around(...cells.middle(place), radiusOf(cells) + RIM));
}

/** @param {Board} board */
export function drawCapitals(board) {
  const { ctx, cells, state, previous, t, options: { palette } } = board;
  const radius = radiusOf(cells);
  state.capital.forEach((place, player) => {
    if (!isKnown(board, player)) return;
    const before = previous?.phase === "round" ? previous.capital[player] : -1;
    if (place < 0) {
      if (before >= 0) drawLost(ctx, cells.middle(before), radius, palette[player]);
      return;
    }
    let [x, y] = cells.middle(place);
    if (before >= 0 && before !== place) {
      const from = cells.middle(before);
      drawMove(ctx, from, [x, y], palette[player].color);
      [x, y] = [from[0] + (x - from[0]) * t, from[1] + (y - from[1]) * t];
    }
    drawCapital(ctx, x, y, radius, palette[player]);
  });
}

/**
 * A disc with the player's sign and a ring that nothing else on the board has.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {SeatStyle} style
 */
export function drawCapital(ctx, x, y, radius, style) {
  /** @param {number} r @param {string} color */
  const disc = (r, color) => {
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.arc(x, y, r, 0, 2 * Math.PI);
    ctx.fill();
  };
  disc(radius + RIM, CASING);
  disc(radius, "#ffffff");
  disc(radius * 0.8, style.color);
  drawSign(ctx, style, x, y, radius * 0.5, "#ffffff");
}

/** @param {CanvasRenderingContext2D} ctx @param {Point} point @param {number} radius @param {{color: string}} style */
function drawLost(ctx, point, radius, { color }) {
  drawShape(ctx, MARK_SHAPES.cross, point, { size: radius, color, rim: "#ffffff", width: 3.5 / radius });
}

/** @param {CanvasRenderingContext2D} ctx @param {Point} from @param {Point} to @param {string} color */
function drawMove(ctx, from, to, color) {
  ctx.lineCap = "round";
  for (const [style, width] of /** @type {[string, number][]} */ ([[CASING, 4], ["#ffffff", 3], [color, 1.5]])) {
    ctx.strokeStyle = style;
    ctx.lineWidth = width;
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.lineTo(...to);
    ctx.stroke();
  }
}

/**
 * The end of a country's lines: its capital, or the middle of its land; null where unknown.
 * @param {Board} board
 * @param {number} player
 * @returns {Point | null}
 */
function seatOf({ cells, state, owners }, player) {
  if (state.capital[player] >= 0) return cells.middle(state.capital[player]);
  let [x, y, count] = [0, 0, 0];
  owners.forEach((owner, place) => {
    if (owner !== player) return;
    const middle = cells.middle(place);
    [x, y, count] = [x + middle[0], y + middle[1], count + 1];
  });
  return count ? [x / count, y / count] : null;
}

/** Lines between allies and between enemies, and arrows where a war is being prepared. @param {Board} board */
export function drawRelations(board) {
  const { state, scene } = board;
  if (state.phase === "bid" || state.phase === "spawn") return;
  const places = state.capital.map((_, player) => (isKnown(board, player) ? seatOf(board, player) : null));
  const met = places.flatMap((from, one) => places.slice(0, one).flatMap((to, other) => (from && to ? [/** @type {Pair} */ ([one, other])] : [])));
  // Only drawn lines count: a seat must not learn of others.
  const count = met.filter(([one, other]) => "AW".includes(state.relation[one][other])).length;
  const small = Math.min(board.cells.cols, board.cells.rows) * board.cells.cell < SMALL;
  /** @type {Lines} */
  const lines = { ...board, many: count > MANY, thin: count > MANY || small ? 0.65 : 1 };
  places.forEach((place, player) => {
    if (place && state.capital[player] < 0) drawHomeless(board, place, player);
  });
  /** Both have a place, see `met`. @param {Pair} pair */
  const way = ([one, other]) => wayBetween(/** @type {Point} */ (places[one]), /** @type {Point} */ (places[other]));
  /** @param {string} letter */
  const those = (letter) => met.filter(([one, other]) => state.relation[one][other] === letter);
  // Wars lie over alliances, and threats over both.
  those("A").forEach((pair) => drawAlliance(lines, way(pair)));
  those("W").forEach((pair) => drawWar(lines, way(pair)));
  for (const [from, to] of met.flatMap(([one, other]) => /** @type {Pair[]} */ ([[one, other], [other, one]]))) {
    const rounds = state.justify[from][to];
    // Counters are secret: the view of a player shows only that player's counters.
    const open = board.view === null || board.view === from;
    if (rounds && open && state.relation[from][to] !== "W") drawThreat(lines, way([from, to]), `${rounds}/${scene.constants.justify_rounds}`);
  }
}

/**
 * A sign in the middle of a country without a capital, where its lines begin.
 * @param {Board} board
 * @param {Point} place
 * @param {number} player
 */
function drawHomeless({ ctx, options: { palette } }, [x, y], player) {
  drawSign(ctx, palette[player], x, y, 7, CASING);
  drawSign(ctx, palette[player], x, y, 5.5, "#ffffff");
  drawSign(ctx, palette[player], x, y, 4, palette[player].color);
}

/**
 * A curve between two points that leaves the straight line free for capitals.
 * `over` is its control point, and `at(t)` the point at the fraction t of the way.
 * @param {Point} from
 * @param {Point} to
 * @returns {Way}
 */
function wayBetween(from, to) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  // The bend does not depend on the order of the two ends.
  const side = dx > 0 || (dx === 0 && dy > 0) ? BEND : -BEND;
  /** @type {Point} */
  const over = [(from[0] + to[0]) / 2 - dy * side, (from[1] + to[1]) / 2 + dx * side];
  /** @param {number} t @param {0 | 1} i */
  const mix = (t, i) => (1 - t) ** 2 * from[i] + 2 * t * (1 - t) * over[i] + t ** 2 * to[i];
  return { from, over, to, at: (t) => [mix(t, 0), mix(t, 1)] };
}

/** @param {Lines} board @param {Way} way @param {Pen[]} pens */
function stroke({ ctx, thin }, { from, over, to }, pens) {
  ctx.lineCap = "round";
  for (const [color, width, dash] of pens) {
    ctx.strokeStyle = color;
    ctx.lineWidth = width * thin;
    ctx.setLineDash(dash ?? []);
    ctx.beginPath();
    ctx.moveTo(...from);
    ctx.quadraticCurveTo(...over, ...to);
    ctx.stroke();
  }
  ctx.setLineDash([]);
}

const PEACE = "#5fd06f";
const WAR = "#ff5b4d";
const THREAT = "#ffc83d";

/** @param {Lines} board @param {Way} way */
function drawAlliance(board, way) {
  /** @param {string} color */
  const pen = (color) => (board.many ? faded(board.ctx, way, color) : color);
  // Two parallel lines.
  stroke(board, way, [[pen(CASING), 6], [pen(PEACE), 4.5], [pen(CASING), 1.5]]);
}

/**
 * A colour that fades in the middle of the way, so that other lines there stay visible.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Way} way
 * @param {string} color
 */
function faded(ctx, { from, to }, color) {
  const pen = ctx.createLinearGradient(...from, ...to);
  for (const [part, opacity] of FADE) pen.addColorStop(part, color + opacity);
  return pen;
}

/** @param {Lines} board @param {Way} way */
function drawWar(board, way) {
  stroke(board, way, [[CASING, 4.5], [WAR, 3, [7, 6]]]);
  const { ctx, thin } = board;
  drawShape(ctx, MARK_SHAPES.cross, way.at(0.5), { size: 6.5 * thin, color: WAR, rim: CASING, width: 0.45 });
}

/** @param {Lines} board @param {Way} way @param {string} text */
function drawThreat(board, way, text) {
  const { ctx, options: { theme } } = board;
  stroke(board, way, [[CASING, 3], [THREAT, 1.8, [2, 5]]]);
  const [[x, y], [a, b]] = [way.at(0.72), way.at(0.68)];
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(Math.atan2(y - b, x - a));
  const head = pathOf("M7 0L-4 -5.5L-4 5.5Z");
  ctx.lineWidth = 2;
  ctx.strokeStyle = CASING;
  ctx.stroke(head);
  ctx.fillStyle = THREAT;
  ctx.fill(head);
  ctx.restore();
  const spots = COUNTS_AT.map((part) => ({ at: way.at(part), box: around(...way.at(part), text.length * 3.4, 6.5) }));
  const { at: [u, v] } = board.room.take(spots) ?? spots[0];
  outlined(ctx, text, u, v, { size: 11, font: theme.font, color: THREAT });
}
