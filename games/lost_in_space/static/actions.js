/** The messages of a person's actions, as far as the choices allow them; null where they do not. */

import { DO } from "./able.js";
import { samePlace } from "./station.js";

/** @import { Mode } from "./able.js" */
/** @import { Choices, Message } from "./state.js" */
/** @import { Place } from "./station.js" */

/** @typedef {Choices | null} Given  null while there is nothing to choose */

/** A lift ride to a floor. @param {Given} choices @param {number} z @returns {Message | null} */
export function lifted(choices, z) {
  const to = choices?.lifts.find((stop) => stop[2] === z);
  return to ? DO.move(to) : null;
}

/** A lift ride to the next floor upwards or downwards. @param {Given} choices @param {number} z  the present floor @param {boolean} up */
export function liftedBeside(choices, z, up) {
  const stops = (choices?.lifts ?? []).map((to) => to[2]).filter((to) => (up ? to < z : to > z));
  stops.sort((a, b) => Math.abs(a - z) - Math.abs(b - z));
  return stops.length ? lifted(choices, stops[0]) : null;
}

/** @param {Given} choices @param {number} number  of the victim @returns {Message | null} */
export function attackOn(choices, number) {
  const found = choices?.attacks.find(([other]) => other === number);
  return found ? DO.attack(found[1], number) : null;
}

/** @param {Given} choices @param {string} kind */
export const trapped = (choices, kind) => (choices?.traps.includes(kind) ? DO.trap(kind) : null);

/** @param {Given} choices @param {string} item */
export const taken = (choices, item) => (choices?.materials.includes(item) ? DO.take(item) : null);

/** @param {Given} choices */
export const kitted = (choices) => (choices?.kit ? DO.kit() : null);

/** @param {Given} choices */
export const machined = (choices) => (choices?.machine ? DO.machine() : null);

/** @param {Given} choices */
export const boxed = (choices) => (choices?.box ? DO.box() : null);

/** Start or stop the capsule. @param {Given} choices */
export const launched = (choices) => (choices?.start || choices?.stop ? DO.capsule(choices.start) : null);

/** Use the thing at the player's place. @param {Given} choices */
export const used = (choices) => launched(choices) ?? machined(choices) ?? boxed(choices);

/** The action of a tap on a place. @param {Given} choices @param {Mode} mode @param {Place | null} place @returns {Message | null} */
export function tapped(choices, mode, place) {
  if (!place || !choices) return null;
  const target = choices.attacks.find(([, at]) => samePlace(at, place.pos));
  if (mode === "move" && target) return DO.attack(target[1], target[0]);
  const lists = { move: [...choices.moves, ...choices.lifts], blink: choices.blinks, detect: choices.detects };
  return lists[mode].some((to) => samePlace(to, place.pos)) ? DO[mode](place.pos) : null;
}
