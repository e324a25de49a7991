/** The view of one country as a state for the drawing, and its news as text. */

/** @import { Nation, Phase, Played, Prompt, Scene, SeatState, SeatView } from "./state.js" */
/** @typedef {import("../../play/contract.js").Seen<Played>} Seen */
/** @typedef {import("../../play/contract.js").TellOptions<Played>} TellOptions */
/** @typedef {{text: string, seat: number}} Line */

const UNDISCOVERED = "U";
const NOT_ONESELF = "-";

/**
 * The state that follows from a country's view.  Unknown values of other countries are 0, -1 or
 * "undiscovered"; the drawing does not use them.
 * @param {SeatView} view
 * @param {Seen} options
 * @returns {SeatState}
 */
export function stateOf(view, { seat, previous, choices }) {
  const { players } = view;
  const numbers = players.map((_, player) => player);
  return {
    phase: view.phase,
    round: view.round,
    owner: view.owner.replaceAll("?", "."),
    sieged: view.sieged,
    saving: players.map(({ saving }) => saving ?? 0),
    income: players.map(({ income }) => income ?? 0),
    area: players.map(({ area }) => area ?? 0),
    capital: players.map(({ capital }) => capital ?? -1),
    relation: relations(players, seat),
    justify: numbers.map((player) => (player === seat && choices ? choices.justify : numbers.map(() => 0))),
    betrayed: numbers.map((player) => Number(player === seat && view.backstab_used)),
    alive: numbers.map((player) => Number(isAlive(players[player], player, seat, previous))),
    reached: [],
    marks: view.marks,
    over: view.phase === "over",
    known: players,
  };
}

/**
 * Whether a country is alive: a discovered one becomes undiscovered only when it is out.
 * @param {Nation} nation
 * @param {number} player
 * @param {number} seat
 * @param {SeatState | null} previous
 */
function isAlive({ status }, player, seat, previous) {
  if (player === seat || status !== UNDISCOVERED) return true;
  return !previous || (previous.alive[player] === 1 && previous.known[player].status === UNDISCOVERED);
}

/** A line per country, with "undiscovered" for unknown relations. @param {Nation[]} players @param {number} seat */
function relations(players, seat) {
  const table = players.map(() => players.map(() => UNDISCOVERED));
  /** @param {number} one @param {number} other @param {string} letter */
  const put = (one, other, letter) => {
    table[one][other] = letter;
    table[other][one] = letter;
  };
  players.forEach(({ relation, wars }, one) => {
    for (const other of wars ?? []) put(one, other, "W");
    if (relation) [...relation].forEach((letter, other) => other !== one && put(one, other, letter));
  });
  players.forEach(({ status }, other) => other !== seat && put(seat, other, status));
  return table.map((row, one) => row.map((letter, other) => (one === other ? NOT_ONESELF : letter)).join(""));
}

/** @type {Record<string, (who: string) => string>} */
const BECAME = {
  A: (who) => `you and ${who} are allied`,
  W: (who) => `you are at war with ${who}`,
  UN: (who) => `you and ${who} meet`,
  AN: (who) => `you and ${who} are no longer allies`,
  WN: (who) => `you and ${who} make peace`,
};

/**
 * The changes since the last question, as text. @returns {Line[]}
 * @param {Prompt} prompt
 * @param {TellOptions} options
 */
export function tell(prompt, { names, state, previous, seat, scene }) {
  if (!previous || state.phase !== "round") return [];
  if (previous.phase !== "round") return [{ text: `you begin with ${state.saving[seat]} resources`, seat }, ...meetings(names, state, previous, seat)];
  const lines = meetings(names, state, previous, seat);
  /** @param {number} place */
  const at = (place) => `(${place % scene.cols}, ${Math.floor(place / scene.cols)})`;
  const [before, now] = [previous.capital[seat], state.capital[seat]];
  if (before >= 0 && now < 0) lines.push({ text: `you have lost your capital at ${at(before)}`, seat });
  if (now >= 0 && before !== now) lines.push({ text: `your capital is at ${at(now)}`, seat });
  const gained = state.area[seat] - previous.area[seat];
  const [area, saving, income] = [state.area[seat], state.saving[seat], state.income[seat]];
  const text = gained
    ? `you hold ${area} cells (${gained > 0 ? "+" : "−"}${Math.abs(gained)}) and have ${saving} resources, ${income} of them new`
    : `you hold ${area} cells and have ${saving} resources, ${income} of them new`;
  lines.push({ text, seat });
  return lines;
}

/**
 * The changes of this country's relations, as text.
 * @param {string[]} names
 * @param {SeatState} state
 * @param {SeatState} previous
 * @param {number} seat
 */
function meetings(names, state, previous, seat) {
  return state.known.flatMap(({ status }, other) => {
    const before = previous.known[other].status;
    if (other === seat || before === status) return [];
    if (status === UNDISCOVERED) return [{ text: `${names[other]} is eliminated`, seat: other }];
    const words = BECAME[before + status] ?? BECAME[status];
    return words ? [{ text: words(names[other]), seat: other }] : [];
  });
}

/** @param {{phase: Phase}} state */
const isOpening = ({ phase }) => phase === "bid" || phase === "spawn";

/**
 * The seat whose view is drawn; null, everything, in the opening, when there is no land to hide.
 * @param {SeatState} state
 * @param {number} seat
 */
export const eyes = (state, seat) => (isOpening(state) ? null : seat);

/** @param {SeatState} state @param {Scene} scene */
export function where({ phase, round }, { constants }) {
  if (phase === "bid") return "bids";
  return phase === "spawn" ? "places to begin" : `round ${Math.max(1, round)} of ${constants.max_round - 1}`;
}

/** @param {SeatState} state */
export const turnOf = ({ phase, round }) => (phase === "round" || phase === "over" ? round : 0);
