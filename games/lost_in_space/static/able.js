/** The legal actions of a person, as messages of the protocol and in words. */

import { counted, listed } from "../../player/phrases.js";
import { ITEM_WORDS, floorWords, isUp, placeAt, samePlace, stationOf, thingWords } from "./station.js";
import { PLAY } from "./words.js";

/** @import { Choices, Message, State } from "./state.js" */
/** @import { Pos, Setting } from "./station.js" */

/** A zone that closes within this number of rounds causes a warning. */
const SOON = 10;

/**
 * The eight directions, clockwise from up, as on a pad: changes of x, which grows upwards, and of y,
 * which grows to the right.
 */
export const DIRECTIONS = Object.freeze([
  { name: "up", step: [1, 0], turns: 0 },
  { name: "up right", step: [1, 1], turns: 0.5 },
  { name: "right", step: [0, 1], turns: 1 },
  { name: "down right", step: [-1, 1], turns: 1.5 },
  { name: "down", step: [-1, 0], turns: 2 },
  { name: "down left", step: [-1, -1], turns: 2.5 },
  { name: "left", step: [0, -1], turns: 3 },
  { name: "up left", step: [1, -1], turns: 3.5 },
]);

/** @type {Message} */
export const FINISH = { type: "finish" };
/** @param {unknown[]} words @returns {Message} */
const action = (...words) => ({ type: "action", action: words });

/** Actions as messages. */
export const DO = Object.freeze({
  /** @param {Pos} pos */
  move: (pos) => action("move", pos),
  /** @param {Pos} pos */
  blink: (pos) => action("tool", "Transport", pos),
  /** @param {Pos} pos */
  detect: (pos) => action("detect", pos),
  /** @param {Pos} pos @param {number} number */
  attack: (pos, number) => action("attack", pos, number),
  kit: () => action("tool", "Kit"),
  /** @param {string} kind */
  trap: (kind) => action("trap", kind),
  /** @param {string} item */
  take: (item) => action("interact", "Materials", item),
  box: () => action("interact", "Box"),
  machine: () => action("interact", "KeyMachine"),
  /** @param {boolean} on */
  capsule: (on) => action("interact", "EscapeCapsule", on),
});

/** The modes of the arrows, with the list of choices that each mode uses. */
export const MODES = Object.freeze(/** @type {const} */ ({ move: "moves", blink: "blinks", detect: "detects" }));

/** @typedef {keyof typeof MODES} Mode */

/**
 * The place one step away from another place.
 * @param {Pos} pos
 * @param {number[]} step
 * @returns {Pos}
 */
export const stepFrom = ([x, y, z], [dx, dy]) => [x + dx, y + dy, z];

/** @param {Choices} choices @param {Mode} mode @param {Pos | null} pos @param {number} direction */
export function targetOf(choices, mode, pos, direction) {
  if (!pos) return null;
  const to = stepFrom(pos, DIRECTIONS[direction].step);
  return choices[MODES[mode]].find((place) => samePlace(place, to)) ?? null;
}

/** Whether the person can do anything except end the turn. @param {Choices} choices */
export function anythingLeft(choices) {
  return Object.values(choices).some((choice) => (Array.isArray(choice) ? choice.length > 0 : choice));
}

/** The names of the directions from a place to other places. @param {Pos[]} places @param {Pos} pos */
function ways(places, pos) {
  return listed(DIRECTIONS.flatMap(({ name, step }) => (places.some((place) => samePlace(place, stepFrom(pos, step))) ? [name] : [])));
}

/**
 * The choices in words, for screen readers.
 * @param {Choices} choices
 * @param {{state: State, scene: Setting, seat: number, names: string[]}} about
 */
export function choiceWords(choices, { state, scene, seat, names }) {
  const { pos } = state.players[seat];
  if (!pos) return "";
  /** @type {string[]} */
  const can = [];
  if (choices.machine) can.push(`use key machine ${placeAt(scene, pos).machine}`);
  if (choices.start) can.push("start the escape capsule");
  if (choices.stop) can.push("stop the escape capsule");
  if (choices.box) can.push("take the box");
  if (choices.attacks.length) can.push(`attack ${listed(choices.attacks.map(([number]) => names[number]))}`);
  if (choices.materials.length) can.push(`take a ${listed(choices.materials.map((item) => ITEM_WORDS[item]), "or")}`);
  if (choices.moves.length) can.push(`move ${ways(choices.moves, pos)}`);
  if (choices.lifts.length) can.push(`take the lift to the ${listed(choices.lifts.map((to) => floorWords(scene, to[2])), "or the")}`);
  if (choices.kit) can.push("use a kit");
  if (choices.blinks.length) can.push("blink");
  if (choices.traps.length) can.push(`place a ${listed(choices.traps.map((kind) => ITEM_WORDS[kind]), "or")}`);
  if (choices.detects.length) can.push("detect");
  return can.length ? PLAY.choices(can.join("; ")) : "";
}

/** A warning if the zone of the player closes soon, else "". @param {State} state @param {Setting} scene @param {number} seat */
export function warning(state, scene, seat) {
  const { pos, status } = state.players[seat];
  const number = pos && isUp(status) ? placeAt(scene, pos).zone : undefined;
  const zone = number === undefined ? undefined : stationOf(scene).zones[number];
  if (!zone) return "";
  const rounds = zone.closes - state.round + 1;
  return rounds > 0 && rounds <= SOON ? `the ${zone.title.toLowerCase()} around you closes in ${counted(rounds, "round")}` : "";
}

/** @param {number[]} keys */
const keysInWords = (keys) => (keys.length > 1 ? `keys ${listed(keys)}` : `key ${listed(keys)}`);

/** The player's place, hit points and keys in words. @param {State} state @param {Setting} scene @param {number} seat */
export function selfWords(state, scene, seat) {
  const { pos, hp, keys } = state.players[seat];
  if (!pos) return "";
  const thing = thingWords(placeAt(scene, pos));
  const soon = warning(state, scene, seat);
  const where = `(${pos[0]}, ${pos[1]})`;
  const floor = floorWords(scene, pos[2]);
  const has = counted(hp, "hit point");
  const held = keysInWords(keys);
  const self = thing ? `you are at ${where} on the ${floor}, at ${thing}, with ${has} and ${held}` : `you are at ${where} on the ${floor}, with ${has} and ${held}`;
  return soon ? `${self}; ${soon}` : self;
}
