/** The board on a canvas: land, bombs, capitals, relations and points. */

import { borderOf, drawCoordinates, fitCells } from "../../player/cells.js";
import { bombBoxes, bombsOf, drawBombs } from "./bombs.js";
import { capitalBoxes, drawCapitals } from "./capitals.js";
import { easelOf } from "./easel.js";
import { chosenLayer } from "./land.js";
import { drawBids, drawSpawns, STRIP } from "./opening.js";
import { drawPoints, pointBoxes } from "./points.js";
import { Room } from "./room.js";
import { drawSigns } from "./signs.js";
import { ownersOf } from "./state.js";
import { inSight } from "./vision.js";

/** @import { DrawOptions, Event, RoundEvent, Scene, State } from "./state.js" */
/** @import { Bomb } from "./influence.js" */

/** From this fraction of the round on, the land is that after the round; before that, bombs grow. */
const ARRIVAL = 0.6;

/** @type {WeakMap<State, Map<number, Uint8Array>>} */
const sights = new WeakMap();

/**
 * The cells in sight of a player in a state, computed once.
 * @param {State} state
 * @param {Scene} scene
 * @param {number} player
 */
function knownTo(state, scene, player) {
  const known = sights.get(state) ?? new Map();
  sights.set(state, known);
  const sight = known.get(player) ?? inSight(state, scene, player);
  known.set(player, sight);
  return sight;
}

/**
 * @typedef {object} Board  the argument of all parts of the drawing
 * @property {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @property {number} beyond  CSS px beyond the edges of the canvas that are drawn, too
 * @property {import("../../player/cells.js").Cells} cells
 * @property {Scene} scene
 * @property {State} state     after the frame
 * @property {State | null} previous
 * @property {State} shown     whose land is drawn
 * @property {RoundEvent | null} round    the round's event, if the frame has one
 * @property {number | null} view  the player whose fog is shown
 * @property {Uint8Array | null} known  1 where the player in view knows the owner
 * @property {Int8Array} owners  -1 for free or unknown cells
 * @property {Set<number>} sieged
 * @property {Set<string>} layers
 * @property {{placed: Bomb[], free: Bomb[]}} bombs
 * @property {Room} room  the space for text and signs
 * @property {number} t  0 to 1
 * @property {DrawOptions} options
 */

/**
 * Draw the state; with t below 1, a moment between the previous state and this one.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {State} state
 * @param {State | null} previous
 * @param {number} t   0 to 1
 * @param {DrawOptions} options
 */
export function draw(ctx, state, previous, t, options) {
  const board = boardOf(ctx, state, previous, t, options);
  const { layers } = board;
  ctx.clearRect(0, 0, options.width, options.height);
  const easel = easelOf(ctx.canvas);
  easel.drawLand(board);
  if (layers.has("heat")) easel.drawHeat(board);
  if (board.round && t >= ARRIVAL && layers.has("changes")) drawChanges(board);
  if (layers.has("relations")) easel.drawRelations(board);
  if (layers.has("points")) drawPoints(board);
  if (!layers.has("plain") && !chosenLayer(layers)) drawSigns(board);
  if (state.phase === "bid" || state.phase === "spawn") drawSpawns(board);
  drawCapitals(board);
  if (layers.has("bombs")) drawBombs(board);
  if (layers.has("coordinates")) drawCoordinates(ctx, board.cells, options);
  if (isOpening(state, options.events)) drawBids(board);
}

/**
 * Where a cell (x, y) is on the board.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number[]} point
 * @param {State} state
 * @param {DrawOptions} options
 */
export function locate(ctx, [x, y], state, options) {
  const { cell, left, top } = cellsOf(ctx, state, options);
  return { x: left + (x + 0.5) * cell, y: top + (y + 0.5) * cell, cell };
}

/** @param {CanvasRenderingContext2D} ctx @param {State} state @param {DrawOptions} options */
function cellsOf(ctx, state, { scene, view, layers, events, width, height, camera }) {
  const above = view === null && isOpening(state, events) ? STRIP : 0;
  return fitCells(ctx, scene, { width, height, camera }, { coordinates: layers.has("coordinates"), above });
}

/** Whether the frame is one of the bids and places. @param {{phase: string}} state @param {Event[]} events */
const isOpening = ({ phase }, events) => phase === "bid" || phase === "spawn" || events.some(({ e }) => e === "spawn");

/**
 * @returns {Board}
 * @param {CanvasRenderingContext2D} ctx
 * @param {State} state
 * @param {State | null} previous
 * @param {number} t
 * @param {DrawOptions} options
 */
function boardOf(ctx, state, previous, t, options) {
  const { scene, view, layers, events } = options;
  const round = events.find((event) => event.e === "round") ?? null;
  // While bombs grow, the board still shows the state before the round.
  const shown = round && previous && t < ARRIVAL ? previous : state;
  const known = view === null ? null : knownTo(shown, scene, view);
  const all = ownersOf(shown);
  const board = {
    ctx, beyond: 0, scene, state, previous, shown, round, view, known, layers, t, options,
    cells: cellsOf(ctx, state, options),
    owners: known ? all.map((owner, place) => (known[place] ? owner : -1)) : all,
    sieged: new Set(shown.sieged.filter((place) => !known || known[place])),
  };
  return withRoom({ ...board, bombs: bombsOf(board) });
}

/**
 * Add the space for text.  Hidden bombs take space, too, so that text stays when they are shown.
 * @param {Omit<Board, "room">} board
 */
function withRoom(board) {
  const points = board.layers.has("points") ? pointBoxes(board) : [];
  return { ...board, room: new Room([...bombBoxes(board), ...capitalBoxes(board), ...points]) };
}

/** A frame around the cells that changed owners in the round. @param {Board} board */
function drawChanges({ ctx, cells, round, known }) {
  const changed = new Set((round?.cells ?? []).map(([place]) => place).filter((place) => !known || known[place]));
  if (!changed.size) return;
  const width = Math.max(1, Math.min(2, cells.cell * 0.1));
  const border = borderOf(cells, (place) => changed.has(place), width / 2);
  ctx.lineCap = "square";
  ctx.lineWidth = width;
  ctx.strokeStyle = "#ffffff";
  ctx.stroke(border);
  ctx.setLineDash([3, 3]);
  ctx.strokeStyle = "#14171c";
  ctx.stroke(border);
  ctx.setLineDash([]);
}
