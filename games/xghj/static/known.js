/** The knowledge of a country in a game that the page knows completely; its bot gets the same. */

import { told } from "./state.js";
import { inSight } from "./vision.js";

/** @import { Around, Change, Event, Known, KnownEvent, RoundEvent, Scene, State } from "./state.js" */

const UNKNOWN = "?";
const NOBODY = ".";
const UNDISCOVERED = "U";
const NOT_ONESELF = "-";

/** @param {Pick<Known, "phase">} state */
const isOpening = ({ phase }) => phase === "bid" || phase === "spawn";

/**
 * Whether a country knows the relation of the two.
 * @param {Known} state
 * @param {number} seat
 * @param {number} one
 * @param {number} other
 */
const knowsPair = (state, seat, one, other) => one === seat || other === seat || told(state, seat, one) || told(state, seat, other);

/**
 * The state as a country knows it.  Unknown numbers are null, unknown capitals -1, and land out of
 * sight is free.  Undiscovered countries count as alive.
 * @param {State} state
 * @param {number} seat
 * @param {Scene} scene
 * @returns {Known}
 */
export function seen(state, seat, scene) {
  const opening = isOpening(state);
  /** @param {number} player */
  const open = (player) => (opening ? player === seat : told(state, seat, player));
  /** @template T, U @param {T[]} list @param {(player: number) => boolean} isKept @param {U} other @returns {(T | U)[]} */
  const kept = (list, isKept, other) => list.map((value, player) => (isKept(player) ? value : other));
  const known = opening ? null : inSight(state, scene, seat);
  /** @param {number} player */
  const mine = (player) => player === seat;
  return {
    ...state,
    owner: known ? [...state.owner].map((letter, place) => (known[place] ? letter : NOBODY)).join("") : state.owner,
    sieged: known ? state.sieged.filter((place) => known[place]) : state.sieged,
    saving: kept(state.saving, open, null),
    income: kept(state.income, open, null),
    area: kept(state.area, (player) => open(player) || state.relation[seat][player] === "N", null),
    capital: kept(state.capital, open, -1),
    relation: state.relation.map((row, one) => [...row]
      .map((letter, other) => (letter === NOT_ONESELF || knowsPair(state, seat, one, other) ? letter : UNKNOWN)).join("")),
    justify: kept(state.justify, mine, state.justify.map(() => 0)),
    betrayed: kept(state.betrayed, mine, 0),
    alive: kept(state.alive, mine, 1),
    reached: state.over ? state.reached : state.reached.filter(mine),
    marks: state.marks.filter(({ place, kind }) => !known || known[place] || kind === "broken"),
    ...(state.bids && { bids: kept(state.bids, mine, null), order: undefined }),
    ...(state.spawns && { spawns: state.spawns.filter(({ p }) => mine(p)) }),
  };
}

/**
 * The events as a country learns of them.
 * @param {Event[]} events
 * @param {number} seat
 * @param {Around} around  complete
 * @returns {KnownEvent[]}
 */
export function heard(events, seat, { state, previous, scene }) {
  return events.flatMap(/** @returns {KnownEvent[]} */ (event) => {
    if (event.e === "bids") return [{ ...event, bids: { [seat]: event.bids[seat] }, order: [seat], own: true }];
    if (event.e === "spawn") return event.p === seat ? [event] : [];
    return event.e === "round" && previous ? [roundHeard(event, seat, { state, previous, scene })] : [event];
  });
}

/** @param {RoundEvent} event @param {number} seat @param {{state: State, previous: State, scene: Scene}} around */
function roundHeard(event, seat, { state, previous, scene }) {
  // The countries about which this one knows everything, both before and after the round.
  /** @param {number} player */
  const open = (player) => told(previous, seat, player) && told(state, seat, player);
  /** @param {Change} change */
  const paired = ([one, other]) => knowsPair(previous, seat, one, other) && knowsPair(state, seat, one, other);
  const [before, now] = [inSight(previous, scene, seat), inSight(state, scene, seat)];
  /** @param {number} player */
  const mine = (player) => player === seat;
  const nothing = NOT_ONESELF.repeat(event.stances.length);
  /** @param {number} player */
  const then = (player) => (told(previous, seat, player) ? previous.capital[player] : -1);
  return {
    ...event,
    stances: event.stances.map((row, player) => (mine(player) ? row : nothing)),
    // A country does not learn which other country backstabbed.
    changes: event.changes.filter(paired).map(([one, other, from, to, traitor]) => /** @type {Change} */ ([one, other, from, to, traitor === seat ? traitor : null])),
    homeless: event.homeless.filter(open),
    bombs: event.bombs.filter(([player]) => mine(player)),
    cells: event.cells.filter(([place]) => before[place] && now[place]),
    capital: event.capital.map((place, player) => (open(player) ? place : then(player))),
    fallen: event.fallen.filter((player) => mine(player) || previous.relation[seat][player] !== UNDISCOVERED),
    reached: event.reached.filter((player) => mine(player) || state.over),
  };
}
