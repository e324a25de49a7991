/**
 * The state of a game in the browser: the engine's `view`, updated by its events.  Key frames are
 * parsed once, when they are first needed.
 */

import { applied } from "../../player/events.js";
import { Queue } from "./queue.js";
import { CAPITAL, Tiles, kindOf, ownerOf } from "./tiles.js";

/** Land and units are null where the seat in view does not know them. */
/** @typedef {[player: number, defeated: number, land: number | null, units: number | null]} PlayerRank */
/** @typedef {[team: number, land: number | null, units: number | null, players: PlayerRank[]]} TeamRank */

/** @typedef {import("./queue.js").Order} Order */
/** @typedef {["move", x: number, y: number, letter: string, half: boolean] | ["undo"] | ["clear"]} Op  of a player */

/**
 * @typedef {object} Scene
 * @property {number} width
 * @property {number} height
 * @property {number} halfturns
 * @property {number[]} teams  by player, from player 1
 * @property {{silent_war: boolean, crystal_clear: boolean, misty_veil: number | null}} modifiers
 * @property {number[]} lit    places that are always in view
 * @property {string} echo     a digit for each tile
 */

/**
 * The board as a team sees it: a character for each tile, and a number.
 * @typedef {{half: number, owners: string, kinds: string, units: number[]}} Sight
 */

/**
 * @typedef {Sight & {capitals: number[], queues: Order[][], ranking: TeamRank[], winner: number, over: boolean}} Key
 *   a key frame
 */

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

/** @typedef {State | Key} Frame */

/**
 * The engine's events, see `frames.py`.
 * @typedef {{e: "ops", p: number, ops: Op[]}} OpsEvent
 * @typedef {{e: "end", words: string, ranks: number[]}} EndEvent
 * @typedef {OpsEvent | HalfEvent | EndEvent} Event
 *
 * @typedef {object} HalfEvent
 * @property {"half"} e
 * @property {number} id
 * @property {Move[]} moves
 * @property {Dropped[]} dropped
 * @property {Capture[]} captures
 * @property {Left[]} left
 * @property {number[]} beaten
 * @property {[place: number, owner: number, kind: number, units: number][]} tiles
 * @property {TeamRank[]} ranking
 * @property {number} winner
 * @property {Change[]} [sight]  what a seat sees of others' moves
 *
 * @typedef {[player: number, from: number, to: number, units: number]} Move
 * @typedef {[player: number, x: number, y: number, direction: number, half: number, reason: string]} Dropped
 * @typedef {[loser: number, taker: number, place: number]} Capture
 * @typedef {[player: number, heir: number]} Left
 * @typedef {[place: number, owner: number, before: number, units: number]} Change
 */

/**
 * The view of a person, and the questions to them.
 * @typedef {Sight & {queue: Order[]}} SeatView
 *
 * @typedef {object} Prompt
 * @property {string[]} messages
 * @property {TeamRank[]} ranking
 * @property {{order: ["move", x: number, y: number, letter: string, half: boolean], reason: string} | null} [dropped]
 */

/**
 * @typedef {{state: Frame, scene: Scene, event: Event}} Game
 * @typedef {{state: State, scene: Scene, event: Event, view: SeatView, prompt: Prompt, choices: unknown, action: Op[]}} Played
 * @typedef {import("../../player/contract.js").DrawOptions<Game>} DrawOptions
 * @typedef {import("../../player/contract.js").TextOptions<Game>} TextOptions
 * @typedef {import("../../player/contract.js").Around<Game>} Around
 */

/** @type {WeakMap<Key, State>} */
const read = new WeakMap();

/**
 * The state of a frame: a result of `apply` as it is, or a key frame after parsing.
 * @param {Frame} frame
 * @returns {State}
 */
export function stateOf(frame) {
  if ("tiles" in frame) return frame;
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
 * @param {Frame} frame
 * @param {Event[]} delta
 * @returns {State}
 */
export function apply(frame, delta) {
  return applied(stateOf(frame), delta, CHANGES);
}

/** @type {import("../../player/events.js").Changes<State, Event>} */
const CHANGES = {
  ops: queued,
  half: played,
  end: (state) => ({ ...state, over: true }),
};

/** @param {State} state @param {OpsEvent} event */
function queued(state, { p: player, ops }) {
  const queues = state.queues.slice();
  queues[player - 1] = queues[player - 1].changed(ops);
  return { ...state, queues };
}

/** @param {State} state @param {HalfEvent} event */
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

/**
 * Capitals after a half-turn. Under Leapfrog, a captured place becomes the taker's capital.
 * @param {State} state
 * @param {HalfEvent} event
 */
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

/**
 * Queues after a half-turn: without their first order, and empty after a refusal or a defeat.
 * @param {State} state
 * @param {HalfEvent} event
 */
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
 * @param {Frame} frame
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
