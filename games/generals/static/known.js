/**
 * The knowledge of one seat, derived from the whole game: its team's view of the board, its own
 * orders, the leaderboard and the messages.  A bot gets the same.
 */

import { HIDDEN, Tiles, codeOf, ownerOf } from "./tiles.js";
import { hide } from "./vision.js";
import { stateOf } from "./state.js";
import { Queue } from "./queue.js";

/** @import { Around, Capture, Change, Dropped, Event, Frame, HalfEvent, Left, Move, PlayerRank, Scene, State, TeamRank } from "./state.js" */

const NONE = new Queue([]);

/**
 * States as seats know them, the newest first: a frame and the events that are heard in it need the same two.
 * @type {{state: State, seat: number, known: State}[]}
 */
let kept = [];
const MOST_KEPT = 4;

/**
 * The state as far as a seat knows it: tiles out of view are of kind `HIDDEN`.
 * @param {Frame} frame
 * @param {number} seat
 * @param {Scene} scene
 * @returns {State}
 */
export function seen(frame, seat, scene) {
  const state = stateOf(frame);
  const same = kept.find((one) => one.state === state && one.seat === seat);
  if (same) return same.known;
  const known = knownOf(state, seat, scene);
  kept = [{ state, seat, known }, ...kept.slice(0, MOST_KEPT - 1)];
  return known;
}

/** @param {State} state @param {number} seat @param {Scene} scene @returns {State} */
function knownOf(state, seat, scene) {
  const { tiles, half } = state;
  const [codes, units, hidden] = [new Uint8Array(tiles.count), new Float64Array(tiles.count), new Uint8Array(tiles.count)];
  tiles.flatten(half, codes, units);
  hide(scene, scene.teams[seat], codes, units, hidden);
  for (let place = 0; place < codes.length; place += 1) if (hidden[place]) codes[place] = codeOf(0, HIDDEN);
  return {
    ...state,
    tiles: Tiles.of(codes, units, half),
    capitals: state.capitals.map((place) => (place >= 0 && hidden[place] ? -1 : place)),
    queues: state.queues.map((queue, player) => (player === seat ? queue : NONE)),
    ranking: scene.modifiers.silent_war ? silenced(state.ranking, seat) : state.ranking,
  };
}

/**
 * The leaderboard under Silent War: own tiles and units, and which players are beaten.
 * @param {TeamRank[]} ranking
 * @param {number} seat
 */
function silenced(ranking, seat) {
  const rows = ranking.map(([team, , , players]) => /** @type {TeamRank} */ ([team, null, null, players
    .map(([player, defeated, ...own]) => /** @type {PlayerRank} */ ([player, defeated, ...(player === seat + 1 ? own : [null, null])]))
    .sort(([one], [other]) => one - other)]));
  return rows.sort(([one], [other]) => one - other);
}

/**
 * The events that a seat knows: its own orders and moves, captures and leaving players as in the
 * messages, and in `sight` the tiles in view that others have changed.
 * @param {Event[]} events
 * @param {number} seat
 * @param {Around} moment  of the whole game, not of the seat's view
  * @returns {Event[]}
 */
export function heard(events, seat, moment) {
  return events.flatMap(/** @returns {Event[]} */ (event) => {
    if (event.e === "ops") return event.p === seat + 1 ? [event] : [];
    return event.e === "half" ? [halfHeard(event, seat, moment)] : [event];
  });
}

/** @param {HalfEvent} event @param {number} seat @param {Around} around */
function halfHeard(event, seat, { state, previous, scene }) {
  const now = seen(state, seat, scene);
  const before = previous ? seen(previous, seat, scene) : now;
  /** @param {Move | Dropped | Left} told */
  const own = ([player]) => player === seat + 1;
  /** @param {State} state @param {number} place */
  const inView = ({ tiles }, place) => tiles.code(place) !== codeOf(0, HIDDEN);
  const silent = scene.modifiers.silent_war;
  /** @param {number} player */
  const ours = (player) => scene.teams[player - 1] === scene.teams[seat];
  const moves = event.moves.filter(own);
  return {
    ...event,
    moves,
    dropped: event.dropped.filter(own),
    captures: event.captures
      .filter(([loser, taker, place]) => !silent || ours(loser) || ours(taker) || (inView(before, place) && inView(now, place)))
      .map(([loser, taker, place]) => /** @type {Capture} */ ([loser, taker, inView(before, place) || inView(now, place) ? place : -1])),
    left: silent ? event.left.filter(own) : event.left,
    tiles: [],
    sight: changesIn(before, now, new Set(moves.flatMap(([, from, to]) => [from, to]))),
  };
}

/**
 * `[place, owner, owner before, units]` of tiles in view before and after that changed other than by growth.
 * @param {State} before
 * @param {State} now
 * @param {Set<number>} apart
 */
function changesIn(before, now, apart) {
  const nothing = codeOf(0, HIDDEN);
  /** @type {Change[]} */
  const found = [];
  now.tiles.changesSince(before.tiles, now.half, (place, code, old, units) => {
    if (old !== nothing && code !== nothing && !apart.has(place)) found.push([place, ownerOf(code), ownerOf(old), units]);
  });
  return found;
}
