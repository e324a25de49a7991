/** Draws the station on a canvas: its three floors, the players on them, and the effects of a step. */

import { drawEffects, drawTrails, effectsOf } from "./effects.js";
import { largeFloor, placeTabs } from "./floors.js";
import { drawFloor, drawHead, drawLegend, drawPassages, drawPlaces, drawZones } from "./ground.js";
import { layOut } from "./layout.js";
import { drawBoxes, drawDead, drawPlayers, drawTraps } from "./players.js";
import { ownerOf, seenBy } from "./state.js";
import { stationOf } from "./station.js";

/** @import { DrawOptions, State } from "./state.js" */
/** @import { Theme } from "../../player/canvas.js" */
/** @import { SeatStyle } from "../../player/palette.js" */
/** @import { Floor } from "./layout.js" */
/** @import { Visible } from "./effects.js" */

/**
 * @typedef {object} Scene  the common input of all parts of the drawing
 * @property {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @property {import("./station.js").Station} station
 * @property {State} state  after the frame, as far as it may be known
 * @property {State | null} previous
 * @property {import("./layout.js").Layout} layout
 * @property {number} t     0 to 1
 * @property {number} me    the seat in view, or -1
 * @property {SeatStyle[]} palette
 * @property {Theme} theme
 * @property {DrawOptions} options
 */

/**
 * Draw the state; with t below 1, on the way from the previous state to it.
 * @param {CanvasRenderingContext2D} ctx  scaled to CSS pixels
 * @param {State} given
 * @param {State | null} before
 * @param {number} t   0 to 1
 * @param {DrawOptions} options
 */
export function draw(ctx, given, before, t, options) {
  const { view, theme, palette } = options;
  const state = view === null ? given : seenBy(given, view);
  const previous = before && view !== null ? seenBy(before, view) : before;
  const layout = layoutOf(ctx.canvas, state, options);
  const scene = {
    ctx, state, previous, layout, t, palette, theme, options,
    station: stationOf(options.scene), me: view ?? ownerOf(state),
  };
  const effects = effectsOf(options.events, { state, previous, view });
  ctx.clearRect(0, 0, options.width, options.height);
  for (const floor of [...layout.floors, ...layout.minis]) drawLevel(scene, floor, effects);
  drawLegend(scene);
  placeTabs(ctx.canvas, layout, state, options, () => draw(ctx, given, before, 1, options));
}

/**
 * The layout of the drawing, for pointers and for drawings on top of it.
 * @param {HTMLCanvasElement} canvas
 * @param {State} state
 * @param {DrawOptions} options
 */
export function layoutOf(canvas, state, options) {
  return layOut(options, largeFloor(canvas, state, options.view));
}

/**
 * Where a place [x, y, z] is; null on a floor that is not drawn in full.
 * @param {CanvasRenderingContext2D} ctx
 * @param {number[]} point
 * @param {State} given
 * @param {DrawOptions} options
 */
export function locate(ctx, [x, y, z], given, options) {
  const state = options.view === null ? given : seenBy(given, options.view);
  const floor = layoutOf(ctx.canvas, state, options).floors.find((each) => each.z === z);
  if (!floor) return null;
  const [px, py] = floor.middle([x, y, z]);
  return { x: px, y: py, cell: floor.unit };
}

/** @param {Scene} scene @param {Floor} floor @param {Visible[]} effects */
function drawLevel(scene, floor, effects) {
  const { layout, state, me } = scene;
  const here = me >= 0 && state.players[me].pos?.[2] === floor.z;
  drawFloor(scene, floor, floor.mini ? floor.z === layout.large : here);
  drawZones(scene, floor);
  drawPassages(scene, floor);
  drawPlaces(scene, floor);
  drawTrails(scene, floor);
  drawDead(scene, floor);
  drawPlayers(scene, floor);
  drawTraps(scene, floor);
  drawBoxes(scene, floor);
  drawEffects(scene, floor, effects);
  drawHead(scene, floor);
  if (me >= 0 && !here && !floor.mini) drawUnseen(scene, floor);
}

/** Darken a floor and label it as out of sight. @param {Scene} scene @param {Floor} floor */
function drawUnseen({ ctx, theme }, { left, top, width, height }) {
  ctx.save();
  ctx.beginPath();
  ctx.roundRect(left, top, width, height, 10);
  ctx.clip();
  ctx.globalAlpha = theme.dark ? 0.28 : 0.32;
  ctx.fillStyle = theme.dark ? "#000000" : theme.surface2;
  ctx.fillRect(left, top, width, height);
  ctx.globalAlpha = 1;
  ctx.font = `600 12px ${theme.font}`;
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  ctx.fillStyle = theme.muted;
  ctx.fillText("out of sight", left + width - 10, top + 14);
  ctx.restore();
}
