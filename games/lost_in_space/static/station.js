/** The station from the scene's plan: places, things at them, and their names. */

/** @typedef {[number, number, number]} Pos  x grows upwards, y to the right, floor 0 is the top */

/**
 * @typedef {object} Plan  of the station
 * @property {string[]} layers  names of the floors
 * @property {Pos[]} nodes
 * @property {[number, number][]} edges
 * @property {Pos[][]} lifts
 * @property {Pos[]} materials
 * @property {[key: number, pos: Pos][]} machines
 * @property {Pos} capsule
 * @property {{title: string, closes: number, nodes: Pos[]}[]} zones
 */

/** @typedef {{rounds: number, plan: Plan}} Setting  what does not change during a game */
/** @typedef {{title: string, closes: number, floor: number}} Zone */

/**
 * @typedef {object} Place
 * @property {string} key
 * @property {Pos} pos
 * @property {Pos[]} near    one passage away, all on the same floor
 * @property {Pos[]} stops   the other stops of the lift, if there is one
 * @property {number} machine  the key that its machine makes, -1 without one
 * @property {number} material  number of the material point, -1 without one
 * @property {boolean} capsule
 * @property {number} zone   number of the zone, -1 if the place never closes
 */

/**
 * @typedef {object} Station
 * @property {Place[]} places
 * @property {Map<string, Place>} byKey
 * @property {[Pos, Pos][]} passages
 * @property {Zone[]} zones
 */

/** The number of columns and of rows of a floor's grid. */
export const SIDE = 7;
export const FLOORS = 3;
/** The names of the items in the protocol and in frames, in the order on the page. */
export const ITEMS = ["LandMine", "Sticky", "Kit", "Transport"];
/** @type {Record<string, string>} */
export const ITEM_WORDS = { LandMine: "mine", Sticky: "slime", Kit: "kit", Transport: "blink" };
/** The maximum of each item in a bag. */
/** @type {Record<string, number>} */
export const CARRY = { LandMine: 3, Sticky: 3, Kit: 2, Transport: 2 };
export const FULL_HP = 200;
/** Rounds until a return: a player who died in round d returns in round d + 5, except in the overtime. */
export const AWAY = 5;
export const LAST_RETURN = 80;
export const STATUS = Object.freeze({ ALIVE: 0, DEAD: 1, ESCAPED: 2, SKIPPING: 3, COUNTDOWN: 4, ERROR: 5 });

/** @param {Pos} pos */
export const keyOf = (pos) => pos.join();
/** @param {Pos | null} one @param {Pos | null} other */
export const samePlace = (one, other) => one === other || (one !== null && other !== null && keyOf(one) === keyOf(other));
/** Whether a player with this status stands in the station. @param {number} status */
export const isUp = (status) => status === STATUS.ALIVE || status === STATUS.SKIPPING || status === STATUS.COUNTDOWN;

/** @type {WeakMap<object, Station>} */
const known = new WeakMap();

/** @param {{plan: Plan}} scene @returns {Station} */
export function stationOf(scene) {
  const station = known.get(scene) ?? read(scene.plan);
  known.set(scene, station);
  return station;
}

/** @param {Plan} plan @returns {Station} */
function read({ nodes, edges, lifts, materials, machines, capsule, zones }) {
  /** @type {Place[]} */
  const places = nodes.map((pos) => ({
    key: keyOf(pos), pos, near: [], stops: [], machine: -1, material: -1, capsule: samePlace(pos, capsule), zone: -1,
  }));
  const byKey = new Map(places.map((place) => [place.key, place]));
  for (const [a, b] of edges) {
    places[a].near.push(nodes[b]);
    places[b].near.push(nodes[a]);
  }
  /** @param {Pos} pos */
  const at = (pos) => /** @type {Place} */ (byKey.get(keyOf(pos)));
  for (const shaft of lifts) for (const stop of shaft) at(stop).stops = shaft.filter((other) => other !== stop);
  materials.forEach((pos, number) => { at(pos).material = number; });
  for (const [key, pos] of machines) at(pos).machine = key;
  zones.forEach((zone, number) => { for (const pos of zone.nodes) at(pos).zone = number; });
  return {
    places, byKey,
    passages: edges.map(([a, b]) => [nodes[a], nodes[b]]),
    zones: zones.map((zone) => ({ title: zone.title, closes: zone.closes, floor: zone.nodes[0][2] })),
  };
}

/** @param {Setting} scene @param {Pos} pos @returns {Place} */
export const placeAt = (scene, pos) => /** @type {Place} */ (stationOf(scene).byKey.get(keyOf(pos)));

/** Such as "top floor". @param {Setting} scene @param {number} z */
export const floorWords = (scene, z) => scene.plan.layers[z];

/** The fixed thing at a place in words, or "". @param {Place} place */
export function thingWords(place) {
  if (place.capsule) return "the escape capsule";
  if (place.machine >= 0) return `key machine ${place.machine}`;
  if (place.material >= 0) return "a material point";
  return place.stops.length ? "a lift" : "";
}

/** Such as "(3, 2) on the middle floor, a lift". @param {Setting} scene @param {Pos} pos */
export function placeWords(scene, pos) {
  const thing = thingWords(placeAt(scene, pos));
  const where = `(${pos[0]}, ${pos[1]}) on the ${floorWords(scene, pos[2])}`;
  return thing ? `${where}, ${thing}` : where;
}

/** Shorter, for lists. @param {Pos} pos */
export const shortPlace = ([x, y]) => `(${x}, ${y})`;

