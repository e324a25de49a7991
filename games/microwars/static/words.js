/** The game in words: what happened in a turn, and marks of it on the line of time. */

import { handled } from "../../player/events.js";
import { counted, kindsOf, listed, markOf } from "../../player/phrases.js";
import { ID, OWNER, SPECS, X, Y, place, specOf } from "./state.js";
import { friendly, storyOf } from "./story.js";

/** @import { Event, Field, OffenceEvent, OverEvent, State, TextOptions, TurnEvent, Unit } from "./state.js" */
/** @import { Story } from "./story.js" */

/** @typedef {{text: string, seat: number}} Line */

/** With more losses of a side than these in a turn, they are counted and not named. */
const MOST_NAMED = 5;
const WIN = 3;

/** @type {Record<string, string>} */
const CODES = {
  eof: "gives no complete answer",
  time: "uses up its time",
  syntax: "writes what cannot be read",
  line_too_long: "writes a line that is too long",
  turn_too_long: "writes too much in one turn",
};

/** @param {number} seat @param {{names: string[]}} options */
const name = (seat, { names }) => names[seat] ?? `side ${seat + 1}`;

/** @param {string} text @param {number} [seat] @returns {Line} */
const line = (text, seat = -1) => ({ text, seat });

/** @type {import("../../player/events.js").Handlers<Event, [TextOptions], Line[]>} */
const LINES = { turn: turnLines, offence: offenceLines, over: overLines };

/** @param {TurnEvent} event @param {TextOptions} options */
function turnLines(event, options) {
  const { previous } = options;
  if (!previous) return [];
  const story = storyOf(event, previous);
  const lines = [0, 1].flatMap((seat) => lossLines(story, seat, options));
  if (story.lost.length) lines.push(line(`The score is ${scoreAfter(previous, story).join(" : ")}`));
  for (const seat of [0, 1]) lines.push(...friendlyLines(story, seat, options));
  return options.all ? [...lines, ...plainLines(story, options)] : lines;
}

/** @param {State} state @param {Story} story */
function scoreAfter({ score }, { lost }) {
  return score.map((points, seat) => points + lost.filter((unit) => unit[OWNER] !== seat).length);
}

/** @param {Story} story @param {number} seat @param {TextOptions} options */
function lossLines({ lost, hits }, seat, options) {
  const own = lost.filter((unit) => unit[OWNER] === seat);
  if (own.length > MOST_NAMED) return [line(`${name(seat, options)} loses ${counted(own.length, "unit")}`, seat)];
  return own.map((unit) => {
    const by = hits.get(unit[ID]) ?? [0, 0];
    const why = by[1 - seat] ? (by[seat] ? ", hit by both sides" : "") : ", hit by its own side alone";
    return line(`${name(seat, options)}’s ${specOf(unit).name} on ${place(unit[X], unit[Y])} is destroyed${why}`, seat);
  });
}

/** @param {Story} story @param {number} seat @param {TextOptions} options */
function friendlyLines(story, seat, options) {
  const hit = options.previous ? friendly(story, options.previous, seat) : [];
  if (!hit.length) return [];
  const sum = hit.reduce((all, { points }) => all + points, 0);
  const what = hit.length > MOST_NAMED
    ? `${counted(hit.length, "own unit")}, which lose ${counted(sum, "point")} by it`
    : `own units: ${hit.map(({ unit, points }) => `${specOf(unit).name} on ${place(unit[X], unit[Y])} −${points}`).join(", ")}`;
  return [line(`${name(seat, options)} hits ${what}`, seat)];
}

/** The lines that every turn has. @param {Story} story @param {TextOptions} options */
function plainLines(story, options) {
  const lines = [0, 1].flatMap((seat) => {
    const shots = story.shots.filter(({ unit }) => unit[OWNER] === seat).length;
    const points = (options.previous?.units ?? [])
      .filter((unit) => unit[OWNER] === seat)
      .reduce((sum, unit) => sum + (story.damage.get(unit[ID]) ?? 0), 0);
    /** @type {string[]} */
    const parts = [];
    if (shots) parts.push(`shoots ${counted(shots, "time")}`);
    if (points) parts.push(`loses ${counted(points, "point")}`);
    return parts.length ? [line(`${name(seat, options)} ${parts.join(" and ")}`, seat)] : [];
  });
  return [...lines, ...contestLines(story, options)];
}

/** @param {Story} story @param {TextOptions} options */
function contestLines({ blocked }, { previous, ...options }) {
  /** @type {Map<string, {goal: Field, units: Unit[]}>} */
  const fields = new Map();
  for (const unit of previous?.units ?? []) {
    const goal = blocked.get(unit[ID]);
    if (goal) fields.set(goal.join(), { goal, units: [...(fields.get(goal.join())?.units ?? []), unit] });
  }
  return [...fields.values()].map(({ goal, units }) => {
    const who = listed(units.map((unit) => `${name(unit[OWNER], options)}’s ${specOf(unit).name} on ${place(unit[X], unit[Y])}`));
    return line(`${who} ${units.length > 1 ? "choose" : "chooses"} ${place(goal[0], goal[1])}: nobody goes there`);
  });
}

/** @param {OffenceEvent} event @param {TextOptions} options */
function offenceLines({ seat, code, detail }, options) {
  const what = CODES[code] ?? "gives an order that is not allowed";
  return [line(`${name(seat, options)} ${what}${detail ? ` (${detail.replaceAll("_", " ")})` : ""}`, seat)];
}

/** @param {OverEvent} event @param {TextOptions} options */
function overLines({ points, words }, options) {
  const winner = points.indexOf(WIN);
  if (winner >= 0) return [line(`${name(winner, options)} wins: ${words}`, winner)];
  return [line(`${points[0] < 0 ? "Both lose" : "Nobody wins"}: ${words}`)];
}

/**
 * An event in words, with one line for each move, shot and loss.
 * @param {Event} event
 * @param {TextOptions} options
 * @returns {Line[]}
 */
export function tell(event, options) {
  return handled(LINES, event, options) ?? [];
}

/** One event in words, or null where it is not worth a line. @param {Event} event @param {TextOptions} options */
export function describe(event, options) {
  return tell(event, options).map(({ text }) => text).join("; ") || null;
}

/** The seat that an event is about, -1 for none in particular. @param {Event} event */
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

/** @param {string} kind @param {number} seat */
const mark = (kind, seat) => markOf(KINDS, kind, seat);

/**
 * The important events of a frame: once for each side that lost units or hit its own.
 * @param {{events?: Event[]}} frame
 * @param {State | null} previous  the state before it, if there is one
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

/** With a capital letter. @param {string} text */
export const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

/** The view's layers. */
export const LAYERS = {
  points: "Points of the units",
  traces: "Moves and shots of the turn",
  danger: "Fields that can be hit now",
  ids: "Numbers of the units",
  coordinates: "Columns and rows",
};

/** The chart and the tables. */
export const TABLES = {
  destroyed: "Units destroyed",
  unitsLeft: "Units left",
  pointsLeft: "Points left",
  both: "Both sides",
  /** @param {number} count */
  more: (count) => `And ${count} more.`,
};

/** The brushes of the map editor. */
export const BRUSHES = {
  points: "Points of a unit",
  turns: "Turns of the game",
  /** @param {number} usual */
  turnsValue: (usual) => `Turns; 0: not said here (${usual} if nowhere)`,
};

/** The buttons beside the board of a person who plays. */
export const DESK = {
  move: "Move",
  shoot: "Shoot",
  next: "Next unit",
  nextTitle: "The next unit without orders (N)",
  undo: "Undo",
  undoTitle: "Take the last step back (Z)",
  clear: "Clear unit",
  clearTitle: "Take this unit’s orders back (X)",
  end: "End turn",
  endTitle: "Give the orders (Ctrl+Enter)",
  modes: "Effect of a tap on the board",
  orders: "Orders",
  /** @param {number} turn */
  endTurn: (turn) => `End turn ${turn}`,
  /** @param {number} given @param {number} units */
  count: (given, units) => (given ? `Orders (${given} of ${units} units)` : `No orders yet (${units} units)`),
  /** @param {string} order */
  takeBack: (order) => `Take back: ${order}`,
};

/** The controls of a person who plays. */
export const PLAY = {
  /** @param {number} turn @param {number} turns */
  where: (turn, turns) => `turn ${turn} of ${turns}`,
  nothingSelected: "No unit is selected: tap one of yours.",
  /** @param {string} fields */
  clashes: (fields) => `Several of your units would choose ${fields}: all of them would stay.`,
  /** @param {string} reason */
  impossible: (reason) => `Not possible: ${reason}.`,
  takenBack: "Taken back",
  nothingToUndo: "there is nothing to take back",
  noUnit: "no unit is selected",
  your: "your",
  /** @param {string} field @param {boolean} blocked */
  bare: (field, blocked) => `${field}: ${blocked ? "unavailable" : "empty"}`,
  /** @param {string} doings */
  ordered: (doings) => `; it ${doings}`,
  /** @param {number} turn @param {number} turns @param {number[]} counts  of units by kind */
  yours: (turn, turns, counts) =>
    `Your turn ${turn} of ${turns}: you have ${counts.map((count, kind) => counted(count, SPECS[kind].name)).join(" and ")}`,
  /** @type {[string, string][]} */
  keys: [
    ["← ↑ → ↓", "move the cursor"],
    ["Enter", "select the unit there; with one selected, move or shoot there"],
    ["M", "move the selected unit to the cursor"],
    ["S", "shoot at the cursor, whatever is there"],
    ["N P", "the next unit without orders, the one before"],
    ["X", "take the unit’s orders back"],
    ["Z", "take the last step back"],
    ["Esc", "select nothing"],
    ["Ctrl + Enter", "end the turn"],
  ],
};
