/** A turn retold: who shot at what, who was hit by whom, who moved, who was in whose way, who fell. */

import { ID, KIND, OWNER, POINTS, X, Y, SPECS, apart } from "./state.js";

/** @import { Field, State, TurnEvent, Unit } from "./state.js" */

/** @typedef {{unit: Unit, x: number, y: number, blast: number}} Shot  unit: as it stood before */

/**
 * @typedef {object} Story
 * @property {Shot[]} shots
 * @property {Map<number, number>} damage   points by id
 * @property {Map<number, number[]>} hits   the same by who shot: [first side, second side]
 * @property {Map<number, Field>} moved    where units went, by id
 * @property {Map<number, Field>} blocked  where units wanted to go in vain, by id
 * @property {Unit[]} lost  at their last places
 */

/** @type {WeakMap<TurnEvent, {before: State, story: Story}>} */
const known = new WeakMap();

/**
 * The moves, shots and losses of a turn.
 * @param {TurnEvent} event
 * @param {import("./state.js").State} before
 * @returns {Story}
 */
export function storyOf(event, before) {
  const kept = known.get(event);
  if (kept?.before === before) return kept.story;
  const story = made(event, before);
  known.set(event, { before, story });
  return story;
}

/** @param {TurnEvent} event @param {State} before */
function made({ shots, moves, blocked, damage, units, by }, before) {
  const standing = new Map(before.units.map((unit) => [unit[ID], unit]));
  const told = shots.flatMap(([id, x, y]) => {
    const unit = standing.get(id);
    return unit ? [{ unit, x, y, blast: SPECS[unit[KIND]].blast }] : [];
  });
  const hit = damage.map(([id]) => standing.get(id)).filter((unit) => unit !== undefined);
  const stuck = new Set(blocked);
  const wishes = moves.map(([id, x, y]) => /** @type {[number, Field]} */ ([id, [x, y]]));
  return {
    shots: told,
    damage: new Map(damage),
    hits: explained(hitsOf(told, hit), new Map(damage), by),
    moved: new Map(wishes.filter(([id]) => !stuck.has(id))),
    blocked: new Map(wishes.filter(([id]) => stuck.has(id))),
    lost: units.filter((unit) => unit[POINTS] === 0),
  };
}

/** By whom each of the units that were hit was hit. @param {Shot[]} shots @param {Unit[]} units */
function hitsOf(shots, units) {
  return new Map(units.map((unit) => {
    const by = [0, 0];
    for (const { unit: shooter, x, y, blast } of shots) {
      if (apart(x, y, unit[X], unit[Y]) <= blast) by[shooter[OWNER]] += SPECS[shooter[KIND]].power;
    }
    return /** @type {const} */ ([unit[ID], by]);
  }));
}

/**
 * With the orders of one side known alone, the rest of the damage is the other side's.
 * @param {Map<number, number[]>} hits
 * @param {Map<number, number>} damage
 * @param {number | undefined} by
 */
function explained(hits, damage, by) {
  if (by === undefined) return hits;
  for (const [id, points] of hits) points[1 - by] = Math.max(0, (damage.get(id) ?? 0) - points[by]);
  return hits;
}

/**
 * The units of a side that its own shots have hit, with how many points these took.
 * @param {Story} story
 * @param {State} before
 * @param {number} seat
 */
export function friendly({ hits }, before, seat) {
  return before.units.flatMap((unit) => {
    const points = unit[OWNER] === seat ? (hits.get(unit[ID])?.[seat] ?? 0) : 0;
    return points ? [{ unit, points }] : [];
  });
}
