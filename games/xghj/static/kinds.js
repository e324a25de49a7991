/** Kinds of terrain and their appearance.  The rules use only their numbers. */

import { blend } from "../../player/canvas.js";

/** @import { Theme } from "../../player/canvas.js" */

/**
 * @typedef {object} Kind
 * @property {string} letter
 * @property {string} name
 * @property {string} colour
 * @property {number} resource
 * @property {number} attack
 * @property {number} defence
 */

/**
 * @param {string} letter
 * @param {string} name
 * @param {string} colour
 * @param {number} resource
 * @param {number} attack
 * @param {number} defence
 * @returns {Kind}
 */
const kind = (letter, name, colour, resource, attack, defence) => ({ letter, name, colour, resource, attack, defence });

/** The usual kinds, as in the game's own palette. @type {ReadonlyArray<Kind>} */
export const KINDS = Object.freeze([
  kind(".", "plain", "#b9cf8f", 1, 100, 100),
  kind("+", "road", "#c9bfae", 1, 150, 50),
  kind("s", "slope", "#a58f63", 1, 60, 140),
  kind("t", "stairs", "#866f4b", 1, 40, 180),
  kind("~", "river", "#5b9bd0", 0, 0, 100),
  kind("^", "cliff", "#77757c", 0, 0, 200),
  kind("H", "hall", "#d8973c", 5, 100, 120),
  kind("c", "court", "#e3c46b", 3, 100, 100),
  kind(",", "grass", "#86b573", 0, 100, 100),
  kind("m", "mud", "#7d6650", 0, 50, 50),
]);

/**
 * A number of the cells.
 * @typedef {object} Layer
 * @property {"resource" | "attack" | "defence"} id
 * @property {string} title
 * @property {string} colour
 * @property {string} dark  its colour on dark pages
 * @property {string} text  its colour as text
 */

/** The names of a cell's numbers, and their colours. @type {ReadonlyArray<Layer>} */
export const LAYERS = Object.freeze([
  { id: "resource", title: "Resource", colour: "#2f8f3f", dark: "#63c774", text: "#bff0c6" },
  { id: "attack", title: "Attack", colour: "#c0392b", dark: "#ef7d6f", text: "#ffc9c2" },
  { id: "defence", title: "Defence", colour: "#2563c9", dark: "#78a8f5", text: "#cfe0ff" },
]);

const WALL = "#77757c";
const PLAIN = "#b9cf8f";
const RICH = "#d8973c";
const POOR = "#86b573";
const STEEP = "#866f4b";
const FLAT = "#c9bfae";

/** @param {Pick<Kind, "resource" | "attack" | "defence">} kind */
export const tokenOf = ({ resource, attack, defence }) => `${resource}/${attack}/${defence}`;

/**
 * The colour of numbers without a kind: rich cells are golden, cells that are hard to take brown.
 * @param {number} resource
 * @param {number} attack
 * @param {number} defence
 * @param {number} richest  the largest resource of the map
 */
export function mixedColour(resource, attack, defence, richest) {
  if (!attack) return WALL;
  const worth = resource ? blend(PLAIN, RICH, Math.min(1, (resource - 1) / Math.max(1, richest - 1))) : POOR;
  const hold = (defence - attack) / (defence + attack);
  return blend(worth, hold > 0 ? STEEP : FLAT, Math.min(1, Math.abs(hold) * 1.2));
}

/**
 * The colour of a cell by its numbers.
 * @param {ReadonlyArray<Kind>} kinds  the first one with the same numbers counts
 * @param {number} richest
 * @returns {(resource: number, attack: number, defence: number) => string}
 */
export function colours(kinds, richest) {
  /** @type {Map<string, string>} */
  const known = new Map([...kinds].reverse().map((one) => [tokenOf(one), one.colour]));
  return (resource, attack, defence) => {
    const token = `${resource}/${attack}/${defence}`;
    let colour = known.get(token);
    if (colour === undefined) {
      colour = mixedColour(resource, attack, defence, richest);
      known.set(token, colour);
    }
    return colour;
  };
}

/**
 * The colour of a value on a layer: from the page's ground to the layer's own.
 * @param {Pick<Layer, "colour" | "dark">} layer
 * @param {number} part  of the largest value, 0 to 1
 * @param {Theme} theme
 */
export function shade(layer, part, theme) {
  const full = theme.dark ? layer.dark : layer.colour;
  return blend(theme.surface, full, part ? 0.12 + 0.78 * Math.sqrt(part) : 0);
}
