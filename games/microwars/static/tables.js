/** Both sides in numbers: the leaderboard, the lines of the chart, and their units as tables. */

import { ID, OWNER, POINTS, SPECS, X, Y, forceOf, place, specOf } from "./state.js";
import { TABLES } from "./words.js";

/** @import { State, Unit } from "./state.js" */
/** @import { Table } from "../../player/tables.js" */

const MOST_ROWS = 80;

/** Units of the other side that are destroyed, by seat. @param {import("./state.js").State} state */
export const scores = (state) => state.score;

/** The series of the chart over the turns. @type {import("../../player/contract.js").Series<State>[]} */
export const series = [
  { id: "score", title: TABLES.destroyed, of: ({ score }) => score },
  { id: "units", title: TABLES.unitsLeft, of: (state) => sides(state).map(({ units }) => units) },
  { id: "points", title: TABLES.pointsLeft, of: (state) => sides(state).map(({ points }) => points) },
];

/** @param {State} state */
const sides = (state) => state.score.map((_, seat) => forceOf(state, seat));

/** @param {import("./state.js").State} state */
export function leaderboard(state) {
  const forces = sides(state);
  const rows = state.score.map((destroyed, seat) => ({
    seat,
    out: forces[seat].units === 0,
    cells: [String(destroyed), String(forces[seat].units), String(forces[seat].points)],
  }));
  rows.sort((one, other) => state.score[other.seat] - state.score[one.seat] || one.seat - other.seat);
  return { columns: ["Destroyed", "Units", "Points"], groups: [{ title: null, cells: [], rows }] };
}

/**
 * The content of the tab beside the events.
 * @param {import("./state.js").State} state
 * @param {{names: string[]}} options
 */
export function tables(state, { names }) {
  return [forceTable(state, names), unitTable(state, names)];
}

/** @param {State} state @param {string[]} names @returns {Table} */
function forceTable(state, names) {
  const rows = sides(state).map(({ counts, units, points }, seat) => ({
    seat, name: names[seat], out: units === 0,
    cells: [...counts, points, state.score[seat]].map((number) => ({ text: String(number) })),
  }));
  const kinds = SPECS.map(({ name }) => ({ text: `${name[0].toUpperCase()}${name.slice(1)}s` }));
  return { title: TABLES.both, head: [...kinds, { text: "Points" }, { text: "Destroyed" }], rows, notes: [] };
}

/** @param {State} state @param {string[]} names @returns {Table} */
function unitTable(state, names) {
  const sorted = [...state.units].sort((one, other) => one[OWNER] - other[OWNER] || Math.abs(one[ID]) - Math.abs(other[ID]));
  const rows = sorted.slice(0, MOST_ROWS).map(/** @returns {Table["rows"][number]} */ (unit) => {
    const { name: kind, points } = specOf(unit);
    // The numbers of the other side's units are not known to the side in view.
    const name = unit[ID] < 0 ? kind : `${kind} ${unit[ID]}`;
    const low = unit[POINTS] * 3 < points;
    return {
      seat: unit[OWNER], name, out: false,
      cells: [
        { text: place(unit[X], unit[Y]), words: `${names[unit[OWNER]]}’s ${name} is on ${place(unit[X], unit[Y])}` },
        { text: String(unit[POINTS]), kind: low ? "bad" : "plain" },
      ],
    };
  });
  const more = sorted.length - rows.length;
  return { title: "Units", head: [{ text: "Field" }, { text: "Points" }], rows, notes: more ? [TABLES.more(more)] : [] };
}
