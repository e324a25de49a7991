/** The six ops of the acting snake: their keys and places on the pad, and what they would do. */

import { isRay, itemWords } from "./items.js";
import { numberOf } from "./state.js";
import { FATES, PLAY } from "./words.js";

/** @import { Entry, Scene } from "./state.js" */

/**
 * @typedef {object} Op
 * @property {string} name
 * @property {string[]} keys
 * @property {number} [turns]          of the arrow, quarters clockwise from up
 * @property {[number, number]} [step]  on the board, y upwards
 * @property {[column: number, row: number]} [place]  of the button on the pad
 */

/** In the order of their codes, from 1. @type {Op[]} */
export const OPS = [
  { name: PLAY.right, turns: 1, keys: ["ArrowRight", "d"], step: [1, 0], place: [3, 2] },
  { name: PLAY.up, turns: 0, keys: ["ArrowUp", "w"], step: [0, 1], place: [2, 1] },
  { name: PLAY.left, turns: 3, keys: ["ArrowLeft", "a"], step: [-1, 0], place: [1, 2] },
  { name: PLAY.down, turns: 2, keys: ["ArrowDown", "s"], step: [0, -1], place: [2, 3] },
  { name: PLAY.fire, keys: ["f", "5"] },
  { name: PLAY.split, keys: ["x", "6"] },
];

/** The effect of an op in words; empty where nothing is special. @param {Entry} entry @param {Scene} scene */
export function fate(entry, scene) {
  if (entry.refused !== undefined) return entry.refused;
  for (const event of entry.events) {
    if (event.e === "die" && FATES[event.why]) return FATES[event.why];
    if (event.e === "solid") return PLAY.solid(event.cells.length);
    if (event.e === "ray") return PLAY.melts(event.cells.length);
    if (event.e === "split") return PLAY.splits(numberOf(event.new));
    if (event.e === "move" && event.item >= 0) {
      const [, , , type, param] = scene.items[event.item];
      return isRay(type) ? PLAY.takesRay : PLAY.eats(itemWords(type, param));
    }
  }
  return "";
}

/** Whether the snake dies of an op. @param {Entry} entry */
export const kills = (entry) =>
  entry.refused === undefined && entry.events.some((event) => event.e === "die" && Boolean(FATES[event.why]));

/** The op with its fate. @param {Entry} entry @param {number} number  from 0 @param {Scene} scene */
export function opWords(entry, number, scene) {
  const words = fate(entry, scene);
  return words ? `${OPS[number].name} (${words})` : OPS[number].name;
}

/** The code of the op of a key, 0 where it has none. @param {KeyboardEvent} event */
export function opOfKey(event) {
  if (event.shiftKey && event.key.length > 1) return 0;
  return 1 + OPS.findIndex(({ keys }) => keys.includes(event.key) || keys.includes(event.key.toLowerCase()));
}

/** The code of the move that a way on the screen is. @param {number} dx  CSS px @param {number} dy  downwards */
export function opOfWay(dx, dy) {
  if (Math.abs(dx) > Math.abs(dy)) return dx > 0 ? 1 : 3;
  return dy > 0 ? 4 : 2;
}
