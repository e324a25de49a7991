/**
 * Which floor is large where there is no room for all three: the one that somebody chose, else the
 * one where most is going on.  The overview of the floors is a row of tabs: buttons over the canvas,
 * because a canvas has none that can be read out or reached with the keyboard.
 */

import { listed } from "../../player/telling.js";
import { FLOORS, floorWords, isUp } from "./station.js";
import { isPartial, ownerOf } from "./state.js";

/** What belongs to one canvas. */
class Desk {
  constructor() {
    /** @type {number | null} that somebody has chosen */
    this.chosen = null;
    /** @type {(() => void) | null} */
    this.redraw = null;
    /** @type {HTMLElement | null} */
    this.tabs = null;
    /** What the tabs were made of last. */
    this.shown = "";
    /** Draw as last time. */
    this.again = () => {};
  }
}

const desks = new WeakMap();

/** @param {any} canvas @returns {Desk} */
function deskOf(canvas) {
  if (!desks.has(canvas)) desks.set(canvas, new Desk());
  return desks.get(canvas);
}

/** Call this in place of drawing once more as before. @param {any} canvas @param {() => void} redraw */
export function redrawWith(canvas, redraw) {
  deskOf(canvas).redraw = redraw;
}

/** Show a floor; null: the one where most is going on. @param {any} canvas @param {number | null} z */
export function choose(canvas, z) {
  deskOf(canvas).chosen = z;
}

/**
 * @param {any} canvas
 * @param {import("./state.js").State} state
 * @param {number | null} view  the seat whose eyes one looks through
 */
export function largeFloor(canvas, state, view) {
  return deskOf(canvas).chosen ?? liveliest(state, view);
}

/** The floor of whoever looks; else that with most players, the middle one first. */
function liveliest(state, view) {
  const seat = isPartial(state) ? ownerOf(state) : view;
  const own = seat === null ? null : state.players[seat]?.pos;
  if (own) return own[2];
  const counts = new Array(FLOORS).fill(0);
  for (const { status, pos } of state.players) if (isUp(status) && pos) counts[pos[2]] += 1;
  return [1, 2, 0].reduce((best, z) => (counts[z] > counts[best] ? z : best));
}

/** Who is on a floor, for those who hear it. */
function whoIsThere(state, z, names) {
  const there = state.players.flatMap(({ status, pos }, number) => (isUp(status) && pos?.[2] === z ? [names[number]] : []));
  return there.length ? `, ${listed(there)} there` : "";
}

/**
 * Bring the tabs over a canvas to where the overview is drawn; without one there are none.
 * @param {any} canvas
 * @param {import("./layout.js").Layout} layout
 * @param {import("./state.js").State} state  as far as it may be known
 * @param {any} options  as the view's `draw` was given them
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
  const names = given ?? setup?.seats?.map(({ name }) => name) ?? state.players.map((_, number) => `player ${number}`);
  const words = layout.minis.map(({ z }) => `${capital(floorWords(scene, z))}${whoIsThere(state, z, names)}`);
  const boxes = layout.minis.map(({ left, top, width, height }) => [left, top, width, height].map(Math.round));
  const shown = JSON.stringify([words, boxes, layout.large, desk.chosen]);
  desk.again = again;
  if (shown === desk.shown && desk.tabs?.isConnected) return;
  desk.shown = shown;
  desk.tabs ??= tabsFor(desk);
  if (desk.tabs.parentElement !== stage) stage.append(desk.tabs);
  [...desk.tabs.children].forEach((/** @type {any} */ tab, z) => {
    const [left, top, width, height] = boxes[z];
    Object.assign(tab.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    tab.setAttribute("aria-label", words[z]);
    tab.setAttribute("aria-pressed", String(layout.large === z));
    tab.title = desk.chosen === z ? "Follow the players again" : `Show the ${floorWords(scene, z)}`;
  });
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

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
