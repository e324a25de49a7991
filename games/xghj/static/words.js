/** The events of a game as text, and as marks on the seek bar. */

import { kindsOf, listed, markOf } from "../../player/telling.js";

const name = (/** @type {number} */ player, /** @type {any} */ { names }) => names[player] ?? `player ${player + 1}`;
const at = (/** @type {number} */ place, /** @type {any} */ { scene: { cols } }) => `(${place % cols}, ${Math.floor(place / cols)})`;

/** @typedef {{text: string, seat: number}} Line */

/** @returns {Line} */
const line = (text, seat = -1) => ({ text, seat });

function bidLines({ bids, order, own }, options) {
  // A country knows only its own bid.
  if (own) return [line(`${name(order[0], options)} bids ${bids[order[0]]}`, order[0])];
  const told = order.map((player) => `${name(player, options)} ${bids[player]}`);
  return [line(`Bids: ${told.join(", ")}; ${name(order[0], options)} chooses first`, order[0])];
}

function spawnLines({ p, at: point, place }, options) {
  const who = name(p, options);
  if (place >= 0) return [line(`${who} begins at ${at(place, options)}`, p)];
  const what = point ? `names (${point.join(", ")}), which is refused` : "names no place to begin";
  return [line(`${who} ${what}, and is out`, p)];
}

function startLines(event, options) {
  return meetings(options);
}

/** The countries that have discovered each other. */
function meetings({ previous, state, ...options }) {
  if (!previous) return [];
  const found = [];
  state.relation.forEach((row, one) => {
    const met = [...row].flatMap((letter, other) =>
      other > one && letter === "N" && previous.relation[one][other] === "U" ? [name(other, options)] : []);
    if (met.length) found.push(line(`${name(one, options)} and ${listed(met)} meet`, one));
  });
  return found;
}

/** The countries that began a war: those that have justified it for enough rounds. */
function declarers([one, other], { stances }, { previous, scene }) {
  const needed = scene.constants.justify_rounds;
  return [[one, other], [other, one]]
    .filter(([a, b]) => stances[a][b] === "J" && (previous?.justify[a][b] ?? needed) + 1 >= needed)
    .map(([a]) => a);
}

function warLine(change, event, options) {
  const [one, other] = change;
  const by = declarers(change, event, options);
  if (by.length !== 1) return line(`${name(one, options)} and ${name(other, options)} go to war`);
  const against = by[0] === one ? other : one;
  return line(`${name(by[0], options)} goes to war against ${name(against, options)}`, by[0]);
}

/** The countries that no longer confirm an alliance. */
function leavers([one, other], { stances }) {
  return [[one, other], [other, one]].filter(([a, b]) => !"A-".includes(stances[a][b])).map(([a]) => a);
}

function partingLine(change, event, options) {
  const [one, other] = change;
  const by = leavers(change, event);
  if (by.length !== 1) return line(`${name(one, options)} and ${name(other, options)} are no longer allies`);
  return line(`${name(by[0], options)} leaves the alliance with ${name(by[0] === one ? other : one, options)}`, by[0]);
}

/** The kind of a change of a relation. @param {any[]} change */
function kindOf([, , before, after, traitor]) {
  if (traitor !== null) return "backstab";
  if (after === "W") return "war";
  if (after === "A") return "alliance";
  return before === "W" ? "peace" : "parting";
}

const CHANGES = {
  backstab: ([one, other, , , traitor], event, options) =>
    line(`${name(traitor, options)} backstabs ${name(traitor === one ? other : one, options)}: war`, traitor),
  war: warLine,
  alliance: ([one, other], event, options) => line(`${name(one, options)} and ${name(other, options)} form an alliance`),
  peace: ([one, other], event, options) => line(`${name(one, options)} and ${name(other, options)} make peace`),
  parting: partingLine,
};

/** The countries without a capital that had one before the round, or lost it in the round. */
function losers(event, previous) {
  return event.capital.flatMap((place, player) =>
    place < 0 && (event.homeless.includes(player) || (previous && previous.capital[player] >= 0)) ? [player] : []);
}

function capitalLines(event, { previous, ...options }) {
  const found = losers(event, previous).map((player) => {
    const where = previous?.capital[player] >= 0 ? ` at ${at(previous.capital[player], options)}` : "";
    const why = event.homeless.includes(player) ? ": the land is no longer an ally's" : "";
    return line(`${name(player, options)} loses the capital${where}${why}`, player);
  });
  event.capital.forEach((place, player) => {
    if (place >= 0 && previous && previous.capital[player] < 0) {
      found.push(line(`${name(player, options)} has a capital again, at ${at(place, options)}`, player));
    }
  });
  return found;
}

/** The points of the scenario that have changed owners. */
function pointLines(event, options) {
  const { points = [], cols } = options.scene;
  const owners = new Map(event.cells);
  return points.flatMap((point) => {
    const owner = owners.get(point.y * cols + point.x);
    if (owner === undefined) return [];
    return owner < 0 ? [line(`${point.name} is nobody's now`)] : [line(`${name(owner, options)} takes ${point.name}`, owner)];
  });
}

function brokenLines(event, { previous, scene }) {
  const before = new Set((previous?.marks ?? []).filter(({ kind }) => kind === "broken").map(({ place }) => place));
  const names = event.marks
    .filter(({ kind, place }) => kind === "broken" && !before.has(place))
    .map(({ place }) => scene.points?.find(({ x, y }) => y * scene.cols + x === place)?.name ?? at(place, { scene }));
  return names.length ? [line(`${listed(names)} ${names.length > 1 ? "are" : "is"} out of order in the next round`)] : [];
}

/** Bombs, land and capitals, which change in every round. */
function plainLines(event, options) {
  const totals = new Map();
  for (const [player, , , size] of event.bombs) {
    const [count, sum] = totals.get(player) ?? [0, 0];
    totals.set(player, [count + 1, sum + size]);
  }
  const bombs = [...totals].map(([player, [count, sum]]) => `${name(player, options)} ${count} (${sum})`);
  const moved = event.capital.flatMap((place, player) =>
    place >= 0 && options.previous?.capital[player] >= 0 && options.previous.capital[player] !== place
      ? [line(`${name(player, options)} moves the capital to ${at(place, options)}`, player)] : []);
  const count = event.cells.length;
  return [
    ...(bombs.length ? [line(`Bombs (and what they cost in size): ${bombs.join(", ")}`)] : []),
    ...moved,
    ...(count ? [line(`${count} ${count > 1 ? "cells change" : "cell changes"} hands`)] : []),
    ...brokenLines(event, options),
  ];
}

function roundLines(event, options) {
  const already = options.previous?.reached ?? [];
  const reached = event.reached.filter((player) => !already.includes(player));
  return [
    ...event.changes.map((change) => CHANGES[kindOf(change)](change, event, options)),
    ...capitalLines(event, options),
    ...event.fallen.map((player) => line(`${name(player, options)} is eliminated`, player)),
    ...pointLines(event, options),
    ...meetings(options),
    ...reached.map((player) => line(`${name(player, options)} reaches the goal`, player)),
    ...(options.all ? plainLines(event, options) : []),
  ];
}

function endLines({ words, ranks }, options) {
  const first = ranks.flatMap((rank, player) => (rank === 1 ? [name(player, options)] : []));
  return [line(`The game ends, ${words}; first: ${listed(first)}`)];
}

const LINES = { bids: bidLines, spawn: spawnLines, start: startLines, round: roundLines, end: endLines };

/**
 * An event as text, with one line for each thing that happened.
 * @param {any} event
 * @param {{names: string[], state: any, previous: any, scene: any, all?: boolean}} options
 *   `all` also gives lines for ordinary things
 * @returns {Line[]}
 */
export function tell(event, options) {
  return LINES[event.e]?.(event, options) ?? [];
}

/** One event as text, or null where it has no lines. */
export function describe(event, options) {
  return tell(event, options).map(({ text }) => text).join("; ") || null;
}

const KINDS = {
  war: { shape: "bolt", title: "A war begins" },
  peace: { shape: "circle", title: "Peace is made" },
  alliance: { shape: "rings", title: "An alliance is formed" },
  parting: { shape: "broken", title: "An alliance ends" },
  backstab: { shape: "fork", title: "A backstab" },
  capital: { shape: "flag", title: "A capital is lost" },
  fallen: { shape: "cross", title: "A country is eliminated" },
  goal: { shape: "star", title: "The goal is reached" },
  end: { shape: "square", title: "The game ends" },
};

/** The kinds of marks on the seek bar, for its legend. */
export const markKinds = kindsOf(KINDS);

const mark = (kind, seat = -1) => markOf(KINDS, kind, seat);

/**
 * The important events of a frame.
 * @param {{events?: any[]}} frame
 * @param {any} previous  the state before it, if there is one
 * @returns {{kind: string, shape: string, seat: number}[]}
 */
export function marks(frame, previous) {
  return (frame.events ?? []).flatMap((event) => {
    if (event.e === "end") return [mark("end")];
    if (event.e === "spawn") return event.place < 0 ? [mark("fallen", event.p)] : [];
    if (event.e !== "round") return [];
    const reached = event.reached.filter((player) => !previous?.reached.includes(player));
    return [
      ...event.changes.map((change) => mark(kindOf(change), change[4] ?? -1)),
      ...losers(event, previous).map((player) => mark("capital", player)),
      ...event.fallen.map((player) => mark("fallen", player)),
      ...reached.map((player) => mark("goal", player)),
    ];
  });
}
