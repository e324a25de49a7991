/** The leaderboard, the lines of the chart, and the tables of relations and points. */

import { knowsAll, told } from "./state.js";
import { inSight } from "./vision.js";

/** @import { Known, TableOptions } from "./state.js" */
/** @import { Cell, Table } from "../../player/tables.js" */

const UNKNOWN = "?";

/**
 * Whether the viewer knows this about the country; neutral countries see values with `outside`.
 * @param {Known} state
 * @param {number | null} view
 * @param {number} player
 * @param {boolean} outside
 */
function knows(state, view, player, outside) {
  if (view === null || view === undefined || told(state, view, player)) return true;
  return outside && state.relation[view][player] === "N";
}

/**
 * The countries from the best to the last, with a question mark for values unknown to the viewer.
 * @param {Known} state
 * @param {{view?: number | null}} [options]
 */
export function leaderboard(state, { view = null } = {}) {
  const opening = state.phase === "bid" || state.phase === "spawn";
  const { columns, rows } = opening ? openingRows(state, view) : countryRows(state, view);
  return { columns, groups: [{ title: null, cells: [], rows }] };
}

/** @param {Known} state @param {number | null} view */
function openingRows(state, view) {
  const order = state.order ?? state.saving.map((_, player) => player);
  const named = new Map((state.spawns ?? []).map((spawn) => [spawn.p, spawn]));
  const shown = view === null ? order : [...order].sort((one, other) => one - other);
  const rows = shown.map((player) => {
    const open = view === null || view === player;
    const spawn = named.get(player);
    const where = spawn ? (spawn.at ? spawn.at.join(", ") : "none") : "";
    const bid = state.bids ? String(state.bids[player]) : "";
    return {
      seat: player,
      out: spawn ? spawn.place < 0 : false,
      cells: open ? [String(state.saving[player]), bid, where] : [UNKNOWN, UNKNOWN, UNKNOWN],
    };
  });
  return { columns: ["Money", "Bid", "Begins"], rows };
}

/** @param {Known} state @param {number | null} view */
function countryRows(state, view) {
  const rows = ranked(state, view).map((player) => {
    /** @param {number | null} value @param {boolean} outside */
    const cell = (value, outside) => (knows(state, view, player, outside) ? String(value) : UNKNOWN);
    return {
      seat: player,
      out: !state.alive[player],
      cells: [cell(state.area[player], true), cell(state.saving[player], false), cell(state.income[player], false)],
    };
  });
  return { columns: ["Land", "Savings", "Income"], rows };
}

/**
 * By the game's ranks after its end, before that by life, land and savings.
 * @param {Known} state
 * @param {number | null} view
 */
function ranked(state, view) {
  const players = state.saving.map((_, player) => player);
  /** @param {number} player @returns {number[]} */
  const worth = (player) => {
    if (state.ranks) return [-state.ranks[player]];
    const land = knows(state, view, player, true) ? state.area[player] ?? -1 : -1;
    const saving = knows(state, view, player, false) ? state.saving[player] ?? -1 : -1;
    return [Number(state.reached.includes(player)), state.alive[player], land, saving];
  };
  return players.sort((one, other) => {
    const [a, b] = [worth(one), worth(other)];
    const at = a.findIndex((v, i) => v !== b[i]);
    return at < 0 ? one - other : b[at] - a[at];
  });
}

/** The values that the chart can show over the rounds. @type {import("../../player/contract.js").Series<Known>[]} */
export const series = [
  { id: "area", title: "Land", of: ({ area }) => area },
  { id: "saving", title: "Savings", of: ({ saving }) => saving },
  { id: "income", title: "Income", of: ({ income }) => income },
];

/** Land by seat. @param {Known} state */
export const scores = (state) => state.area;

/** @type {Record<string, {text: string, words: string, kind: Cell["kind"]}>} */
const RELATIONS = {
  U: { text: "", words: "have not met", kind: "none" },
  N: { text: "n", words: "are neutral", kind: "plain" },
  A: { text: "A", words: "are allied", kind: "good" },
  W: { text: "W", words: "are at war", kind: "bad" },
  "?": { text: "?", words: "may be anything to each other: the player in view does not know", kind: "none" },
};

/**
 * The tables of the tab beside the events: relations, and the points of a scenario.
 * @param {Known} state
 * @param {TableOptions} options
 */
export function tables(state, options) {
  /** @type {Table[]} */
  const found = [relationTable(state, options)];
  if (options.scene.points?.length) found.push(pointTable(state, options));
  const rules = options.scene.words ?? [];
  if (rules.length) found[found.length - 1].notes = [...found[found.length - 1].notes, ...rules];
  return found;
}

/** @param {Known} state @param {TableOptions} options */
function relationTable(state, { names, scene, view }) {
  const players = names.map((_, player) => player);
  const needed = scene.constants.justify_rounds;
  /** @param {number} one @param {number} other @returns {Cell} */
  const cell = (one, other) => {
    if (one === other) return { text: "", kind: "self", words: names[one] };
    const known = view === null || one === view || other === view || told(state, view, one) || told(state, view, other);
    const relation = RELATIONS[known ? state.relation[one][other] : UNKNOWN];
    // Only the country itself knows its counter.
    const count = view === null || view === one ? state.justify[one][other] : 0;
    const both = `${names[one]} and ${names[other]} ${relation.words}`;
    return {
      text: count ? `${relation.text} ${count}/${needed}` : relation.text,
      kind: count ? "warn" : relation.kind,
      words: count ? `${both}; ${names[one]} justifies a war, ${count} of ${needed} rounds` : both,
    };
  };
  return {
    title: "Relations",
    head: players.map((seat) => ({ seat, words: names[seat] })),
    rows: players.map((one) => ({ seat: one, name: names[one], out: !state.alive[one], cells: players.map((other) => cell(one, other)) })),
    notes: [
      "A: allied. W: at war. n: neutral. Empty: not met, or out.",
      `1/${needed}: rounds in which the country of the line has justified a war.`,
      ...(view !== null && knowsAll(state, view) ? ["A point shows this player everything."] : []),
    ],
  };
}

/** @param {Known} state @param {TableOptions} options */
function pointTable(state, { names, scene, view }) {
  const known = view === null ? null : inSight(state, scene, view);
  const rows = (scene.points ?? []).map(/** @returns {Table["rows"][number]} */ ({ name, x, y }) => {
    const place = y * scene.cols + x;
    const seen = !known || known[place];
    const owner = !seen || state.owner[place] === "." ? null : Number(state.owner[place]);
    const marks = state.marks.filter((mark) => mark.place === place && (seen || mark.kind === "broken"));
    /** @type {Cell} */
    const nobody = seen ? { text: "–", words: "nobody's", kind: "none" } : { text: UNKNOWN, words: "not known", kind: "none" };
    return {
      seat: null, name: `${name} (${x}, ${y})`, out: false,
      cells: [
        owner === null ? nobody : { seat: owner, text: names[owner], words: "", kind: "plain" },
        { text: marks.map(({ text }) => text).join("; "), words: "", kind: marks.some(({ kind }) => kind === "broken") ? "bad" : "text" },
      ],
    };
  });
  return { title: "Points", head: [{ text: "Owner" }, { text: "State" }], rows, notes: [] };
}
