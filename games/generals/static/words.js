/** The game in words: events, marks on the line of time, the leaderboard. */

import { handled } from "../../player/events.js";
import { counted, kindsOf, listed, markOf } from "../../player/phrases.js";
import { placeInWords, tileInWords } from "./coordinates.js";
import { short } from "./numbers.js";
import { stateOf } from "./state.js";

/** @import { Capture, Change, Dropped, EndEvent, Event, Frame, HalfEvent, Left, Move, Scene, TextOptions } from "./state.js" */

const DIRECTIONS = ["up", "down", "left", "right"];
const NOWHERE = "nowhere";
const ROUND = 50;
/** Up to this number, moves and refusals are listed; more are only counted. */
const MOST_MOVES = 4;
const MOST_NAMES = 4;

/** @param {number} player @param {TextOptions} options */
const name = (player, { names }) => names[player - 1] ?? `player ${player}`;

/** @param {Capture} capture @param {TextOptions} options */
function captureWords([loser, taker, place], options) {
  if (place < 0) return `${name(taker, options)} takes the capital of ${name(loser, options)}`;
  const where = placeInWords(place, options.scene);
  return `${name(taker, options)} takes the capital of ${name(loser, options)} at ${where}`;
}

/** @param {Left} left @param {TextOptions} options */
function leftWords([player, heir], options) {
  if (!heir) return `${name(player, options)} leaves; the land is nobody's now`;
  return `${name(player, options)} leaves; ${name(heir, options)} inherits everything`;
}

/** @param {Move} move @param {TextOptions} options */
function moveWords([player, from, to, units], options) {
  const { width } = options.scene;
  const way = DIRECTIONS[[-width, width, -1, 1].indexOf(to - from)];
  return `${name(player, options)} moves ${units} ${way} from ${placeInWords(from, options.scene)}`;
}

/**
 * The moves of others as a seat sees them: the tiles that they have changed.
 * @param {Change[]} sight
 * @param {TextOptions} options
 */
function sightWords(sight, options) {
  if (sight.length > MOST_MOVES) return [`${sight.length} tiles in view change`];
  return sight.map(([place, owner, before, units]) => {
    const where = placeInWords(place, options.scene);
    const stay = owner === before;
    if (!owner) return stay ? `${where} of nobody has ${counted(units, "unit")} now` : `nobody takes ${where} and has ${counted(units, "unit")} there`;
    const who = name(owner, options);
    return stay ? `${where} of ${who} has ${counted(units, "unit")} now` : `${who} takes ${where} and has ${counted(units, "unit")} there`;
  });
}

/** @param {Dropped} dropped @param {TextOptions} options */
function droppedWords([player, x, y, direction, half, reason], options) {
  const way = DIRECTIONS[direction] ?? NOWHERE;
  if (half) return `${name(player, options)}'s order to send half of ${tileInWords(x, y)} ${way} was dropped: ${reason}`;
  return `${name(player, options)}'s order to send all of ${tileInWords(x, y)} ${way} was dropped: ${reason}`;
}

/** @param {HalfEvent} event @param {TextOptions} options */
function halfWords(event, options) {
  const told = [
    ...event.captures.map((capture) => captureWords(capture, options)),
    ...event.left.map((left) => leftWords(left, options)),
  ];
  if (event.winner && !(options.previous && stateOf(options.previous).winner)) told.push(wonWords(event.winner, options));
  if (options.all) {
    const { moves } = event;
    if (moves.length > MOST_MOVES) told.push(`${moves.length} players move`);
    else told.push(...moves.map((move) => moveWords(move, options)));
    if (event.dropped.length > MOST_MOVES) told.push(`${event.dropped.length} orders were dropped`);
    else told.push(...event.dropped.map((dropped) => droppedWords(dropped, options)));
    told.push(...sightWords(event.sight ?? [], options));
  }
  return told.length ? told.join("; ") : null;
}

/** @param {number} team @param {TextOptions} options */
function wonWords(team, options) {
  const members = options.scene.teams.flatMap((other, seat) => (other === team ? [seat + 1] : []));
  return members.length > 1 ? `${named(members, options)} have won` : `${named(members, options)} has won`;
}

/** Names of players, as many as fit a line. @param {number[]} players @param {TextOptions} options */
function named(players, options) {
  const names = players.slice(0, MOST_NAMES).map((player) => name(player, options));
  const more = players.length - names.length;
  return listed(more ? [...names, `${more} more`] : names);
}

/** @param {EndEvent} event @param {TextOptions} options */
function endWords({ words, ranks }, options) {
  const first = ranks.flatMap((rank, seat) => (rank === 1 ? [seat + 1] : []));
  // Of the other reason, a fallen capital, this half-turn has an event of its own.
  if (words.startsWith("all ")) return `The game ends, ${words}; first: ${named(first, options)}`;
  return `The game ends; first: ${named(first, options)}`;
}

/** @type {import("../../player/events.js").Handlers<Event, [TextOptions], string | null>} */
const WORDS = {
  half: halfWords,
  end: endWords,
};

/**
 * One event in words, or null if it does not need a line.
 * @param {Event} event
 * @param {TextOptions} options
 * @returns {string | null}
 */
export function describe(event, options) {
  return handled(WORDS, event, options) ?? null;
}

/** The seat that took a capital or left in an event, or -1. @param {Event} event */
export function seatOf(event) {
  if (event.e !== "half") return -1;
  return (event.captures[0]?.[1] ?? event.left[0]?.[0] ?? 0) - 1;
}

const KINDS = {
  capture: { shape: "flag", title: "A capital is taken" },
  left: { shape: "cross", title: "A player leaves" },
  end: { shape: "square", title: "The game ends" },
};

/** The kinds of marks on the seek bar, for its legend. */
export const markKinds = kindsOf(KINDS);

/**
 * The important events of a frame.
 * @param {{events?: Event[]}} frame
 * @returns {{kind: string, shape: string, seat: number}[]}
 */
export function marks(frame) {
  return (frame.events ?? []).flatMap((event) => {
    if (event.e === "end") return [markOf(KINDS, "end")];
    if (event.e !== "half") return [];
    return [
      ...event.captures.map(([, taker]) => markOf(KINDS, "capture", taker - 1)),
      ...event.left.map(([player]) => markOf(KINDS, "left", player - 1)),
    ];
  });
}

/** Tiles by seat; null if the seat in view does not know them. @param {Frame} state @returns {(number | null)[]} */
export function scores(state) {
  /** @type {(number | null)[]} */
  const land = [];
  for (const [, , , players] of stateOf(state).ranking) {
    for (const [player, , tiles] of players) land[player - 1] = tiles;
  }
  return land;
}

/**
 * The leaderboard: teams in order, their players in order; null if Silent War hides it.
 * @param {Frame} frame
 * @returns {{columns: string[], groups: {title: string | null, cells: string[],
 *   rows: {seat: number, out: boolean, cells: string[]}[]}[]} | null}
 */
export function leaderboard(frame) {
  const state = stateOf(frame);
  if (!state.ranking.length) return null;
  const grouped = state.ranking.some(([, , , players]) => players.length > 1);
  const groups = state.ranking.map(([team, land, units, players]) => ({
    title: grouped ? `team ${team}` : null,
    cells: [shown(land), shown(units, inShort), ""],
    rows: players.map(([player, defeated, tiles, army]) => {
      const waiting = state.queues[player - 1].length;
      return { seat: player - 1, out: Boolean(defeated), cells: [shown(tiles), shown(army, inShort), waiting ? String(waiting) : ""] };
    }),
  }));
  return { columns: ["Tiles", "Units", "Orders"], groups };
}

/** @param {number} units */
const inShort = (units) => short(units, 5);

/**
 * A number of the leaderboard; null if the seat in view does not know it.
 * @param {number | null} number
 * @param {(number: number) => string} [words]
 */
const shown = (number, words = String) => (number === null ? "?" : words(number));

/** The next time that every tile with an owner grows. @param {Scene} scene @param {number} turn */
export function timelineItems(scene, turn) {
  const next = (Math.floor(turn / ROUND) + 1) * ROUND;
  if (next > scene.halfturns) return [];
  return [{ turn: next, what: "+1", where: "on every owned tile", kind: "length" }];
}

/** The view's layers. */
export const LAYERS = {
  turn: "Turn",
  orders: "Orders that wait",
  sums: "Sums where tiles are small",
  coordinates: "Rows and columns",
  plain: "Plain colours, without patterns",
  lit: "Tiles that are always in view",
};

/** The brushes of the map editor and their values. */
export const BRUSHES = {
  blank: "Blank",
  mountain: "Mountain",
  swamp: "Swamp",
  city: "City",
  neutral: "Neutral units",
  capital: "Capital",
  team: "Capital of a team",
  rest: "Capital for those left over",
  lit: "Always in view, or not",
  units: "Units",
  priority: "Priority",
  teamNumber: "Team (1 is A)",
};

/** The controls of a person who plays. */
export const PLAY = {
  up: "up",
  down: "down",
  left: "left",
  right: "right",
  /** @param {string} way */
  order: (way) => `Order ${way}`,
  half: "Half",
  halfTitle: "The next order leaves half of the units (H)",
  undo: "Undo",
  undoTitle: "Take the last order back (Z)",
  clear: "Clear",
  clearTitle: "Take all orders back (Q)",
  hurry: "Now",
  hurryTitle: "End the half-turn at once (Enter)",
  /** @param {string} at  the chosen tile, empty for none @param {number} count */
  waiting: (at, count) =>
    (at ? `at ${at}; ${counted(count, "order")} waiting` : `choose a tile of yours; ${counted(count, "order")} waiting`),
  /** By the kind of a tile. */
  kinds: ["unknown", "mountain", "city", "land", "capital", "swamp"],
  yours: "yours",
  nobodys: "nobody's",
  /** @param {string} at @param {string} kind */
  tile: (at, kind) => `${at}: ${kind}`,
  /** @param {string} at @param {string} kind @param {number} units @param {string} whose */
  tileOf: (at, kind, units, whose) => `${at}: ${kind}, ${units} units, ${whose}`,
  /** @param {string} way @param {string} from @param {boolean} mountain  else the end of the board */
  blocked: (way, from, mountain) =>
    (mountain ? `Nothing can go ${way} from ${from}: a mountain is there.` : `Nothing can go ${way} from ${from}: the board ends there.`),
  full: "No more orders fit the queue.",
  /** @param {string} reason */
  refused: (reason) => `The orders were refused: ${reason}`,
  begins: "The game begins. Your capital is chosen: draw arrows from it",
  /** @type {[string, string][]} */
  keys: [
    ["← ↑ → ↓ or W A S D", "an order from the chosen tile, which goes along"],
    ["H", "the next order leaves half of the units behind"],
    ["Z", "take the last order back"],
    ["Q", "take all orders back"],
    ["Space", "choose your capital"],
    ["Enter", "end the half-turn at once"],
  ],
};
