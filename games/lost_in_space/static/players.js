/** Draws the players in the station, the boxes of dead players, and traps. */

import { label } from "../../player/canvas.js";
import { TRAP_SHAPES, disc, put, putSeat, ring } from "./icons.js";
import { AWAY, FULL_HP, LAST_RETURN, STATUS, isUp, keyOf, samePlace } from "./station.js";

/** @import { Player, State } from "./state.js" */

/** Positions and sizes of several players at one place, in grid steps from its middle. */
const CROWDS = [
  { size: 0.3, spots: [[0, -0.06]] },
  { size: 0.23, spots: [[-0.25, -0.06], [0.25, -0.06]] },
  { size: 0.2, spots: [[-0.25, -0.26], [0.25, -0.26], [0, 0.24]] },
  { size: 0.19, spots: [[-0.25, -0.27], [0.25, -0.27], [-0.25, 0.24], [0.25, 0.24]] },
];
/** The grid step, in CSS px, below which a picture has no room for details. */
const DETAIL = 26;

/** @typedef {import("./draw.js").Scene} Scene */
/** @typedef {import("./layout.js").Floor} Floor */

/** @typedef {{pos: import("./station.js").Pos, size: number, shift: number[]}} Spot  size and shift in steps */

/**
 * The position of each player of a state in the drawing; null for players outside the station.
 * @param {State} state
 */
function spotsOf(state) {
  /** @type {Map<string, number[]>} */
  const crowds = new Map();
  state.players.forEach(({ status, pos }, number) => {
    if (!isUp(status) || pos === null) return;
    const key = keyOf(pos);
    crowds.set(key, [...(crowds.get(key) ?? []), number]);
  });
  /** @type {(Spot | null)[]} */
  const spots = state.players.map(() => null);
  for (const crowd of crowds.values()) {
    const { size, spots: places } = CROWDS[crowd.length - 1];
    crowd.forEach((number, i) => {
      const { pos } = state.players[number];
      if (pos) spots[number] = { pos, size, shift: places[i] };
    });
  }
  return spots;
}

/** Centre and radius of a spot on a floor. @param {Floor} floor @param {Spot} spot */
function pixels({ middle, unit }, { pos, size, shift }) {
  const [x, y] = middle(pos);
  return { x: x + shift[0] * unit, y: y + shift[1] * unit, radius: size * unit };
}

/** Eases an animation: slow at the start and at the end. @param {number} t  0 to 1 */
export const eased = (t) => t * t * (3 - 2 * t);

/** @param {number} a @param {number} b @param {number} t */
const between = (a, b, t) => a + (b - a) * t;

/**
 * Players on a floor during the animation from the previous state.  They move between two places of
 * the floor, or grow or shrink if they come from or go to another floor.
 * @param {Scene} scene @param {Floor} floor
 */
function placesOn({ state, previous, t }, floor) {
  const now = spotsOf(state);
  const then = previous && t < 1 ? spotsOf(previous) : now;
  const part = eased(t);
  return now.flatMap((to, number) => {
    const from = then[number];
    const comes = to?.pos[2] === floor.z ? to : null;
    const goes = from?.pos[2] === floor.z ? from : null;
    if (comes && goes) {
      const [a, b] = [pixels(floor, goes), pixels(floor, comes)];
      return [{ number, x: between(a.x, b.x, part), y: between(a.y, b.y, part), radius: between(a.radius, b.radius, part) }];
    }
    if (comes) return [scaled(number, pixels(floor, comes), from ? part : 1)];
    return goes && to ? [scaled(number, pixels(floor, goes), 1 - part)] : [];
  });
}

/** @param {number} number @param {{x: number, y: number, radius: number}} at @param {number} size */
const scaled = (number, at, size) => ({ number, ...at, radius: at.radius * size });

/** @param {Scene} scene @param {Floor} floor */
export function drawPlayers(scene, floor) {
  for (const { number, x, y, radius } of placesOn(scene, floor)) {
    if (radius < 0.5) continue;
    if (floor.mini) putSeat(scene.ctx, x, y, Math.max(4.5, radius * 1.3), scene.palette[number], scene.theme.surface);
    else drawPlayer(scene, floor, scene.state.players[number], number, x, y, radius);
  }
}

/**
 * @param {Scene} scene
 * @param {Floor} floor
 * @param {Player} player
 * @param {number} number
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function drawPlayer(scene, { unit }, player, number, x, y, radius) {
  const { ctx, theme, palette, state, me } = scene;
  if (state.turn === number) {
    ring(ctx, x, y, radius * 1.32, theme.surface, radius * 0.5);
    ring(ctx, x, y, radius * 1.3, theme.text, Math.max(1.5, radius * 0.16));
  }
  putSeat(ctx, x, y, radius, palette[number], theme.surface);
  if (player.status === STATUS.COUNTDOWN) drawCountdown(scene, player, x, y, radius);
  if (player.status === STATUS.SKIPPING) put(ctx, "slime", x + radius * 0.8, y - radius * 0.75, radius * 0.5, theme.ok, { color: theme.surface, width: 1.2 });
  if (player.coming !== undefined && player.coming >= 0) put(ctx, "key", x - radius * 0.85, y - radius * 0.85, radius * 0.5, palette[player.coming].color, { color: theme.surface, width: 1.2 });
  if (player.hp >= 0) drawHealth(scene, player.hp, x, y + radius * 1.42, radius);
  if (unit >= DETAIL && radius > 0.22 * unit) drawKeys(scene, player.keys, x, y - radius * 1.5, radius);
  if (number === me) drawYou(scene, x, y, radius);
}

/**
 * Turns of the player until the capsule leaves; of others, only that it has been started.
 * @param {Scene} scene
 * @param {Player} player
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function drawCountdown({ ctx, theme }, { countdown }, x, y, radius) {
  ring(ctx, x, y, radius * 1.15, theme.accent, Math.max(2, radius * 0.22));
  disc(ctx, x + radius * 0.85, y - radius * 0.75, radius * 0.52, theme.accent);
  if (countdown) label(ctx, String(countdown), x + radius * 0.85, y - radius * 0.75, { size: radius * 0.8, color: theme.surface, font: theme.font, weight: 700 });
  else put(ctx, "capsule", x + radius * 0.85, y - radius * 0.75, radius * 0.34, theme.surface);
}

/**
 * A bar of hit points: length and colour both show the number.
 * @param {Scene} scene
 * @param {number} hp
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function drawHealth({ ctx, theme }, hp, x, y, radius) {
  const [width, height] = [radius * 2.3, Math.max(3, radius * 0.34)];
  const part = Math.max(0, Math.min(1, hp / FULL_HP));
  ctx.fillStyle = theme.surface;
  ctx.fillRect(x - width / 2 - 1, y - height / 2 - 1, width + 2, height + 2);
  ctx.fillStyle = theme.border;
  ctx.fillRect(x - width / 2, y - height / 2, width, height);
  ctx.fillStyle = hp > 120 ? theme.ok : hp > 70 ? theme.warn : theme.danger;
  ctx.fillRect(x - width / 2, y - height / 2, width * part, height);
}

/**
 * A mark for each key, each at its own place of the row.
 * @param {Scene} scene
 * @param {number[]} keys
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function drawKeys({ ctx, theme, palette }, keys, x, y, radius) {
  const size = Math.max(1.8, radius * 0.2);
  palette.forEach(({ color }, key) => {
    const px = x + (key - (palette.length - 1) / 2) * size * 2.7;
    disc(ctx, px, y, size + 1, theme.surface);
    if (keys.includes(key)) disc(ctx, px, y, size, color);
    else ring(ctx, px, y, size * 0.8, theme.border, 1);
  });
}

/**
 * A mark that makes the player of the seat in view easy to find.
 * @param {Scene} scene
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 */
function drawYou({ ctx, theme }, x, y, radius) {
  ctx.beginPath();
  const top = y - radius * 2.15;
  ctx.moveTo(x - radius * 0.42, top - radius * 0.45);
  ctx.lineTo(x + radius * 0.42, top - radius * 0.45);
  ctx.lineTo(x, top + radius * 0.12);
  ctx.closePath();
  ctx.lineWidth = 2;
  ctx.strokeStyle = theme.surface;
  ctx.stroke();
  ctx.fillStyle = theme.accent;
  ctx.fill();
}

/** Boxes at their places, with the keys in them if they are known. @param {Scene} scene @param {Floor} floor */
export function drawBoxes({ ctx, theme, palette, state }, floor) {
  for (const [pos, keys] of state.boxes) {
    if (pos[2] !== floor.z) continue;
    const [mx, my] = floor.middle(pos);
    if (floor.mini) {
      put(ctx, "box", mx - floor.unit * 0.2, my + floor.unit * 0.25, Math.max(2.5, floor.unit * 0.25), theme.warn);
      continue;
    }
    const { unit } = floor;
    const [x, y] = [mx - unit * 0.42, my + unit * 0.16];
    put(ctx, "box", x, y, unit * 0.17, theme.warn, { color: theme.surface, width: Math.max(1.2, unit * 0.04) });
    (keys ?? []).forEach((key, i) => disc(ctx, x + (i - ((keys?.length ?? 1) - 1) / 2) * unit * 0.1, y + unit * 0.23, unit * 0.042, palette[key].color));
  }
}

/** Traps in the colour of their owners. @param {Scene} scene @param {Floor} floor */
export function drawTraps({ ctx, theme, palette, state }, floor) {
  for (const [pos, kind, owner] of state.traps) {
    if (pos[2] !== floor.z) continue;
    const [mx, my] = floor.middle(pos);
    const radius = floor.mini ? Math.max(2.2, floor.unit * 0.22) : floor.unit * 0.16;
    const [x, y] = [mx + floor.unit * 0.42, my + floor.unit * 0.16];
    put(ctx, TRAP_SHAPES[kind], x, y, radius, palette[owner].color, { color: theme.surface, width: floor.mini ? 0.8 : Math.max(1.2, radius * 0.2) });
  }
}

/** The places of dead players, with the rounds until they return. @param {Scene} scene @param {Floor} floor */
export function drawDead({ ctx, theme, palette, state }, floor) {
  if (floor.mini) return;
  const graves = state.players.flatMap(({ status, pos, died }, number) =>
    status === STATUS.DEAD && pos && pos[2] === floor.z ? [{ number, pos, died: died ?? 0 }] : []);
  graves.forEach(({ number, pos, died }, i) => {
    const earlier = graves.slice(0, i).filter((other) => samePlace(other.pos, pos)).length;
    const [mx, my] = floor.middle(pos);
    const radius = floor.unit * 0.15;
    const [x, y] = [mx + floor.unit * (0.34 - 0.3 * earlier), my - floor.unit * 0.32];
    put(ctx, "cross", x, y, radius, palette[number].color, { color: theme.surface, width: Math.max(1.2, radius * 0.25) });
    const rounds = died + AWAY - state.round;
    if (died && died <= LAST_RETURN && rounds > 0) {
      label(ctx, String(rounds), x, y - radius * 1.9, { size: Math.max(9, floor.unit * 0.24), color: theme.text, font: theme.font });
    }
  });
}
