/** The game in words: what happened in a turn, and marks of it on the line of time. */

import { counted, kindsOf, listed, markOf } from "../../player/telling.js";
import { ID, OWNER, X, Y, place, specOf } from "./state.js";
import { friendly, storyOf } from "./story.js";

/** @typedef {{text: string, seat: number}} Line */

/** With more losses of a side than these in a turn, they are counted and not named. */
const MOST_NAMED = 5;
const WIN = 3;

const CODES = {
  eof: "gives no complete answer",
  time: "uses up its time",
  syntax: "writes what cannot be read",
  line_too_long: "writes a line that is too long",
  turn_too_long: "writes too much in one turn",
};

const name = (seat, /** @type {any} */ { names }) => names[seat] ?? `side ${seat + 1}`;

/** @returns {Line} */
const line = (text, seat = -1) => ({ text, seat });

/** @type {Record<string, (event: any, options: any) => Line[]>} */
const LINES = { turn: turnLines, offence: offenceLines, over: overLines };

function turnLines(event, options) {
  const { previous } = options;
  if (!previous) return [];
  const story = storyOf(event, previous);
  const lines = [0, 1].flatMap((seat) => lossLines(story, seat, options));
  if (story.lost.length) lines.push(line(`The score is ${scoreAfter(previous, story).join(" : ")}`));
  for (const seat of [0, 1]) lines.push(...friendlyLines(story, seat, options));
  return options.all ? [...lines, ...plainLines(story, options)] : lines;
}

function scoreAfter({ score }, { lost }) {
  return score.map((points, seat) => points + lost.filter((unit) => unit[OWNER] !== seat).length);
}

function lossLines({ lost, hits }, seat, options) {
  const own = lost.filter((unit) => unit[OWNER] === seat);
  if (own.length > MOST_NAMED) return [line(`${name(seat, options)} loses ${counted(own.length, "unit")}`, seat)];
  return own.map((unit) => {
    const by = hits.get(unit[ID]);
    const why = by[1 - seat] ? (by[seat] ? ", hit by both sides" : "") : ", hit by its own side alone";
    return line(`${name(seat, options)}’s ${specOf(unit).name} on ${place(unit[X], unit[Y])} is destroyed${why}`, seat);
  });
}

function friendlyLines(story, seat, options) {
  const hit = friendly(story, options.previous, seat);
  if (!hit.length) return [];
  const sum = hit.reduce((all, { points }) => all + points, 0);
  const what = hit.length > MOST_NAMED
    ? `${counted(hit.length, "own unit")}, which lose ${counted(sum, "point")} by it`
    : `own units: ${hit.map(({ unit, points }) => `${specOf(unit).name} on ${place(unit[X], unit[Y])} −${points}`).join(", ")}`;
  return [line(`${name(seat, options)} hits ${what}`, seat)];
}

/** The lines that every turn has. */
function plainLines(story, options) {
  const lines = [0, 1].flatMap((seat) => {
    const shots = story.shots.filter(({ unit }) => unit[OWNER] === seat).length;
    const points = options.previous.units
      .filter((unit) => unit[OWNER] === seat)
      .reduce((sum, unit) => sum + (story.damage.get(unit[ID]) ?? 0), 0);
    const parts = [];
    if (shots) parts.push(`shoots ${counted(shots, "time")}`);
    if (points) parts.push(`loses ${counted(points, "point")}`);
    return parts.length ? [line(`${name(seat, options)} ${parts.join(" and ")}`, seat)] : [];
  });
  return [...lines, ...contestLines(story, options)];
}

function contestLines({ blocked }, { previous, ...options }) {
  const fields = new Map();
  for (const unit of previous.units) {
    const goal = blocked.get(unit[ID]);
    if (goal) fields.set(goal.join(), { goal, units: [...(fields.get(goal.join())?.units ?? []), unit] });
  }
  return [...fields.values()].map(({ goal, units }) => {
    const who = listed(units.map((unit) => `${name(unit[OWNER], options)}’s ${specOf(unit).name} on ${place(unit[X], unit[Y])}`));
    return line(`${who} ${units.length > 1 ? "choose" : "chooses"} ${place(goal[0], goal[1])}: nobody goes there`);
  });
}

function offenceLines({ seat, code, detail }, options) {
  const what = CODES[code] ?? "gives an order that is not allowed";
  return [line(`${name(seat, options)} ${what}${detail ? ` (${detail.replaceAll("_", " ")})` : ""}`, seat)];
}

function overLines({ points, words }, options) {
  const winner = points.indexOf(WIN);
  if (winner >= 0) return [line(`${name(winner, options)} wins: ${words}`, winner)];
  return [line(`${points[0] < 0 ? "Both lose" : "Nobody wins"}: ${words}`)];
}

/**
 * An event in words, with one line for each move, shot and loss.
 * @param {any} event
 * @param {{names: string[], state: any, previous: any, scene: any, all?: boolean}} options
 *   `all` asks for plain things too
 * @returns {Line[]}
 */
export function tell(event, options) {
  return LINES[event.e]?.(event, options) ?? [];
}

/** One event in words, or null where it is not worth a line. */
export function describe(event, options) {
  return tell(event, options).map(({ text }) => text).join("; ") || null;
}

/** The seat that an event is about, -1 for none in particular. */
export function seatOf(event) {
  return event.e === "offence" ? event.seat : -1;
}

const KINDS = {
  kill: { shape: "cross", title: "A unit is destroyed" },
  friendly: { shape: "broken", title: "A side hits its own units" },
  offence: { shape: "bolt", title: "A side breaks the rules" },
};

/** The kinds of marks on the seek bar, for its legend. */
export const markKinds = kindsOf(KINDS);

const mark = (kind, seat) => markOf(KINDS, kind, seat);

/**
 * The important events of a frame: once for each side that lost units or hit its own.
 * @param {{events?: any[]}} frame
 * @param {any} previous  the state before it, if there is one
 * @returns {{kind: string, shape: string, seat: number}[]}
 */
export function marks(frame, previous) {
  return (frame.events ?? []).flatMap((event) => {
    if (event.e === "offence") return [mark("offence", event.seat)];
    if (event.e !== "turn" || !previous) return [];
    const story = storyOf(event, previous);
    return [0, 1].flatMap((seat) => [
      ...(story.lost.some((unit) => unit[OWNER] === seat) ? [mark("kill", seat)] : []),
      ...(friendly(story, previous, seat).length ? [mark("friendly", seat)] : []),
    ]);
  });
}
