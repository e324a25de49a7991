/** The view of one country as a state for the drawing, and its news as text. */

const UNDISCOVERED = "U";
const NOT_ONESELF = "-";

/**
 * The state that follows from a country's view.  Unknown values of other countries are 0, -1 or
 * "undiscovered"; the drawing does not use them.
 * @param {any} view
 * @param {{seat: number, previous: any, choices: {justify: number[]} | null}} options
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

/** Whether a country is alive: a discovered one becomes undiscovered only when it is out. */
function isAlive({ status }, player, seat, previous) {
  if (player === seat || status !== UNDISCOVERED) return true;
  return !previous || (previous.alive[player] === 1 && previous.known[player].status === UNDISCOVERED);
}

/** A line per country, with "undiscovered" for unknown relations. */
function relations(players, seat) {
  const table = players.map(() => players.map(() => UNDISCOVERED));
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

const BECAME = {
  A: (who) => `you and ${who} are allied`,
  W: (who) => `you are at war with ${who}`,
  UN: (who) => `you and ${who} meet`,
  AN: (who) => `you and ${who} are no longer allies`,
  WN: (who) => `you and ${who} make peace`,
};

/** The changes since the last question, as text. @returns {{text: string, seat: number}[]} */
export function tell(prompt, { names, state, previous, seat, scene }) {
  if (!previous || state.phase !== "round") return [];
  if (previous.phase !== "round") return [{ text: `you begin with ${state.saving[seat]} resources`, seat }, ...meetings(names, state, previous, seat)];
  const lines = meetings(names, state, previous, seat);
  const at = (place) => `(${place % scene.cols}, ${Math.floor(place / scene.cols)})`;
  const [before, now] = [previous.capital[seat], state.capital[seat]];
  if (before >= 0 && now < 0) lines.push({ text: `you have lost your capital at ${at(before)}`, seat });
  if (now >= 0 && before !== now) lines.push({ text: `your capital is at ${at(now)}`, seat });
  const gained = state.area[seat] - previous.area[seat];
  lines.push({ text: `you hold ${state.area[seat]} cells${gained ? ` (${gained > 0 ? "+" : "−"}${Math.abs(gained)})` : ""} and have ${state.saving[seat]} resources, ${state.income[seat]} of them new`, seat });
  return lines;
}

/** The changes of this country's relations, as text. */
function meetings(names, state, previous, seat) {
  return state.known.flatMap(({ status }, other) => {
    const before = previous.known[other].status;
    if (other === seat || before === status) return [];
    if (status === UNDISCOVERED) return [{ text: `${names[other]} is eliminated`, seat: other }];
    const words = BECAME[before + status] ?? BECAME[status];
    return words ? [{ text: words(names[other]), seat: other }] : [];
  });
}

const isOpening = ({ phase }) => phase === "bid" || phase === "spawn";

/** The seat whose view is drawn; null, everything, in the opening, when there is no land to hide. */
export const eyes = (state, seat) => (isOpening(state) ? null : seat);

export function where({ phase, round }, { constants }) {
  if (phase === "bid") return "bids";
  return phase === "spawn" ? "places to begin" : `round ${Math.max(1, round)} of ${constants.max_round - 1}`;
}

export const turnOf = ({ phase, round }) => (phase === "round" || phase === "over" ? round : 0);
