/** Draws the fixed parts: floors, passages, places, zones, and the texts above the floors. */

import { counted } from "../../player/phrases.js";
import { blend, label, patternFill } from "../../player/canvas.js";
import { disc, put, putMachine, ring } from "./icons.js";
import { closedZones, isClosed } from "./state.js";
import { floorWords, keyOf } from "./station.js";

/** @import { State } from "./state.js" */
/** @import { Floor } from "./layout.js" */
/** @import { Place, Pos, Station, Zone } from "./station.js" */
/** @import { Theme } from "../../player/canvas.js" */

/** A zone that closes within this number of rounds is shown as urgent. */
const SOON = 10;
const VERY_SOON = 3;
/** CSS px that a floor's name needs. */
const LABEL = 46;
/** The patterns of the zones of one floor, to tell them apart. */
const HATCHES = [{ pattern: "M-2 2L2 -2M-2 10L10 -2M6 10L10 6" }, { pattern: "M1.9 2h.2M5.9 6h.2M5.9 2h.2M1.9 6h.2" }];

/** @typedef {import("./draw.js").Scene} Scene */

/** Rounds until a zone closes, including this one. @param {{closes: number}} zone @param {State} state */
const left = ({ closes }, state) => closes - state.round + 1;

/** The colour of a zone by how soon it closes. @param {Zone} zone @param {State} state @param {Theme} theme */
function urgency(zone, state, theme) {
  const rounds = left(zone, state);
  if (rounds <= VERY_SOON) return theme.danger;
  return rounds <= SOON ? theme.warn : theme.muted;
}

/** The floor itself. @param {Scene} scene @param {Floor} floor @param {boolean} lit */
export function drawFloor({ ctx, theme }, { left: x, top, width, height, mini }, lit) {
  ctx.beginPath();
  ctx.roundRect(x, top, width, height, mini ? 6 : 10);
  ctx.fillStyle = theme.surface;
  ctx.fill();
  ctx.lineWidth = lit ? 2 : 1;
  ctx.strokeStyle = lit ? theme.accent : theme.border;
  ctx.stroke();
}

/** Zones: tinted while they are open. @param {Scene} scene @param {Floor} floor */
export function drawZones({ ctx, station, state, theme }, floor) {
  const closed = closedZones(state, station);
  station.zones.forEach((zone, number) => {
    if (zone.floor !== floor.z) return;
    const open = number >= closed;
    const color = open ? urgency(zone, state, theme) : theme.muted;
    const path = zonePath(station, number, floor);
    ctx.lineCap = ctx.lineJoin = "round";
    ctx.lineWidth = floor.unit * 0.86;
    ctx.globalAlpha = open ? (left(zone, state) <= SOON ? 0.2 : 0.13) : 0.07;
    ctx.strokeStyle = color;
    ctx.stroke(path);
    if (!floor.mini) {
      ctx.globalAlpha = open ? 0.4 : 0.2;
      ctx.strokeStyle = patternFill(ctx, hatchOf(station, number), color, Math.max(7, floor.unit * 0.2));
      ctx.stroke(path);
    }
    ctx.globalAlpha = 1;
  });
}

/** The pattern of a zone on its floor. @param {Pick<Station, "zones">} station @param {number} number */
function hatchOf({ zones }, number) {
  const before = zones.slice(0, number).filter(({ floor }) => floor === zones[number].floor).length;
  return HATCHES[before % HATCHES.length];
}

/** @param {Station} station @param {number} number @param {Floor} floor */
function zonePath({ places, passages, byKey }, number, floor) {
  const path = new Path2D();
  /** @param {Pos} pos */
  const inside = (pos) => byKey.get(keyOf(pos))?.zone === number;
  for (const { pos, zone } of places) {
    if (zone !== number) continue;
    const [x, y] = floor.middle(pos);
    path.moveTo(x, y);
    path.lineTo(x + 0.01, y);
  }
  for (const [a, b] of passages) {
    if (!inside(a) || !inside(b)) continue;
    const [[x0, y0], [x1, y1]] = [floor.middle(a), floor.middle(b)];
    path.moveTo(x0, y0);
    path.lineTo(x1, y1);
  }
  return path;
}

/** Passages; those into closed places are dashed. @param {Scene} scene @param {Floor} floor */
export function drawPassages({ ctx, station, state, theme }, floor) {
  const [open, shut] = [new Path2D(), new Path2D()];
  for (const [a, b] of station.passages) {
    if (a[2] !== floor.z) continue;
    const path = isClosed(state, station, a) || isClosed(state, station, b) ? shut : open;
    const [[x0, y0], [x1, y1]] = [floor.middle(a), floor.middle(b)];
    path.moveTo(x0, y0);
    path.lineTo(x1, y1);
  }
  ctx.lineCap = "round";
  ctx.lineWidth = Math.max(1, floor.unit * 0.085);
  ctx.strokeStyle = blend(theme.border, theme.muted, 0.45);
  ctx.stroke(open);
  ctx.globalAlpha = 0.5;
  ctx.setLineDash([2, Math.max(3, floor.unit * 0.14)]);
  ctx.lineWidth = Math.max(0.8, floor.unit * 0.04);
  ctx.stroke(shut);
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}

/** Places and the things at them. @param {Scene} scene @param {Floor} floor */
export function drawPlaces(scene, floor) {
  for (const place of scene.station.places) {
    if (place.pos[2] !== floor.z) continue;
    const [x, y] = floor.middle(place.pos);
    if (isClosed(scene.state, scene.station, place.pos)) drawClosed(scene, floor, x, y);
    else if (floor.mini) drawSmall(scene, floor, place, x, y);
    else drawPlace(scene, floor, place, x, y);
  }
}

/** @param {Scene} scene @param {Floor} floor @param {number} x @param {number} y */
function drawClosed({ ctx, theme }, { unit, mini }, x, y) {
  ctx.globalAlpha = 0.75;
  put(ctx, "cross", x, y, unit * (mini ? 0.22 : 0.15), theme.muted);
  ctx.globalAlpha = 1;
}

/** @param {Scene} scene @param {Floor} floor @param {Place} place @param {number} x @param {number} y */
function drawSmall({ ctx, theme, palette }, { unit }, place, x, y) {
  const color = place.machine >= 0 ? palette[place.machine].color : place.capsule ? theme.accent : blend(theme.border, theme.muted, 0.4);
  disc(ctx, x, y, unit * (place.machine >= 0 || place.capsule ? 0.3 : 0.17), color);
}

/** @param {Scene} scene @param {Floor} floor @param {Place} place @param {number} x @param {number} y */
function drawPlace(scene, { unit }, place, x, y) {
  const { ctx, theme, palette } = scene;
  const line = blend(theme.border, theme.muted, 0.6);
  if (place.capsule) {
    disc(ctx, x, y, unit * 0.44, theme.surface);
    ring(ctx, x, y, unit * 0.42, theme.accent, Math.max(1.5, unit * 0.05));
    ring(ctx, x, y, unit * 0.34, theme.accent, Math.max(0.7, unit * 0.02));
    put(ctx, "capsule", x, y, unit * 0.22, theme.accent);
  } else if (place.machine >= 0) {
    put(ctx, "hexagon", x, y, unit * 0.42, theme.surface, { color: palette[place.machine].color, width: Math.max(1, unit * 0.03) });
    putMachine(ctx, x, y, unit * 0.34, palette[place.machine]);
  } else if (place.material >= 0) {
    drawMaterial(scene, place, x, y, unit, line);
  } else if (place.stops.length) {
    ctx.beginPath();
    ctx.roundRect(x - unit * 0.32, y - unit * 0.32, unit * 0.64, unit * 0.64, unit * 0.12);
    ctx.fillStyle = theme.surface2;
    ctx.fill();
    ctx.lineWidth = Math.max(1, unit * 0.04);
    ctx.strokeStyle = theme.text;
    ctx.stroke();
    put(ctx, "lift", x, y, unit * 0.2, theme.text);
  } else {
    disc(ctx, x, y, unit * 0.19, theme.surface);
    ring(ctx, x, y, unit * 0.19, line, Math.max(1, unit * 0.04));
  }
}

/**
 * A crate with a mark for each item, filled if the item is there.
 * @param {Scene} scene
 * @param {Place} place
 * @param {number} x
 * @param {number} y
 * @param {number} unit
 * @param {string} line
 */
function drawMaterial({ ctx, theme, state }, { material }, x, y, unit, line) {
  const half = unit * 0.29;
  ctx.fillStyle = theme.surface;
  ctx.fillRect(x - half, y - half, 2 * half, 2 * half);
  ctx.lineWidth = Math.max(1.2, unit * 0.05);
  ctx.strokeStyle = line;
  ctx.strokeRect(x - half, y - half, 2 * half, 2 * half);
  ctx.lineWidth = Math.max(0.8, unit * 0.03);
  ctx.beginPath();
  ctx.moveTo(x - half, y - half);
  ctx.lineTo(x + half, y + half);
  ctx.moveTo(x + half, y - half);
  ctx.lineTo(x - half, y + half);
  ctx.stroke();
  // A seat does not know the number of items.
  if (!state.stock) return;
  for (let i = 0; i < 2; i += 1) {
    const [px, py, radius] = [x + (i - 0.5) * half * 0.9, y + half, unit * 0.1];
    disc(ctx, px, py, radius * 1.35, theme.surface);
    ring(ctx, px, py, radius, theme.ok, Math.max(1, unit * 0.035));
    if (state.stock[material] > i) disc(ctx, px, py, radius, theme.ok);
  }
}

/** Name of a floor, and when its zones close. @param {Scene} scene @param {Floor} floor */
export function drawHead(scene, floor) {
  const { ctx, theme, options } = scene;
  const name = floorWords(options.scene, floor.z);
  if (floor.mini) {
    if (floor.width >= LABEL) label(ctx, capital(name.replace(/ floor$/, "")), floor.left + floor.width / 2, floor.top + 8, { size: 11, color: theme.text, font: theme.font });
    return;
  }
  const x = floor.left + 10;
  ctx.textBaseline = "middle";
  ctx.textAlign = "left";
  if (scene.layout.large < 0) {
    ctx.font = `600 13px ${theme.font}`;
    ctx.fillStyle = theme.text;
    ctx.fillText(capital(name), x, floor.top + 14);
    zonesOf(scene, floor).forEach((number, i) => drawZoneLine(scene, number, x, floor.top + 33 + 17 * i, true));
    return;
  }
  if (floor.head < 10) return;
  const zones = zonesOf(scene, floor);
  // Long texts for all zones if there is room, else for the zone that closes first, else for none.
  const long = [zones.length, 1, 0].find((count) => {
    const wide = zones.map((number, i) => zoneLineWidth(scene, number, i < count) + 14);
    return wide.reduce((a, b) => a + b, 0) <= floor.width - 8;
  });
  zones.reduce((at, number, i) => at + drawZoneLine(scene, number, at, floor.top + 13, i < (long ?? 0)) + 14, x);
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {Scene} scene @param {Floor} floor */
function zonesOf({ station }, floor) {
  return station.zones.flatMap((zone, number) => (zone.floor === floor.z ? [number] : []));
}

/** Text and style of the line about a zone. @param {Scene} scene @param {number} number @param {boolean} long */
function zoneLine({ ctx, station, state, theme }, number, long) {
  const zone = station.zones[number];
  const open = number >= closedZones(state, station);
  const urgent = open && left(zone, state) <= SOON;
  ctx.font = `${urgent ? 700 : 400} 12px ${theme.font}`;
  return { open, urgent, color: open ? urgency(zone, state, theme) : theme.muted, words: zoneWords(zone, state, open, long) };
}

const PATCH = 17;

/** @param {Scene} scene @param {number} number @param {boolean} long */
function zoneLineWidth(scene, number, long) {
  const { words } = zoneLine(scene, number, long);
  return PATCH + scene.ctx.measureText(words).width;
}

/**
 * A patch of the zone's pattern and when it closes. @returns {number} the width, CSS px
 * @param {Scene} scene
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @param {boolean} long
 */
function drawZoneLine(scene, number, x, y, long) {
  const { ctx, station, theme } = scene;
  const { open, urgent, color, words } = zoneLine(scene, number, long);
  ctx.fillStyle = color;
  ctx.globalAlpha = 0.22;
  ctx.fillRect(x, y - 6, 12, 12);
  ctx.globalAlpha = 0.9;
  ctx.fillStyle = patternFill(ctx, hatchOf(station, number), color, 7);
  ctx.fillRect(x, y - 6, 12, 12);
  ctx.globalAlpha = 1;
  ctx.fillStyle = urgent ? color : theme.muted;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillText(words, x + PATCH, y + 0.5);
  const width = PATCH + ctx.measureText(words).width;
  if (!open) ctx.fillRect(x, y, width, 1);
  return width;
}

/** When a zone closes, in words. @param {Zone} zone @param {State} state @param {boolean} open @param {boolean} long */
export function zoneWords(zone, state, open, long) {
  if (!open) return long ? `${zone.title}: closed` : zone.title;
  const rounds = left(zone, state);
  return long ? `${zone.title} closes in ${counted(rounds, "round")}` : `${zone.title}: ${rounds}`;
}

/** @type {[string, (scene: Scene, x: number, y: number) => void][]} what it is called, and how it is drawn */
const LEGEND = [
  ["key machine", (scene, x, y) => putMachine(scene.ctx, x, y, 8, scene.palette[0])],
  ["material point", ({ ctx, theme }, x, y) => {
    ctx.strokeStyle = theme.muted;
    ctx.lineWidth = 1.2;
    ctx.strokeRect(x - 6, y - 6, 12, 12);
    ctx.beginPath();
    ctx.moveTo(x - 6, y - 6);
    ctx.lineTo(x + 6, y + 6);
    ctx.moveTo(x + 6, y - 6);
    ctx.lineTo(x - 6, y + 6);
    ctx.stroke();
  }],
  ["lift", ({ ctx, theme }, x, y) => put(ctx, "lift", x, y, 7, theme.text)],
  ["escape capsule", ({ ctx, theme }, x, y) => put(ctx, "capsule", x, y, 8, theme.accent)],
  ["box of a dead player", ({ ctx, theme }, x, y) => put(ctx, "box", x, y, 7, theme.warn)],
  ["mine", ({ ctx, theme }, x, y) => put(ctx, "mine", x, y, 7, theme.muted)],
  ["slime", ({ ctx, theme }, x, y) => put(ctx, "slime", x, y, 7, theme.muted)],
];

/** The legend of the shapes, if there is room. @param {Scene} scene */
export function drawLegend(scene) {
  const { ctx, theme, layout: { legend } } = scene;
  if (!legend) return;
  ctx.font = `400 12px ${theme.font}`;
  const widths = LEGEND.map(([words]) => 20 + ctx.measureText(words).width);
  const all = widths.reduce((a, b) => a + b, 0);
  const gap = Math.min(26, (legend.width - all) / (LEGEND.length - 1));
  if (gap < 6) return;
  const y = legend.top + legend.height / 2 + 3;
  let x = legend.left + (legend.width - all - gap * (LEGEND.length - 1)) / 2;
  LEGEND.forEach(([words, icon], i) => {
    icon(scene, x + 8, y);
    ctx.font = `400 12px ${theme.font}`;
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    ctx.fillStyle = theme.muted;
    ctx.fillText(words, x + 20, y + 0.5);
    x += widths[i] + gap;
  });
}
