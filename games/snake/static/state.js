/**
 * Snake's state in the browser: the same shape as the engine's `view`, moved on by its events.
 */

import { applied } from "../../player/events.js";

const WIDTH = 16;

/** @typedef {[x: number, y: number]} Place  a cell, y upwards */
/** @typedef {[x: number, y: number, round: number, type: number, param: number]} Item */
/** @typedef {{width: number, height: number, rounds: number, items: Item[]}} Scene */

/**
 * @typedef {object} Snake
 * @property {number} id
 * @property {number} owner           player of this game, 0 or 1
 * @property {number} bank            cells still to grow
 * @property {number} ray             id of the held ray, or -1
 * @property {Place[]} body         head first
 */

/**
 * @typedef {object} State
 * @property {number} round
 * @property {number} player          who must act now, -1 after the end
 * @property {number} acting          id of the snake to act now, -1 after the end
 * @property {Snake[]} snakes         player 0's first, each list in acting order
 * @property {string} walls           256 characters, index y*16+x: '.', '0' or '1'
 * @property {number[]} items         ids on the map, sorted
 * @property {number} next            the next snake's id
 * @property {[number, number]} scores
 * @property {boolean} over
 */

/**
 * The engine's events, see `events.py`.
 * @typedef {{e: "op", player: number, snake: number, op: number}} OpEvent
 * @typedef {{e: "move", snake: number, to: Place, grow: boolean, bank: number, item: number, ray: number}} MoveEvent
 * @typedef {{e: "die", snake: number, why: string, at: Place}} DieEvent
 * @typedef {{e: "solid", snake: number, owner: number, at: Place, cells: Place[]}} SolidEvent
 * @typedef {{e: "split", snake: number, new: number, keep: number, bank: number}} SplitEvent
 * @typedef {{e: "ray", snake: number, item: number, from: Place, to: Place, cells: Place[]}} RayEvent
 * @typedef {{e: "round", round: number, gone: number[], new: number[], eaten: [number, number, number][]}} RoundEvent
 * @typedef {{e: "next", player: number, acting: number, scores: [number, number]}} NextEvent
 * @typedef {{e: "end", reason: string, winner: number, scores: [number, number], seat: number, detail: string}} EndEvent
 * @typedef {OpEvent | MoveEvent | DieEvent | SolidEvent | SplitEvent | RayEvent | RoundEvent | NextEvent | EndEvent} Event
 */

/**
 * The options of the acting snake, see `choices.py`.
 * @typedef {{op: number, refused: string} | {op: number, refused?: undefined, events: Event[]}} Entry  of one op
 * @typedef {{snake: number, ops: Entry[]}} Choices
 */

/**
 * @typedef {{state: State, scene: Scene, event: Event, view: State, prompt: unknown, choices: Choices, action: number}} Game
 * @typedef {import("../../player/contract.js").DrawOptions<Game>} DrawOptions
 * @typedef {import("../../player/contract.js").TextOptions<Game>} TextOptions
 */

/**
 * The state after one frame's events.  Neither argument is changed; unchanged parts are shared.
 * @param {State} frame
 * @param {Event[]} delta
 * @returns {State}
 */
export function apply(frame, delta) {
  return applied(frame, delta, CHANGES);
}

/** @param {State | null | undefined} state @param {number} id @returns {Snake | undefined} */
export function snakeOf(state, id) {
  return state?.snakes.find((snake) => snake.id === id);
}

/** The name of a snake on the board, in tables and in words: its number in the replay. @param {number} id */
export function numberOf(id) {
  return String(id);
}

/** @type {import("../../player/events.js").Changes<State, Event>} */
const CHANGES = {
  op: (state) => state,
  move: moved,
  die: (state, { snake }) => without(state, snake),
  solid: solidified,
  split: divided,
  ray: fired,
  round: roundBegun,
  next: (state, { player, acting, scores }) => ({ ...state, player, acting, scores }),
  end: (state, { scores }) => ({ ...state, player: -1, acting: -1, scores, over: true }),
};

/** @param {State} state @param {number} id @param {(snake: Snake) => Snake[]} change */
function changed(state, id, change) {
  const at = state.snakes.findIndex((snake) => snake.id === id);
  if (at < 0) throw new Error(`no snake ${id}`);
  const snakes = state.snakes.slice();
  snakes.splice(at, 1, ...change(snakes[at]));
  return { ...state, snakes };
}

/** @param {State} state @param {number} id */
function without(state, id) {
  return changed(state, id, () => []);
}

/** @param {State} state @param {MoveEvent} event */
function moved(state, { snake: id, to, grow, bank, item, ray }) {
  const next = changed(state, id, (snake) => {
    const kept = grow ? snake.body : snake.body.slice(0, -1);
    return [{ ...snake, bank, ray, body: [to, ...kept] }];
  });
  return item < 0 ? next : { ...next, items: next.items.filter((other) => other !== item) };
}

/** @param {State} state @param {Place[]} cells @param {string} mark */
function withWalls(state, cells, mark) {
  const walls = state.walls.split("");
  for (const [x, y] of cells) walls[y * WIDTH + x] = mark;
  return { ...state, walls: walls.join("") };
}

/** @param {State} state @param {SolidEvent} event */
function solidified(state, { snake, owner, cells }) {
  return withWalls(without(state, snake), cells, String(owner));
}

/** @param {State} state @param {SplitEvent} event */
function divided(state, { snake: id, new: born, keep, bank }) {
  const next = changed(state, id, (snake) => [
    { ...snake, bank: 0, body: snake.body.slice(0, keep) },
    { ...snake, id: born, bank, ray: -1, body: snake.body.slice(keep).reverse() },
  ]);
  return { ...next, next: born + 1 };
}

/** @param {State} state @param {RayEvent} event */
function fired(state, { snake: id, cells }) {
  return withWalls(changed(state, id, (snake) => [{ ...snake, ray: -1 }]), cells, ".");
}

/** @param {State} state @param {RoundEvent} event */
function roundBegun(state, { round, gone, new: come, eaten }) {
  const items = state.items.filter((item) => !gone.includes(item));
  let next = { ...state, round, items: [...items, ...come].sort((a, b) => a - b) };
  for (const [item, id, bank] of eaten) {
    // An item that leaves the bank as it was is a ray: lengths are at least 1.
    next = changed(next, id, (snake) => [
      bank === snake.bank ? { ...snake, ray: item } : { ...snake, bank },
    ]);
  }
  return next;
}
