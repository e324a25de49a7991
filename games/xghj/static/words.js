/** The events of a game as text, and as marks on the seek bar. */

import { handled } from "../../player/events.js";
import { kindsOf, listed, markOf, paragraph } from "../../player/phrases.js";

/** @import { BidsEvent, Change, EndEvent, KnownEvent, Known, OwnBidEvent, RoundEvent, Scene, SpawnEvent, TextOptions } from "./state.js" */

/** @param {number} player @param {{names: string[]}} options */
const name = (player, { names }) => names[player] ?? `player ${player + 1}`;
/** @param {number} place @param {{scene: Scene}} options */
const at = (place, { scene: { cols } }) => `(${place % cols}, ${Math.floor(place / cols)})`;

/** @typedef {{text: string, seat: number}} Line */

/** @param {string} text @param {number} [seat] @returns {Line} */
const line = (text, seat = -1) => ({ text, seat });

/** @param {BidsEvent | OwnBidEvent} event @param {TextOptions} options */
function bidLines({ bids, order, own }, options) {
  // A country knows only its own bid.
  if (own) return [line(`${name(order[0], options)} bids ${bids[order[0]]}`, order[0])];
  const told = order.map((player) => `${name(player, options)} ${bids[player]}`);
  return [line(`Bids: ${told.join(", ")}; ${name(order[0], options)} chooses first`, order[0])];
}

/** @param {SpawnEvent} event @param {TextOptions} options */
function spawnLines({ p, at: point, place }, options) {
  const who = name(p, options);
  if (place >= 0) return [line(`${who} begins at ${at(place, options)}`, p)];
  if (!point) return [line(`${who} names no place to begin, and is out`, p)];
  return [line(`${who} names (${point.join(", ")}), which is refused, and is out`, p)];
}

/** The countries that have discovered each other. @param {TextOptions} options */
function meetings({ previous, state, ...options }) {
  if (!previous) return [];
  /** @type {Line[]} */
  const found = [];
  state.relation.forEach((row, one) => {
    const met = [...row].flatMap((letter, other) =>
      other > one && letter === "N" && previous.relation[one][other] === "U" ? [name(other, options)] : []);
    if (met.length) found.push(line(`${name(one, options)} and ${listed(met)} meet`, one));
  });
  return found;
}

/**
 * The countries that began a war: those that have justified it for enough rounds.
 * @param {Change} change
 * @param {RoundEvent} event
 * @param {TextOptions} options
 */
function declarers([one, other], { stances }, { previous, scene }) {
  const needed = scene.constants.justify_rounds;
  return [[one, other], [other, one]]
    .filter(([a, b]) => stances[a][b] === "J" && (previous?.justify[a][b] ?? needed) + 1 >= needed)
    .map(([a]) => a);
}

/** @param {Change} change @param {RoundEvent} event @param {TextOptions} options */
function warLine(change, event, options) {
  const [one, other] = change;
  const by = declarers(change, event, options);
  if (by.length !== 1) return line(`${name(one, options)} and ${name(other, options)} go to war`);
  const against = by[0] === one ? other : one;
  return line(`${name(by[0], options)} goes to war against ${name(against, options)}`, by[0]);
}

/** The countries that no longer confirm an alliance. @param {Change} change @param {RoundEvent} event */
function leavers([one, other], { stances }) {
  return [[one, other], [other, one]].filter(([a, b]) => !"A-".includes(stances[a][b])).map(([a]) => a);
}

/** @param {Change} change @param {RoundEvent} event @param {TextOptions} options */
function partingLine(change, event, options) {
  const [one, other] = change;
  const by = leavers(change, event);
  if (by.length !== 1) return line(`${name(one, options)} and ${name(other, options)} are no longer allies`);
  return line(`${name(by[0], options)} leaves the alliance with ${name(by[0] === one ? other : one, options)}`, by[0]);
}

/** The kind of a change of a relation. @param {Change} change */
function kindOf([, , before, after, traitor]) {
  if (traitor !== null) return "backstab";
  if (after === "W") return "war";
  if (after === "A") return "alliance";
  return before === "W" ? "peace" : "parting";
}

/** @type {Record<string, (change: Change, event: RoundEvent, options: TextOptions) => Line>} */
const CHANGES = {
  backstab: ([one, other, , , traitor], event, options) =>
    line(`${name(traitor ?? one, options)} backstabs ${name(traitor === one ? other : one, options)}: war`, traitor ?? one),
  war: warLine,
  alliance: ([one, other], event, options) => line(`${name(one, options)} and ${name(other, options)} form an alliance`),
  peace: ([one, other], event, options) => line(`${name(one, options)} and ${name(other, options)} make peace`),
  parting: partingLine,
};

/**
 * The countries without a capital that had one before the round, or lost it in the round.
 * @param {RoundEvent} event
 * @param {Known | null} previous
 */
function losers(event, previous) {
  return event.capital.flatMap((place, player) =>
    place < 0 && (event.homeless.includes(player) || (previous && previous.capital[player] >= 0)) ? [player] : []);
}

/** @param {RoundEvent} event @param {TextOptions} options */
function capitalLines(event, { previous, ...options }) {
  const found = losers(event, previous).map((player) => {
    const lost = previous && previous.capital[player] >= 0
      ? `${name(player, options)} loses the capital at ${at(previous.capital[player], options)}`
      : `${name(player, options)} loses the capital`;
    return line(event.homeless.includes(player) ? `${lost}: the land is no longer an ally's` : lost, player);
  });
  event.capital.forEach((place, player) => {
    if (place >= 0 && previous && previous.capital[player] < 0) {
      found.push(line(`${name(player, options)} has a capital again, at ${at(place, options)}`, player));
    }
  });
  return found;
}

/** The points of the scenario that have changed owners. @param {RoundEvent} event @param {TextOptions} options */
function pointLines(event, options) {
  const { points = [], cols } = options.scene;
  const owners = new Map(event.cells);
  return points.flatMap((point) => {
    const owner = owners.get(point.y * cols + point.x);
    if (owner === undefined) return [];
    return owner < 0 ? [line(`${point.name} is nobody's now`)] : [line(`${name(owner, options)} takes ${point.name}`, owner)];
  });
}

/** @param {RoundEvent} event @param {TextOptions} options */
function brokenLines(event, { previous, scene }) {
  const before = new Set((previous?.marks ?? []).filter(({ kind }) => kind === "broken").map(({ place }) => place));
  const names = event.marks
    .filter(({ kind, place }) => kind === "broken" && !before.has(place))
    .map(({ place }) => scene.points?.find(({ x, y }) => y * scene.cols + x === place)?.name ?? at(place, { scene }));
  if (names.length > 1) return [line(`${listed(names)} are out of order in the next round`)];
  return names.map((point) => line(`${point} is out of order in the next round`));
}

/** Bombs, land and capitals, which change in every round. @param {RoundEvent} event @param {TextOptions} options */
function plainLines(event, options) {
  /** @type {Map<number, [number, number]>} */
  const totals = new Map();
  for (const [player, , , size] of event.bombs) {
    const [count, sum] = totals.get(player) ?? [0, 0];
    totals.set(player, [count + 1, sum + size]);
  }
  const bombs = [...totals].map(([player, [count, sum]]) => `${name(player, options)} ${count} (${sum})`);
  const moved = event.capital.flatMap((place, player) =>
    place >= 0 && options.previous && options.previous.capital[player] >= 0 && options.previous.capital[player] !== place
      ? [line(`${name(player, options)} moves the capital to ${at(place, options)}`, player)] : []);
  const count = event.cells.length;
  return [
    ...(bombs.length ? [line(`Bombs (and what they cost in size): ${bombs.join(", ")}`)] : []),
    ...moved,
    ...(count ? [line(count > 1 ? `${count} cells change hands` : "1 cell changes hands")] : []),
    ...brokenLines(event, options),
  ];
}

/** @param {RoundEvent} event @param {TextOptions} options */
function roundLines(event, options) {
  const already = options.previous?.reached ?? [];
  const reached = event.reached.filter((player) => !already.includes(player));
  return [
    ...event.changes.map((change) => CHANGES[kindOf(change)](change, event, options)),
    ...capitalLines(event, options),
    ...event.fallen.map((player) => line(`${name(player, options)} is eliminated`, player)),
    ...pointLines(event, options),
    ...meetings(options),
    ...reached.map((player) => line(`${name(player, options)} reaches the goal`, player)),
    ...(options.all ? plainLines(event, options) : []),
  ];
}

/** @param {EndEvent} event @param {TextOptions} options */
function endLines({ words, ranks }, options) {
  const first = ranks.flatMap((rank, player) => (rank === 1 ? [name(player, options)] : []));
  return [line(`The game ends, ${words}; first: ${listed(first)}`)];
}

/** @type {import("../../player/events.js").Handlers<KnownEvent, [TextOptions], Line[]>} */
const LINES = { bids: bidLines, spawn: spawnLines, start: (event, options) => meetings(options), round: roundLines, end: endLines };

/**
 * An event as text, with one line for each thing that happened.
 * @param {KnownEvent} event
 * @param {TextOptions} options
 * @returns {Line[]}
 */
export function tell(event, options) {
  return handled(LINES, event, options) ?? [];
}

/** One event as text, or null where it has no lines. @param {KnownEvent} event @param {TextOptions} options */
export function describe(event, options) {
  return tell(event, options).map(({ text }) => text).join("; ") || null;
}

const KINDS = {
  war: { shape: "bolt", title: "A war begins" },
  peace: { shape: "circle", title: "Peace is made" },
  alliance: { shape: "rings", title: "An alliance is formed" },
  parting: { shape: "broken", title: "An alliance ends" },
  backstab: { shape: "fork", title: "A backstab" },
  capital: { shape: "flag", title: "A capital is lost" },
  fallen: { shape: "cross", title: "A country is eliminated" },
  goal: { shape: "star", title: "The goal is reached" },
  end: { shape: "square", title: "The game ends" },
};

/** The kinds of marks on the seek bar, for its legend. */
export const markKinds = kindsOf(KINDS);

/** @param {string} kind @param {number} [seat] */
const mark = (kind, seat = -1) => markOf(KINDS, kind, seat);

/**
 * The important events of a frame.
 * @param {{events?: KnownEvent[]}} frame
 * @param {Known | null} previous  the state before it, if there is one
 * @returns {{kind: string, shape: string, seat: number}[]}
 */
export function marks(frame, previous) {
  return (frame.events ?? []).flatMap((event) => {
    if (event.e === "end") return [mark("end")];
    if (event.e === "spawn") return event.place < 0 ? [mark("fallen", event.p)] : [];
    if (event.e !== "round") return [];
    const reached = event.reached.filter((player) => !previous?.reached.includes(player));
    return [
      ...event.changes.map((change) => mark(kindOf(change), change[4] ?? -1)),
      ...losers(event, previous).map((player) => mark("capital", player)),
      ...event.fallen.map((player) => mark("fallen", player)),
      ...reached.map((player) => mark("goal", player)),
    ];
  });
}

/** The view's layers; the numbers of the cells have `cells`. */
export const LAYER_TITLES = {
  bombs: "Bombs",
  heat: "Influence of the bombs",
  changes: "Land that has just changed hands",
  relations: "Alliances and wars",
  points: "Points of the scenario",
  coordinates: "Columns and rows",
  plain: "Plain colours, without patterns and signs",
  /** @param {string} number */
  cells: (number) => `${number} of the cells`,
};

/** The brushes of the map editor. */
export const BRUSHES = {
  resource: "Resource only",
  attack: "Attack only",
  attackValue: "Attack, 0: can never be taken",
  defence: "Defence only",
};

/** The stances towards another country. */
export const STANCES = {
  title: "Diplomacy",
  /** @param {string} usual */
  nothing: (usual) => `Nothing: ${usual}`,
  keep: "Keep neutral",
  endAlliance: "End the alliance",
  peace: "Offer peace",
  confirm: "Confirm the alliance",
  ally: "Form an alliance",
  /** @param {number} price */
  war: (price) => `War (${price})`,
  /** @param {number} price @param {number} round @param {number} needed */
  justify: (price, round, needed) => `Justify a war (${price}), ${round} of ${needed}`,
  backstab: "Backstab: war at once, once in a game",
  /** @param {string} country */
  towards: (country) => `Towards ${country}`,
  /** @param {number} round @param {number} needed */
  justified: (round, needed) => `you justify, ${round}/${needed}`,
};

/** The controls of a person who plays. */
export const PLAY = {
  bomb: "Bomb",
  back: "Take back",
  capital: "Capital",
  bidLabel: "Your bid",
  bid: "Bid",
  begin: "Begin here",
  /** @param {string} cell */
  beginAt: (cell) => `Begin at ${cell}`,
  chooseCell: "Choose a cell on the board",
  clear: "Clear",
  clearTitle: "Take all bombs back (C)",
  send: "Send orders",
  sendTitle: "Send the orders (Ctrl+Enter)",
  /** @param {number} round */
  sendRound: (round) => `Send the orders of round ${round}`,
  modes: "Action of a tap on the board",
  size: "Size of a bomb",
  yours: "yours",
  nobodys: "nobody's",
  unknown: "not known",
  /** @param {string} cell @param {number} resource @param {number} attack @param {number} defence @param {string} whose */
  cell: (cell, resource, attack, defence, whose) => `${cell}: resource ${resource}, attack ${attack}, defence ${defence}, ${whose}`,
  /** @param {string} cell @param {string} reason  why not, empty where one can begin there */
  beginHere: (cell, reason) => (reason ? `${cell}. ${reason}` : `${cell}. You can begin here`),
  capitalStays: "The capital stays where it is",
  /** @param {string} cell */
  capitalMoves: (cell) => `The capital will move to ${cell}`,
  /** @param {string} cell */
  notThere: (cell) => `No bomb can be placed at ${cell}: bombs are placed on your own land or an ally's.`,
  /** @param {number} saving @param {number} cost */
  cannotPay: (saving, cost) => `You cannot pay for that: you have ${saving} resources, and your orders already cost ${cost}.`,
  /** @param {number} size @param {string} cell @param {number} breaks  cells */
  bombAt: (size, cell, breaks) => `A bomb of size ${size} at ${cell}; ${breaks} cells would break undefended`,
  /** @param {string} cell */
  noBombAt: (cell) => `No bomb at ${cell}`,
  /** @param {string} bombs @param {number} cost @param {number} saving @param {string} capital  the cell, empty where it stays */
  placed: (bombs, cost, saving, capital) =>
    paragraph(
      bombs ? `Bombs: ${bombs}.` : "Bombs: none yet.",
      `${cost} of ${saving} spent.`,
      capital && `Capital to ${capital}.`,
    ),
  /** @param {string} reason */
  notHere: (reason) => `Not here: ${reason}.`,
  /** @param {number} money */
  askBid: (money) => `Your turn: bid for the order in which places are chosen. You have ${money}`,
  /** @param {string} named */
  askSpawn: (named) =>
    (named ? `Your turn: choose a cell to begin. Named before: ${named}` : "Your turn: choose a cell to begin. You choose first"),
  /** @param {number} round @param {number} saving */
  askRound: (round, saving) => `Your turn: orders for round ${round}. You have ${saving} resources`,
  /** @type {[string, string][]} */
  keys: [
    ["← ↑ → ↓", "from cell to cell"],
    ["Space", "use the chosen tool on the cell"],
    ["Enter", "the same; begin here"],
    ["1 2 3", "bomb, take back, capital"],
    ["Backspace", "take the cell's bomb back"],
    ["C", "take everything back"],
    ["Ctrl + Enter", "send the orders"],
  ],
};
