/** The effects of a step, drawn during its animation and then fainter while its frame is in view. */

import { label } from "../../player/canvas.js";
import { handledBy } from "../../player/events.js";
import { put, ring } from "./icons.js";
import { eased } from "./players.js";
import { isPartial, ownerOf } from "./state.js";
import { isUp, samePlace } from "./station.js";

/** @import { Event, News, NewsEvent, Recorded, State } from "./state.js" */
/** @import { Floor } from "./layout.js" */
/** @import { Pos } from "./station.js" */
/** @import { SHAPES } from "./icons.js" */
/** @typedef {[x: number, y: number]} Point  CSS px */
/** @typedef {{state: State, previous: State | null}} States */
/** @typedef {Effect & {at: Pos}} Visible  an effect that is in sight */

/**
 * @typedef {object} Effect
 * @property {"hit" | "swing" | "hurt" | "heal" | "mine" | "slime" | "gone" | "detect" | "die" | "key" | "take" |
 *   "trap" | "back" | "leave"} kind
 * @property {Pos | null} at  null if it is out of sight
 * @property {Pos} [from]
 * @property {string} [text]
 * @property {number} [seat]  the seat that causes or suffers the effect
 * @property {number} [key]
 * @property {boolean} [trap]  only the owner of the trap and the player in turn know of it
 */

/** @typedef {import("./draw.js").Scene} Scene */

/** @param {State | null} state @param {number} number */
const posOf = (state, number) => state?.players[number]?.pos ?? null;
/** @param {number} n */
const signed = (n) => (n > 0 ? `+${n}` : `−${-n}`);

/** Effects by type of the record's events. @type {import("../../player/events.js").HandlersBy<"type", Recorded, [States], Effect[]>} */
const RECORDED = {
  attack: ({ attack: [from, at], playerid }) => [{ kind: "hit", from, at, seat: playerid }],
  hp_update: ({ playerid, hp }, { previous, state }) => {
    const before = previous?.players[playerid].hp ?? hp;
    return [{ kind: "hurt", at: posOf(state, playerid), text: signed(hp - before), seat: playerid }];
  },
  kit: ({ playerid, hp }, { previous, state }) =>
    [{ kind: "heal", at: posOf(state, playerid), text: signed(hp - (previous?.players[playerid].hp ?? hp)), seat: playerid }],
  map_update: ({ args: [what, at, kind] }) => {
    if (what === "trap_trigger") return [{ kind: kind === "LandMine" ? "mine" : "slime", at, trap: true }];
    return what === "trap_destroy" ? [{ kind: "gone", at, trap: true }] : [];
  },
  detect: ({ tar_pos: at, playerid }) => [{ kind: "detect", at, seat: playerid }],
  died: ({ playerid }, { state, previous }) => [{ kind: "die", at: posOf(previous, playerid) ?? posOf(state, playerid), seat: playerid }],
  getkey: ({ playerid, keyid }, { state }) => keyid.map((key) => ({ kind: "key", at: posOf(state, playerid), seat: playerid, key })),
  inspect: ({ playerid, pos }) => [{ kind: "take", at: pos, seat: playerid }],
  place_trap: ({ playerid, pos }) => [{ kind: "trap", at: pos, seat: playerid }],
  regenerate: ({ playerid, pos }) => [{ kind: "back", at: pos, seat: playerid }],
  escaped: ({ playerid }, { previous }) => [{ kind: "leave", at: posOf(previous, playerid), seat: playerid }],
};

/**
 * Effects by kind of the news to one seat.
 * @type {import("../../player/events.js").HandlersBy<"0", News, [NewsEvent, States], Effect[]>}
 */
const HEARD = {
  see(news) {
    if (news[1] === "attack") return [{ kind: "swing", at: news[2], seat: news[3] }];
    return news[1] === "regenerate" ? [{ kind: "back", at: news[2], seat: news[3] }] : [];
  },
  hp_update([, hp], event, { state, previous }) {
    const me = ownerOf(state);
    return [{ kind: "hurt", at: posOf(state, me), text: signed(hp - (previous?.players[me].hp ?? hp)), seat: me }];
  },
  died: ([, number], event, { state, previous }) => [{ kind: "die", at: posOf(previous, number) ?? posOf(state, number), seat: number }],
  getkey: ([, keys], { playerid }, { state }) => keys.map((key) => ({ kind: "key", at: posOf(state, playerid), seat: playerid, key })),
  trap_triggered: ([, kind, at]) => [{ kind: kind === "LandMine" ? "mine" : "slime", at, trap: true }],
  trap_destoryed: ([, , at]) => [{ kind: "gone", at, trap: true }],
  escaped: (news, { playerid }, { previous }) => [{ kind: "leave", at: posOf(previous, playerid), seat: playerid }],
};

/**
 * The effects of a frame's events that the seat in view may know.
 * @param {Event[]} events
 * @param {States & {view: number | null}} options  state and previous as seen
 * @returns {Visible[]}
 */
export function effectsOf(events, { state, previous, view }) {
  const seat = isPartial(state) && view === null ? ownerOf(state) : view;
  const found = events.flatMap(/** @returns {Effect[]} */ (event) => {
    if (event.type) return (handledBy("type", RECORDED, event, { state, previous }) ?? []).filter((one) => seat === null || isKnown(one, { state, previous, seat }));
    // A record also contains the news to seats, which repeat its own events.
    if (event.off && !events.some(({ type }) => type === "now")) return handledBy("0", HEARD, event.off, event, { state, previous }) ?? [];
    return [];
  });
  return found.filter(/** @returns {effect is Visible} */ (effect) => effect.at !== null);
}

/**
 * Whether a seat may know of an effect: its own actions, its traps, and the floor that it sees.
 * @param {Effect} effect
 * @param {States & {seat: number}} around
 */
function isKnown({ kind, at, seat: by, trap }, { state, previous, seat }) {
  if (!at) return false;
  const [now, then] = [posOf(state, seat), posOf(previous, seat)];
  if (trap) {
    const own = (previous ?? state).traps.some(([pos, , owner]) => owner === seat && samePlace(pos, at));
    // A player who walks into a trap, or finds one, knows of it.
    return own || state.turn === seat;
  }
  if (by === seat) return true;
  if (kind === "hurt" || kind === "detect" || kind === "take" || kind === "trap" || kind === "heal") return false;
  return [now, then].some((pos) => pos?.[2] === at[2]);
}

/**
 * @param {Scene} scene
 * @param {Floor} floor
 * @param {Visible[]} effects
 */
export function drawEffects(scene, floor, effects) {
  for (const effect of effects) {
    if (effect.at[2] !== floor.z) continue;
    if (floor.mini) drawSpark(scene, floor, effect);
    else DRAWN[effect.kind](scene, floor, effect);
  }
}

/** A mark in the overview that something happens. @param {Scene} scene @param {Floor} floor @param {Visible} effect */
function drawSpark({ ctx, theme, t }, { middle, unit }, { at, kind }) {
  const [x, y] = middle(at);
  const bad = kind === "hit" || kind === "die" || kind === "mine" || kind === "hurt";
  ctx.globalAlpha = 0.9 - 0.3 * t;
  ring(ctx, x, y, unit * (0.4 + 0.4 * t), bad ? theme.danger : theme.accent, 1.5);
  ctx.globalAlpha = 1;
}

/** The opacity of an effect, which stays visible after the animation. @param {number} t */
const strength = (t) => 1 - 0.35 * t;

/** @param {Scene} scene @param {(ctx: CanvasRenderingContext2D) => void} paint */
function faint({ ctx, t }, paint) {
  ctx.save();
  ctx.globalAlpha = strength(t);
  paint(ctx);
  ctx.restore();
}

/**
 * A text that rises from a place.
 * @param {Scene} scene
 * @param {Floor} floor
 * @param {Pos} at
 * @param {string} text
 * @param {string} color
 */
function rise(scene, { middle, unit }, at, text, color) {
  const { ctx, theme, t } = scene;
  const [x, y] = middle(at);
  const size = Math.max(11, unit * 0.34);
  ctx.save();
  ctx.font = `700 ${size}px ${theme.font}`;
  ctx.textAlign = "center";
  ctx.textBaseline = "middle";
  ctx.lineJoin = "round";
  ctx.lineWidth = size * 0.3;
  ctx.strokeStyle = theme.surface;
  const top = y - unit * (0.35 + 0.3 * eased(t));
  ctx.strokeText(text, x, top);
  ctx.fillStyle = color;
  ctx.fillText(text, x, top);
  ctx.restore();
}

/** @type {Record<Effect["kind"], (scene: Scene, floor: Floor, effect: Visible) => void>} */
const DRAWN = {
  hit(scene, floor, { from, at, seat = -1 }) {
    if (!from) return;
    const { theme, t, palette } = scene;
    const [[x0, y0], [x1, y1]] = [floor.middle(from), floor.middle(at)];
    const reach = Math.min(1, t * 2.5);
    faint(scene, (ctx) => {
      ctx.lineCap = "round";
      for (const [width, color] of /** @type {[number, string][]} */ ([[0.16, theme.surface], [0.09, palette[seat].color]])) {
        ctx.lineWidth = floor.unit * width;
        ctx.strokeStyle = color;
        ctx.beginPath();
        ctx.moveTo(x0, y0);
        ctx.lineTo(x0 + (x1 - x0) * reach, y0 + (y1 - y0) * reach);
        ctx.stroke();
      }
      if (reach === 1) ring(ctx, x1, y1, floor.unit * (0.36 + 0.1 * t), theme.danger, floor.unit * 0.07);
    });
  },
  swing(scene, floor, { at }) {
    const [x, y] = floor.middle(at);
    faint(scene, (ctx) => {
      for (const r of [0.42, 0.54]) ring(ctx, x, y, floor.unit * (r + 0.08 * scene.t), scene.theme.danger, floor.unit * 0.05);
    });
  },
  hurt: (scene, floor, { at, text = "" }) => rise(scene, floor, at, text, scene.theme.danger),
  heal: (scene, floor, { at, text = "" }) => rise(scene, floor, at, text, scene.theme.ok),
  mine: (scene, floor, effect) => burst(scene, floor, effect, "burst", scene.theme.danger),
  slime: (scene, floor, effect) => burst(scene, floor, effect, "slime", scene.theme.ok),
  gone(scene, floor, { at }) {
    const [x, y] = floor.middle(at);
    faint(scene, (ctx) => put(ctx, "cross", x + floor.unit * 0.42, y + floor.unit * 0.16, floor.unit * 0.2, scene.theme.ok, { color: scene.theme.surface, width: 1.5 }));
  },
  detect(scene, floor, { at }) {
    const [x, y] = floor.middle(at);
    faint(scene, (ctx) => {
      ctx.setLineDash([floor.unit * 0.12, floor.unit * 0.1]);
      ring(ctx, x, y, floor.unit * (0.25 + 0.25 * eased(scene.t)), scene.theme.accent, floor.unit * 0.06);
    });
  },
  die(scene, floor, { at, seat = -1 }) {
    const [x, y] = floor.middle(at);
    const { theme, palette, t } = scene;
    faint(scene, (ctx) => {
      put(ctx, "cross", x, y - floor.unit * 0.05, floor.unit * (0.55 - 0.25 * eased(t)), palette[seat].color, { color: theme.surface, width: 2 });
      ring(ctx, x, y - floor.unit * 0.05, floor.unit * (0.4 + 0.2 * t), theme.danger, floor.unit * 0.05);
    });
  },
  key(scene, floor, { at, key = -1 }) {
    const [x, y] = floor.middle(at);
    const top = y - floor.unit * (0.5 + 0.2 * eased(scene.t));
    faint(scene, (ctx) => put(ctx, "key", x, top, floor.unit * 0.24, scene.palette[key].color, { color: scene.theme.surface, width: 2 }));
  },
  take: (scene, floor, effect) => pulse(scene, floor, effect, scene.theme.ok),
  trap: (scene, floor, effect) => pulse(scene, floor, effect, scene.palette[effect.seat ?? -1].color),
  back: (scene, floor, effect) => pulse(scene, floor, effect, scene.palette[effect.seat ?? -1].color),
  leave(scene, floor, { at, seat = -1 }) {
    const [x, y] = floor.middle(at);
    const up = floor.unit * 0.9 * eased(scene.t);
    faint(scene, (ctx) => {
      put(ctx, "capsule", x, y - up, floor.unit * 0.4, scene.palette[seat].color, { color: scene.theme.surface, width: 2 });
      label(ctx, "escaped", x, y + floor.unit * 0.62, { size: Math.max(11, floor.unit * 0.3), color: scene.theme.text, font: scene.theme.font, weight: 700 });
    });
  },
};

/**
 * @param {Scene} scene
 * @param {Floor} floor
 * @param {Visible} effect
 * @param {keyof typeof SHAPES} shape
 * @param {string} color
 */
function burst(scene, floor, { at }, shape, color) {
  const [x, y] = floor.middle(at);
  const size = floor.unit * (0.25 + 0.4 * eased(scene.t));
  faint(scene, (ctx) => {
    ctx.globalAlpha *= 0.75;
    put(ctx, shape, x, y, size, color, { color: scene.theme.surface, width: 1.5 });
  });
}

/** @param {Scene} scene @param {Floor} floor @param {Visible} effect @param {string} color */
function pulse(scene, floor, { at }, color) {
  const [x, y] = floor.middle(at);
  faint(scene, (ctx) => {
    ring(ctx, x, y, floor.unit * (0.36 + 0.16 * eased(scene.t)), color, floor.unit * 0.06);
  });
}

/** The trails of players who moved in this step. @param {Scene} scene @param {Floor} floor */
export function drawTrails({ ctx, palette, state, previous, t }, floor) {
  if (!previous || floor.mini) return;
  state.players.forEach(({ pos }, number) => {
    const before = posOf(previous, number);
    const stands = isUp(state.players[number].status) && isUp(previous.players[number].status);
    if (!stands || !pos || !before || samePlace(pos, before)) return;
    const color = palette[number].color;
    if (pos[2] === before[2] && pos[2] === floor.z) trail(ctx, floor.middle(before), floor.middle(pos), floor.unit, color);
    else if (pos[2] === floor.z || before[2] === floor.z) {
      const [x, y] = floor.middle(before[2] === floor.z ? before : pos);
      ctx.globalAlpha = 0.8 - 0.4 * t;
      ring(ctx, x, y, floor.unit * 0.46, color, floor.unit * 0.05);
      ctx.globalAlpha = 1;
    }
  });
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Point} from
 * @param {Point} to
 * @param {number} unit
 * @param {string} color
 */
function trail(ctx, [x0, y0], [x1, y1], unit, color) {
  ctx.globalAlpha = 0.55;
  ctx.lineCap = "round";
  ctx.lineWidth = unit * 0.1;
  ctx.setLineDash([0.01, unit * 0.17]);
  ctx.strokeStyle = color;
  ctx.beginPath();
  ctx.moveTo(x0, y0);
  ctx.lineTo(x1, y1);
  ctx.stroke();
  ctx.setLineDash([]);
  ctx.globalAlpha = 1;
}
