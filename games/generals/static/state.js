/**
 * The state of a game in the browser: the engine's `view`, updated by its events.  Key frames are
 * parsed once, when they are first needed.
 */

import { applied } from "../../player/events.js";
import { Queue } from "./queue.js";
import { CAPITAL, Tiles, kindOf, ownerOf } from "./tiles.js";

/** @typedef {[player: number, defeated: number, land: number, units: number]} PlayerRank */
/** @typedef {[team: number, land: number, units: number, players: PlayerRank[]]} TeamRank */

/**
 * @typedef {object} State
 * @property {number} half         half-turns played, which is the number of the next
 * @property {Tiles} tiles
 * @property {number[]} capitals   place by player, from player 1; -1 once beaten
 * @property {Queue[]} queues      waiting orders by player, from player 1
 * @property {TeamRank[]} ranking  best team first
 * @property {number} winner       team, 0 while there is none
 * @property {boolean} over
 */

const read = new WeakMap();

/**
 * The state of a frame: a result of `apply` as it is, or a key frame after parsing.
 * @param {any} frame
 * @returns {State}
 */
export function stateOf(frame) {
  if (frame.tiles) return frame;
  let state = read.get(frame);
  if (!state) {
    const { half, capitals, queues, ranking, winner, over } = frame;
    const waiting = queues.map((orders) => new Queue(orders.slice()));
    state = { half, tiles: Tiles.read(frame), capitals, queues: waiting, ranking, winner, over };
    read.set(frame, state);
  }
  return state;
}

/**
 * The state after one frame's events.  Neither argument is changed; unchanged parts are shared.
 * @param {any} frame
 * @param {any[]} delta
 * @returns {State}
 */
export function apply(frame, delta) {
  return applied(stateOf(frame), delta, CHANGES);
}

const CHANGES = {
  ops: queued,
  half: played,
  end: (state) => ({ ...state, over: true }),
};

function queued(state, { p: player, ops }) {
  const queues = state.queues.slice();
  queues[player - 1] = queues[player - 1].changed(ops);
  return { ...state, queues };
}

function played(state, event) {
  const half = event.id + 1;
  return {
    ...state,
    half,
    tiles: state.tiles.with(event.tiles, half),
    capitals: capitalsAfter(state, event),
    queues: queuesAfter(state, event),
    ranking: event.ranking,
    winner: event.winner,
  };
}

/** Capitals after a half-turn. Under Leapfrog, a captured place becomes the taker's capital. */
function capitalsAfter({ capitals }, { captures, left, tiles }) {
  if (!captures.length && !left.length) return capitals;
  const next = capitals.slice();
  const kinds = new Map(tiles.map(([place, , kind]) => [place, kind]));
  for (const [loser, taker, place] of captures) {
    next[loser - 1] = -1;
    if (kinds.get(place) === CAPITAL) next[taker - 1] = place;
  }
  for (const [player] of left) next[player - 1] = -1;
  return next;
}

/** Queues after a half-turn: without their first order, and empty after a refusal or a defeat. */
function queuesAfter({ queues, capitals }, { dropped, beaten }) {
  const emptied = new Set(beaten);
  for (const [player] of dropped) emptied.add(player);
  return queues.map((queue, i) => {
    if (emptied.has(i + 1)) return queue.cleared();
    return capitals[i] < 0 ? queue : queue.shifted();
  });
}

/**
 * The state as the engine would give it in a key frame.
 * @param {any} frame
 */
export function keyOf(frame) {
  const { tiles, queues, ...rest } = stateOf(frame);
  const [codes, units] = [new Uint8Array(tiles.count), new Float64Array(tiles.count)];
  tiles.flatten(rest.half, codes, units);
  return {
    ...rest,
    owners: Array.from(codes, (code) => ownerOf(code).toString(17)).join(""),
    kinds: Array.from(codes, kindOf).join(""),
    units: [...units],
    queues: queues.map((queue) => queue.list()),
  };
}
