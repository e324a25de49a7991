/** Statistics of the players: leaderboard, lines of the chart, and tables of keys, bags and zones. */

import { counted } from "../../player/phrases.js";
import { closedZones, isPartial, ownerOf, seenBy } from "./state.js";
import { AWAY, CARRY, ITEMS, ITEM_WORDS, LAST_RETURN, STATUS, floorWords, stationOf } from "./station.js";
import { BOARD } from "./words.js";

/** @import { Setting } from "./station.js" */
/** @import { Cell, Table } from "../../player/tables.js" */
/** @import { TableOptions } from "./state.js" */

const UNKNOWN = "?";

/** @typedef {import("./state.js").State} State */

/** The state as the seat in view knows it. @param {State} state @param {number | null | undefined} view */
const known = (state, view) => (view === null || view === undefined ? state : seenBy(state, view));

/** Points by seat. @param {State} state */
export const scores = (state) => state.players.map(({ score }) => score);

/** The values that the chart can show over the rounds. @type {import("../../player/contract.js").Series<State>[]} */
export const series = [
  { id: "keys", title: "Keys", of: ({ players }) => players.map(({ keys }) => keys.length) },
  { id: "hp", title: BOARD.hp, of: ({ players }) => players.map(({ hp }) => (hp < 0 ? null : hp)) },
  { id: "points", title: "Points", of: ({ players }) => players.map(({ score }) => score) },
];

/** The status of a player in one or two words. @param {State} state @param {number} number */
export function statusWords(state, number) {
  const { status, died = 0, countdown } = state.players[number];
  if (status === STATUS.DEAD) {
    if (died > LAST_RETURN) return "out";
    return died ? `back in ${Math.max(1, died + AWAY - state.round)}` : "dead";
  }
  if (status === STATUS.COUNTDOWN) return countdown ? `leaves in ${countdown}` : "leaving";
  if (status === STATUS.SKIPPING) return "stuck";
  if (status === STATUS.ESCAPED) return "escaped";
  return status === STATUS.ERROR ? "failed" : "";
}

/**
 * Whether a player has failed or died for good; a player who has escaped is not out.
 * @param {State} state
 * @param {number} number
 */
function isOut(state, number) {
  const { status, died } = state.players[number];
  return status === STATUS.ERROR || (status === STATUS.DEAD && (died ?? 0) > LAST_RETURN);
}

const FLOOR_NAMES = ["top", "middle", "lower"];

/**
 * The players in the order of their seats, which is the order of play.
 * @param {State} state
 * @param {{view?: number | null}} [options]
 */
export function leaderboard(state, { view = null } = {}) {
  const seen = known(state, view);
  const rows = seen.players.map(({ hp, keys, pos, score }, seat) => {
    const where = statusWords(seen, seat) || (pos ? FLOOR_NAMES[pos[2]] : UNKNOWN);
    return {
      seat,
      out: isOut(seen, seat),
      cells: [hp < 0 ? UNKNOWN : String(hp), String(keys.length), score === null ? UNKNOWN : String(score).replace("-", "−"), where],
    };
  });
  return { columns: ["HP", "Keys", "Points", "Where"], groups: [{ title: null, cells: [], rows }] };
}

/**
 * The tables in the tab beside the events.
 * @param {State} state
 * @param {TableOptions} options
 */
export function tables(state, { names, scene, view }) {
  const seen = known(state, view);
  return [keyTable(seen, names), bagTable(seen, names), zoneTable(seen, scene)];
}

/** @param {State} state @param {string[]} names @returns {Table} */
function keyTable(state, names) {
  return {
    title: "Keys",
    head: names.map((name, seat) => ({ seat, words: `${name}'s key` })),
    rows: state.players.map(({ keys, coming }, seat) => ({
      seat,
      name: names[seat],
      out: isOut(state, seat),
      cells: names.map(/** @returns {Cell} */ (name, key) => {
        if (keys.includes(key)) return { text: "✓", kind: "good", words: `${names[seat]} has ${name}'s key` };
        if (coming === key) return { text: "…", kind: "warn", words: `${names[seat]} gets ${name}'s key in the next turn` };
        return { text: "", kind: "none", words: `${names[seat]} lacks ${name}'s key` };
      }),
    })),
    notes: ["…: a machine makes the key; it comes in the next turn. With all four the capsule can be started."],
  };
}

/** @param {State} state @param {string[]} names @returns {Table} */
function bagTable(state, names) {
  const head = [...ITEMS.map((item) => ({ text: plural(ITEM_WORDS[item]), words: `${plural(ITEM_WORDS[item])} in the bag, at most ${CARRY[item]}` })), { text: "traps", words: "placed traps" }, { text: "detect", words: "the round in which detection works again" }];
  const partial = isPartial(state);
  const me = ownerOf(state);
  return {
    title: "Bags",
    head,
    rows: state.players.map(({ bag, rested = 0 }, seat) => {
      const placed = state.traps.filter(([, , owner]) => owner === seat).length;
      const hidden = partial && seat !== me;
      const ready = rested <= state.round ? "ready" : `round ${rested}`;
      const texts = hidden ? ITEMS.map(() => UNKNOWN) : ITEMS.map((item) => String(bag?.[item]));
      return {
        seat,
        name: names[seat],
        out: isOut(state, seat),
        cells: [...texts, hidden ? UNKNOWN : String(placed), hidden ? UNKNOWN : ready].map((text) => /** @type {Cell} */ ({ text, kind: hidden ? "none" : "plain" })),
      };
    }),
    notes: [],
  };
}

/** @param {string} word */
const plural = (word) => (word === "slime" ? word : `${word}s`);

/** @param {State} state @param {Setting} scene @returns {Table} */
function zoneTable(state, scene) {
  const { zones } = stationOf(scene);
  const closed = closedZones(state, stationOf(scene));
  return {
    title: "Zones",
    head: [{ text: "floor" }, { text: "closes" }],
    rows: zones.map(({ title, closes, floor }, number) => {
      const rounds = closes - state.round + 1;
      const text = number < closed ? "closed" : `in ${counted(rounds, "round")}`;
      const words = number < closed ? `${title} is closed` : `${title} closes after round ${closes}, in ${counted(rounds, "round")}`;
      /** @type {Cell["kind"]} */
      const kind = number < closed ? "none" : rounds <= 3 ? "bad" : rounds <= 10 ? "warn" : "text";
      return { seat: null, name: title, out: number < closed, cells: [{ text: floorWords(scene, floor).replace(/ floor$/, ""), kind: "text" }, { text, kind, words }] };
    }),
    notes: [BOARD.closing],
  };
}
