/**
 * The page's description of a frame in a seat's view.
 *
 * A game in which seats do not know everything exports two functions from its `view.js`:
 *
 * - `seen(state, seat, scene) -> state`: the state as far as the seat knows it, in the same shape.
 *   Numbers that it does not know are null in what `scores` and `series` make of it.
 * - `heard(events, seat, {state, previous, scene}) -> events`: the events that the seat learns of,
 *   without what it does not learn of them.  The states are whole.
 *
 * Captions, lists, marks, charts and tables are made of what these two return, and of nothing else.
 */

import { PANELS } from "./words.js";

/**
 * @typedef {object} Moment  a frame and what surrounds it
 * @property {import("./contract.js").View} view  of the game
 * @property {import("./store.js").Frame} frame
 * @property {any} state     after the frame
 * @property {any} previous  before it, null on the first frame of a game
 * @property {any} scene
 * @property {string[]} names  by seat of the game
 * @property {number | null} seat  of the game, whose eyes one looks through; null: everything is known
 */

/** Whether a seat of this game may know less than everybody. @param {import("./contract.js").View} view */
export const hidesThings = (view) => Boolean(view.seen);

/**
 * The same moment as far as its seat knows it.
 * @param {Moment} moment
 * @returns {Moment}
 */
export function known(moment) {
  const { view, frame, state, previous, scene, seat } = moment;
  if (seat === null || !view.seen) return moment;
  // A view that hides states and does not say what a seat hears hides all events.
  const events = view.heard?.(frame.events ?? [], seat, { state, previous, scene }) ?? [];
  return {
    ...moment,
    frame: { ...frame, events },
    state: view.seen(state, seat, scene),
    previous: previous && view.seen(previous, seat, scene),
  };
}

// Derived from a moment that has been through `known`: ---------------------------------------

/** @param {Moment} moment */
const optionsOf = ({ names, state, previous, scene, seat }) => ({ names, state, previous, scene, view: seat });

/** The effect of the frame, as one sentence. @param {Moment} moment */
export function captionOf(moment) {
  const { view, frame } = moment;
  if (frame.scene !== undefined) return PANELS.start;
  const options = { ...optionsOf(moment), all: true };
  const words = (frame.events ?? []).map((event) => view.describe(event, options)).filter(Boolean);
  const nothing = moment.seat !== null && hidesThings(view) ? PANELS.nothingSeen : PANELS.nothing;
  return `${words.join("; ") || nothing}.`;
}

/** Lines of the list of events. @param {Moment} moment @returns {{text: string, seat: number}[]} */
export function linesOf(moment) {
  const { view, frame } = moment;
  const options = optionsOf(moment);
  return (frame.events ?? []).flatMap((event) => {
    if (view.tell) return view.tell(event, options);
    const text = view.describe(event, options);
    return text ? [{ text, seat: view.seatOf ? view.seatOf(event, options) : -1 }] : [];
  });
}

/** Marks on the line of time. @param {Moment} moment @returns {{kind: string, shape: string, seat: number}[]} */
export const marksOf = ({ view, frame, previous }) => view.marks(frame, previous);

/**
 * The values of the chart: each of the view's `series`, or the scores.
 * @param {Moment} moment
 * @returns {(number | null)[][]}  by seat; null where it is not known
 */
export const valuesOf = ({ view, state }) => (view.series ? view.series.map((/** @type {any} */ line) => line.of(state)) : [view.scores(state)]);

/** The table beside the board: points, pieces and places of the seats. @param {Moment} moment */
export const seatsOf = ({ view, state, seat }) => ({
  scores: view.scores(state),
  pieces: view.panel?.(state) ?? null,
  board: view.leaderboard?.(state, { view: seat }) ?? null,
});

/** The tables of the game's own tab. @param {Moment} moment */
export const tablesOf = ({ view, state, names, scene, seat }) => view.tables?.(state, { names, scene, view: seat }) ?? [];
