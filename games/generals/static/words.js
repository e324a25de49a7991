/** The game in words: events, marks on the line of time, the leaderboard. */

import { counted, kindsOf, listed, markOf } from "../../player/telling.js";
import { placeInWords, tileInWords } from "./coordinates.js";
import { short } from "./numbers.js";
import { stateOf } from "./state.js";

const DIRECTIONS = ["up", "down", "left", "right"];
const ROUND = 50;
/** Up to this number, moves and refusals are listed; more are only counted. */
const MOST_MOVES = 4;
const MOST_NAMES = 4;

const name = (player, { names }) => names[player - 1] ?? `player ${player}`;

function captureWords([loser, taker, place], options) {
  const where = place < 0 ? "" : ` at ${placeInWords(place, options.scene)}`;
  return `${name(taker, options)} takes the capital of ${name(loser, options)}${where}`;
}

function leftWords([player, heir], options) {
  const after = heir ? `${name(heir, options)} inherits everything` : "the land is nobody's now";
  return `${name(player, options)} leaves; ${after}`;
}

function moveWords([player, from, to, units], options) {
  const { width } = options.scene;
  const way = DIRECTIONS[[-width, width, -1, 1].indexOf(to - from)];
  return `${name(player, options)} moves ${units} ${way} from ${placeInWords(from, options.scene)}`;
}

/** The moves of others as a seat sees them: the tiles that they have changed. */
function sightWords(sight, options) {
  if (sight.length > MOST_MOVES) return [`${sight.length} tiles in view change`];
  return sight.map(([place, owner, before, units]) => {
    const where = placeInWords(place, options.scene);
    const who = owner ? name(owner, options) : "nobody";
    return owner === before ? `${where} of ${who} has ${counted(units, "unit")} now` : `${who} takes ${where} and has ${counted(units, "unit")} there`;
  });
}

function droppedWords([player, x, y, direction, half, reason], options) {
  const what = half ? "half of" : "all of";
  return `${name(player, options)}'s order to send ${what} ${tileInWords(x, y)} ${DIRECTIONS[direction] ?? "nowhere"} is discarded: ${reason}`;
}

function halfWords(event, options) {
  const told = [
    ...event.captures.map((capture) => captureWords(capture, options)),
    ...event.left.map((left) => leftWords(left, options)),
  ];
  if (event.winner && !stateOf(options.previous).winner) told.push(`${teamWords(event.winner, options)} won`);
  if (options.all) {
    const { moves } = event;
    if (moves.length > MOST_MOVES) told.push(`${moves.length} players move`);
    else told.push(...moves.map((move) => moveWords(move, options)));
    if (event.dropped.length > MOST_MOVES) told.push(`${event.dropped.length} orders are discarded`);
    else told.push(...event.dropped.map((dropped) => droppedWords(dropped, options)));
    told.push(...sightWords(event.sight ?? [], options));
  }
  return told.length ? told.join("; ") : null;
}

function teamWords(team, options) {
  const members = options.scene.teams.flatMap((other, seat) => (other === team ? [seat + 1] : []));
  return `${named(members, options)} ${members.length > 1 ? "have" : "has"}`;
}

/** Names of players, as many as fit a line. */
function named(players, options) {
  const names = players.slice(0, MOST_NAMES).map((player) => name(player, options));
  const more = players.length - names.length;
  return listed(more ? [...names, `${more} more`] : names);
}

function endWords({ words, ranks }, options) {
  const first = ranks.flatMap((rank, seat) => (rank === 1 ? [seat + 1] : []));
  return `The game ends, ${words}; first: ${named(first, options)}`;
}

const WORDS = {
  half: halfWords,
  end: endWords,
};

/**
 * One event in words, or null if it does not need a line.
 * @param {any} event
 * @param {{names: string[], state: any, previous: any, scene: any, all?: boolean}} options
 *   `all` includes plain moves
 * @returns {string | null}
 */
export function describe(event, options) {
  return WORDS[event.e]?.(event, options) ?? null;
}

/** The seat that took a capital or left in an event, or -1. */
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
 * @param {{events?: any[]}} frame
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

/** Tiles by seat; null if the seat in view does not know them. @param {any} state @returns {(number | null)[]} */
export function scores(state) {
  const land = [];
  for (const [, , , players] of stateOf(state).ranking) {
    for (const [player, , tiles] of players) land[player - 1] = tiles;
  }
  return land;
}

/**
 * The leaderboard: teams in order, their players in order; null if Silent War hides it.
 * @param {any} frame
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

const inShort = (units) => short(units, 5);

/** A number of the leaderboard; null if the seat in view does not know it. */
/** @param {number | null} number @param {(number: number) => string} [words] */
const shown = (number, words = String) => (number === null ? "?" : words(number));

/** The next time that every tile with an owner grows. */
export function timelineItems(scene, turn) {
  const next = (Math.floor(turn / ROUND) + 1) * ROUND;
  if (next > scene.halfturns) return [];
  return [{ turn: next, what: "+1", where: "on every owned tile", kind: "length" }];
}
