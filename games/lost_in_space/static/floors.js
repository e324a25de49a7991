/**
 * The choice of the large floor, if there is no room for all three: the floor that a person chose,
 * else the floor with most players.  The overview of the floors is a row of tabs.  The tabs are
 * buttons over the canvas, so that screen readers and the keyboard can reach them.
 */

import { listed } from "../../player/phrases.js";
import { FLOORS, floorWords, isUp } from "./station.js";
import { isPartial, ownerOf } from "./state.js";
import { BOARD } from "./words.js";

/** @import { DrawOptions, State } from "./state.js" */
/** @import { Layout } from "./layout.js" */

/** The data of one canvas. */
class Desk {
  constructor() {
    /** @type {number | null} that somebody has chosen */
    this.chosen = null;
    /** @type {(() => void) | null} */
    this.redraw = null;
    /** @type {HTMLElement | null} */
    this.tabs = null;
    /** The content of the tabs when they were last made. */
    this.shown = "";
    /** Repeat the last drawing. */
    this.again = () => {};
  }
}

/** @type {WeakMap<HTMLCanvasElement, Desk>} */
const desks = new WeakMap();

/** @param {HTMLCanvasElement} canvas @returns {Desk} */
function deskOf(canvas) {
  const desk = desks.get(canvas) ?? new Desk();
  desks.set(canvas, desk);
  return desk;
}

/** Set a function to call instead of repeating the last drawing. @param {HTMLCanvasElement} canvas @param {() => void} redraw */
export function redrawWith(canvas, redraw) {
  deskOf(canvas).redraw = redraw;
}

/** Show a floor; null: follow the players. @param {HTMLCanvasElement} canvas @param {number | null} z */
export function choose(canvas, z) {
  deskOf(canvas).chosen = z;
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {State} state
 * @param {number | null} view  the seat in view
 */
export function largeFloor(canvas, state, view) {
  return deskOf(canvas).chosen ?? liveliest(state, view);
}

/**
 * The floor of the seat in view; without one, the floor with most players, preferably the middle one.
 * @param {State} state
 * @param {number | null} view
 */
function liveliest(state, view) {
  const seat = isPartial(state) ? ownerOf(state) : view;
  const own = seat === null ? null : state.players[seat]?.pos;
  if (own) return own[2];
  const counts = new Array(FLOORS).fill(0);
  for (const { status, pos } of state.players) if (isUp(status) && pos) counts[pos[2]] += 1;
  return [1, 2, 0].reduce((best, z) => (counts[z] > counts[best] ? z : best));
}

/**
 * The players on a floor in words, for screen readers.
 * @param {State} state
 * @param {number} z
 * @param {string[]} names
 */
function whoIsThere(state, z, names) {
  const there = state.players.flatMap(({ status, pos }, number) => (isUp(status) && pos?.[2] === z ? [names[number]] : []));
  return there.length ? `, ${listed(there)} there` : "";
}

/**
 * Place the tabs over the overview on a canvas; without an overview there are no tabs.
 * @param {HTMLCanvasElement} canvas
 * @param {Layout} layout
 * @param {State} state  as far as it may be known
 * @param {DrawOptions} options
 * @param {() => void} again  draw once more
 */
export function placeTabs(canvas, layout, state, { scene, setup, names: given }, again) {
  const stage = canvas.parentElement;
  // Small boards are links to their matches.
  if (!stage?.matches(".player-stage")) return;
  const desk = deskOf(canvas);
  if (!layout.minis.length) {
    desk.tabs?.remove();
    desk.tabs = null;
    desk.shown = "";
    return;
  }
  const names = given ?? setup?.seats?.map(({ name = "" }) => name) ?? state.players.map((_, number) => `player ${number}`);
  const words = layout.minis.map(({ z }) => `${capital(floorWords(scene, z))}${whoIsThere(state, z, names)}`);
  const boxes = layout.minis.map(({ left, top, width, height }) => [left, top, width, height].map(Math.round));
  const shown = JSON.stringify([words, boxes, layout.large, desk.chosen]);
  desk.again = again;
  if (shown === desk.shown && desk.tabs?.isConnected) return;
  desk.shown = shown;
  desk.tabs ??= tabsFor(desk);
  if (desk.tabs.parentElement !== stage) stage.append(desk.tabs);
  [...desk.tabs.children].forEach((child, z) => {
    const tab = /** @type {HTMLElement} */ (child);
    const [left, top, width, height] = boxes[z];
    Object.assign(tab.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    tab.setAttribute("aria-label", words[z]);
    tab.setAttribute("aria-pressed", String(layout.large === z));
    tab.title = desk.chosen === z ? BOARD.follow : BOARD.show(floorWords(scene, z));
  });
}

/** @param {string} text */
const capital = (text) => text[0].toUpperCase() + text.slice(1);

/** @param {Desk} desk */
function tabsFor(desk) {
  const box = document.createElement("div");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Floors");
  for (let z = 0; z < FLOORS; z += 1) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.dataset.floor = String(z);
    tab.style.cssText = "position: absolute; padding: 0; min-width: 0; min-height: 0; border: 0; border-radius: 6px; background: none; cursor: pointer;";
    tab.addEventListener("click", () => {
      desk.chosen = desk.chosen === z ? null : z;
      (desk.redraw ?? desk.again)();
    });
    box.append(tab);
  }
  return box;
}
