/** A turn retold: who shot at what, who was hit by whom, who moved, who was in whose way, who fell. */

import { ID, KIND, OWNER, POINTS, X, Y, SPECS, apart } from "./state.js";

/** @typedef {import("./state.js").Unit} Unit */

/**
 * @typedef {object} Story
 * @property {{unit: Unit, x: number, y: number, blast: number}[]} shots  unit: as it stood before
 * @property {Map<number, number>} damage   points by id
 * @property {Map<number, number[]>} hits   the same by who shot: [first side, second side]
 * @property {Map<number, [number, number]>} moved    where units went, by id
 * @property {Map<number, [number, number]>} blocked  where units wanted to go in vain, by id
 * @property {Unit[]} lost  at their last places
 */

const known = new WeakMap();

/**
 * The moves, shots and losses of a turn.
 * @param {any} event  the engine's, of kind "turn"
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

function made({ shots, moves, blocked, damage, units, by }, before) {
  const standing = new Map(before.units.map((unit) => [unit[ID], unit]));
  const told = shots.map(([id, x, y]) => {
    const unit = standing.get(id);
    return { unit, x, y, blast: SPECS[unit[KIND]].blast };
  });
  const stuck = new Set(blocked);
  const wishes = moves.map(([id, x, y]) => [id, [x, y]]);
  return {
    shots: told,
    damage: new Map(damage),
    hits: explained(hitsOf(told, damage.map(([id]) => standing.get(id))), new Map(damage), by),
    moved: new Map(wishes.filter(([id]) => !stuck.has(id))),
    blocked: new Map(wishes.filter(([id]) => stuck.has(id))),
    lost: units.filter((unit) => unit[POINTS] === 0),
  };
}

/** By whom each of the units that were hit was hit. */
function hitsOf(shots, units) {
  return new Map(units.map((unit) => {
    const by = [0, 0];
    for (const { unit: shooter, x, y, blast } of shots) {
      if (apart(x, y, unit[X], unit[Y]) <= blast) by[shooter[OWNER]] += SPECS[shooter[KIND]].power;
    }
    return [unit[ID], by];
  }));
}

/** With the orders of one side known alone, the rest of the damage is the other side's. */
function explained(hits, damage, by) {
  if (by === undefined) return hits;
  for (const [id, points] of hits) points[1 - by] = Math.max(0, damage.get(id) - points[by]);
  return hits;
}

/** The units of a side that its own shots have hit, with how many points these took. */
export function friendly({ hits }, before, seat) {
  return before.units.flatMap((unit) => {
    const points = unit[OWNER] === seat ? (hits.get(unit[ID])?.[seat] ?? 0) : 0;
    return points ? [{ unit, points }] : [];
  });
}
