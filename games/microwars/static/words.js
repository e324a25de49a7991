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

/** @type {Record<string, (who: string) => string>} */
const CODES = {
  eof: (who) => `${who} gives no complete answer`,
  time: (who) => `${who} uses up its time`,
  syntax: (who) => `${who} writes what cannot be read`,
  line_too_long: (who) => `${who} writes a line that is too long`,
  turn_too_long: (who) => `${who} writes too much in one turn`,
  other: (who) => `${who} gives an order that is not allowed`,
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
    const which = `${name(seat, options)}’s ${specOf(unit).name} on ${place(unit[X], unit[Y])}`;
    if (!by[1 - seat]) return line(`${which} is destroyed, hit by its own side alone`, seat);
    return line(by[seat] ? `${which} is destroyed, hit by both sides` : `${which} is destroyed`, seat);
  });
}

/** @param {Story} story @param {number} seat @param {TextOptions} options */
function friendlyLines(story, seat, options) {
  const hit = options.previous ? friendly(story, options.previous, seat) : [];
  if (!hit.length) return [];
  const sum = hit.reduce((all, { points }) => all + points, 0);
  if (hit.length > MOST_NAMED) {
    return [line(`${name(seat, options)} hits ${counted(hit.length, "own unit")}, which lose ${counted(sum, "point")} by it`, seat)];
  }
  const units = hit.map(({ unit, points }) => `${specOf(unit).name} on ${place(unit[X], unit[Y])} −${points}`);
  return [line(`${name(seat, options)} hits own units: ${units.join(", ")}`, seat)];
}

/** The lines that every turn has. @param {Story} story @param {TextOptions} options */
function plainLines(story, options) {
  const lines = [0, 1].flatMap((seat) => {
    const shots = story.shots.filter(({ unit }) => unit[OWNER] === seat).length;
    const points = (options.previous?.units ?? [])
      .filter((unit) => unit[OWNER] === seat)
      .reduce((sum, unit) => sum + (story.damage.get(unit[ID]) ?? 0), 0);
    const who = name(seat, options);
    if (shots && points) return [line(`${who} shoots ${counted(shots, "time")} and loses ${counted(points, "point")}`, seat)];
    if (shots) return [line(`${who} shoots ${counted(shots, "time")}`, seat)];
    return points ? [line(`${who} loses ${counted(points, "point")}`, seat)] : [];
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
    const where = place(goal[0], goal[1]);
    return line(units.length > 1 ? `${who} choose ${where}: nobody goes there` : `${who} chooses ${where}: nobody goes there`);
  });
}

/** @param {OffenceEvent} event @param {TextOptions} options */
function offenceLines({ seat, code, detail }, options) {
  const text = (CODES[code] ?? CODES.other)(name(seat, options));
  return [line(detail ? `${text} (${detail.replaceAll("_", " ")})` : text, seat)];
}

/** @param {OverEvent} event @param {TextOptions} options */
function overLines({ points, words }, options) {
  const winner = points.indexOf(WIN);
  if (winner >= 0) return [line(`${name(winner, options)} wins: ${words}`, winner)];
  return [line(points[0] < 0 ? `Both lose: ${words}` : `Nobody wins: ${words}`)];
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
  bare: (field, blocked) => (blocked ? `${field}: unavailable` : `${field}: empty`),
  /** @param {string} unit @param {string} doings */
  ordered: (unit, doings) => `${unit}; ${doings}`,
  /** @param {number} turn @param {number} turns @param {number[]} counts  of units by kind */
  yours: (turn, turns, counts) =>
    `Your turn ${turn} of ${turns}: you have ${listed(counts.map((count, kind) => counted(count, SPECS[kind].name)))}`,
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
