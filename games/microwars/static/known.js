/**
 * The knowledge of a side in a game that is shown whole: the board at the beginning of every turn,
 * and its own orders.  A bot is sent the same; neither the numbers of the other side's units nor its orders.
 */

import { ID, OWNER, POINTS, X, Y } from "./state.js";

/** @import { Event, State, TurnEvent, Unit } from "./state.js" */

/** @param {Unit} one @param {Unit} other */
const byPlace = (one, other) => one[X] - other[X] || one[Y] - other[Y];

/**
 * Numbers below 0 in place of those of the other side's units, in the order in which they stand.
 * @param {State} state
 * @param {number} seat
 */
function nameless({ units }, seat) {
  const others = units.filter((unit) => unit[OWNER] !== seat).sort(byPlace);
  return new Map(others.map((unit, i) => [unit[ID], -1 - i]));
}

/** @param {Map<number, number>} names */
const renamed = (names) => (/** @type {number} */ id) => names.get(id) ?? id;

/**
 * The state as far as a side knows it: the other side's units have no numbers.
 * @param {import("./state.js").State} state
 * @param {number} seat
 * @returns {import("./state.js").State}
 */
export function seen(state, seat) {
  const idOf = renamed(nameless(state, seat));
  const units = state.units.map(([id, ...rest]) => /** @type {Unit} */ ([idOf(id), ...rest]));
  return { ...state, units: units.sort((one, other) => other[ID] - one[ID]) };
}

/**
 * The events as a side learns of them.  With a turn comes `by`, the side that knows its own orders:
 * `storyOf` then puts down to the other side what its own shots do not explain.
 * @param {Event[]} events
 * @param {number} seat
 * @param {{previous: import("./state.js").State | null}} moment  whole
 */
export function heard(events, seat, { previous }) {
  return events.map((event) => (event.e === "turn" && previous ? turnHeard(event, seat, previous) : event));
}

/** @param {TurnEvent} event @param {number} seat @param {State} previous */
function turnHeard({ shots, moves, blocked, damage, units, ...rest }, seat, previous) {
  const before = new Map(previous.units.map((unit) => [unit[ID], unit]));
  const idOf = renamed(nameless(previous, seat));
  /** @param {number} id */
  const mine = (id) => before.get(id)?.[OWNER] === seat;
  const dead = new Set(units.filter((unit) => unit[POINTS] === 0).map((unit) => unit[ID]));
  /** @template {[number, ...number[]]} T @param {T[]} list */
  const sorted = (list) => list.sort(([one], [other]) => other - one);
  return {
    ...rest,
    by: seat,
    shots: shots.filter(([id]) => mine(id)),
    moves: moves.filter(([id]) => mine(id)),
    // Whether a unit that is lost could have moved is not to be seen.
    blocked: blocked.filter((id) => mine(id) && !dead.has(id)),
    damage: sorted(damage.map(([id, points]) => /** @type {[number, number]} */ ([idOf(id), Math.min(points, before.get(id)?.[POINTS] ?? 0)]))),
    units: sorted(units.map((unit) => lastSeen(unit, before.get(unit[ID]), dead)).map(([id, ...fields]) => /** @type {Unit} */ ([idOf(id), ...fields]))),
  };
}

/**
 * Where a unit that is lost went before it was removed is not to be seen either.
 * @param {Unit} unit
 * @param {Unit | undefined} before
 * @param {Set<number>} dead
 */
function lastSeen(unit, before, dead) {
  if (!before || !dead.has(unit[ID])) return unit;
  return /** @type {Unit} */ (unit.with(X, before[X]).with(Y, before[Y]));
}
