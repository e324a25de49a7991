/**
 * Snake's state in the browser: the same shape as the engine's `view`, moved on by its events.
 */

import { applied } from "../../player/events.js";

const WIDTH = 16;

/**
 * @typedef {object} Snake
 * @property {number} id
 * @property {number} owner           player of this game, 0 or 1
 * @property {number} bank            cells still to grow
 * @property {number} ray             id of the held ray, or -1
 * @property {[number, number][]} body  head first
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
 * The state after one frame's events.  Neither argument is changed; unchanged parts are shared.
 * @param {State} frame
 * @param {any[]} delta
 * @returns {State}
 */
export function apply(frame, delta) {
  return applied(frame, delta, CHANGES);
}

/** @param {State} state @param {number} id @returns {Snake | undefined} */
export function snakeOf(state, id) {
  return state?.snakes.find((snake) => snake.id === id);
}

/** What a snake is called on the board, in tables and in words: its number in the replay. @param {number} id */
export function numberOf(id) {
  return String(id);
}

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

function changed(state, id, change) {
  const at = state.snakes.findIndex((snake) => snake.id === id);
  if (at < 0) throw new Error(`no snake ${id}`);
  const snakes = state.snakes.slice();
  snakes.splice(at, 1, ...change(snakes[at]));
  return { ...state, snakes };
}

function without(state, id) {
  return changed(state, id, () => []);
}

function moved(state, { snake: id, to, grow, bank, item, ray }) {
  const next = changed(state, id, (snake) => {
    const kept = grow ? snake.body : snake.body.slice(0, -1);
    return [{ ...snake, bank, ray, body: [to, ...kept] }];
  });
  return item < 0 ? next : { ...next, items: next.items.filter((other) => other !== item) };
}

function withWalls(state, cells, mark) {
  const walls = state.walls.split("");
  for (const [x, y] of cells) walls[y * WIDTH + x] = mark;
  return { ...state, walls: walls.join("") };
}

function solidified(state, { snake, owner, cells }) {
  return withWalls(without(state, snake), cells, String(owner));
}

function divided(state, { snake: id, new: born, keep, bank }) {
  const next = changed(state, id, (snake) => [
    { ...snake, bank: 0, body: snake.body.slice(0, keep) },
    { ...snake, id: born, bank, ray: -1, body: snake.body.slice(keep).reverse() },
  ]);
  return { ...next, next: born + 1 };
}

function fired(state, { snake: id, cells }) {
  return withWalls(changed(state, id, (snake) => [{ ...snake, ray: -1 }]), cells, ".");
}

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
