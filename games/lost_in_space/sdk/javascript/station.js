// The station, which never changes: places, passages, lifts, machines, material points, zones.
import * as numbers from "./constants.js";
import { NOWHERE } from "./definition.js";

const PLACES = new Map(
    numbers.STATION_PLACES.map((packed) => {
        const x = Math.floor(packed / 100);
        return [packed, Object.freeze([x, Math.floor(packed / 10) % 10, packed % 10])];
    }),
);

// The place of these three numbers: a place of the station, or NOWHERE.  Equal places are one
// array, so `===` compares them, and they can be keys of a Map.  RangeError if there is none.
export function place(xyz) {
    const [x, y, z] = xyz;
    if (xyz.length === 3 && x === -1 && y === -1 && z === -1) return NOWHERE;
    const found = PLACES.get(100 * x + 10 * y + z);
    if (xyz.length === 3 && found?.every((number, index) => number === xyz[index])) return found;
    throw new RangeError(`there is no place ${xyz}`);
}

// Whether place `a` comes before `b`: by x, then y, then z.
export function compare(a, b) {
    return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function unpacked(list) {
    return list.map((packed) => PLACES.get(packed));
}

function byPlace(list, values) {
    return new Map(unpacked(list).map((pos, index) => [pos, values[index]]));
}

function readPassages() {
    const found = new Map(unpacked(numbers.STATION_PLACES).map((pos) => [pos, []]));
    const ends = unpacked(numbers.STATION_PASSAGES);
    for (let at = 0; at < ends.length; at += 2) {
        found.get(ends[at]).push(ends[at + 1]);
        found.get(ends[at + 1]).push(ends[at]);
    }
    for (const near of found.values()) near.sort(compare);
    return found;
}

function readStops() {
    const stops = unpacked(numbers.STATION_LIFTS);
    const others = ([x, y, z]) => stops.filter((to) => to[0] === x && to[1] === y && to[2] !== z);
    return new Map(stops.map((stop) => [stop, others(stop)]));
}

// For every place, the places one passage away, which are all on the same layer.
export const PASSAGES = readPassages();

// For every place with a lift, the other stops of the lift.
export const STOPS = readStops();

export const MATERIALS = Object.freeze(unpacked(numbers.STATION_MATERIALS));

// For every place with a machine, the key that the machine makes.
export const MACHINES = byPlace(numbers.STATION_MACHINES, numbers.STATION_MACHINE_KEYS);

export const SPAWNS = Object.freeze(unpacked(numbers.STATION_SPAWNS));

export const CAPSULE = PLACES.get(numbers.STATION_CAPSULE);

// The last open round of each place in a zone.  Places outside the zones are missing.
export const CLOSES = byPlace(numbers.ZONE_PLACES, numbers.ZONE_PLACE_ROUNDS);

// The zones in the order in which they close.  At the end of round `closes`, all players on its
// `nodes` die.
export const ZONES = numbers.ZONE_ROUNDS.map((closes, index) => ({
    title: numbers.ZONE_TITLES[index],
    closes,
    nodes: [...CLOSES.keys()].filter((pos) => CLOSES.get(pos) === closes),
}));

// Whether a place is open in round `now`.
export function isOpen(pos, now) {
    return PASSAGES.has(pos) && now <= (CLOSES.get(pos) ?? now);
}

// Open places one passage away: the targets of attacks, detection and blinks.
export function passages(pos, now) {
    return (PASSAGES.get(pos) ?? []).filter((to) => isOpen(to, now));
}

// Open places one move away, by passage or by lift.
export function ways(pos, now) {
    const stops = STOPS.get(pos) ?? [];
    return [...passages(pos, now), ...stops.filter((to) => isOpen(to, now))];
}

// A Map with the moves from every place to the nearest goal, through places that are open in round
// `now`.  Paths do not lead through `avoid`.  Places without a path are left out.
export function distances(goals, now, avoid = []) {
    const open = goals.map(place).filter((goal) => isOpen(goal, now));
    const found = new Map(open.map((goal) => [goal, 0]));
    const barred = new Set(avoid.map(place));
    const queue = [...found.keys()];
    for (const here of queue) {
        for (const near of ways(here, now)) {
            if (found.has(near) || barred.has(near)) continue;
            found.set(near, found.get(here) + 1);
            queue.push(near);
        }
    }
    return found;
}
