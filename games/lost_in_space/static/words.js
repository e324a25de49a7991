/** The game in words: events for everybody or for one seat, and marks on the seek bar. */

import { handledBy } from "../../player/events.js";
import { counted, kindsOf, listed, markOf } from "../../player/phrases.js";
import { isPartial, ownerOf } from "./state.js";
import { ITEM_WORDS, STATUS, floorWords, isUp, placeAt, placeWords, samePlace, shortPlace, stationOf } from "./station.js";

/** @import { AttackEvent, Event, Recorded, InspectEvent, MapEvent, MoveEvent, News, NewsEvent, NowEvent, Say, SayEvent, SeenBox, SeenPlayer, State, ActionSay } from "./state.js" */
/** @import { Pos, Setting } from "./station.js" */
/** @typedef {import("./state.js").TextOptions} Options */

const OVERTIME = 80;

/** @param {number} number @param {{names: string[]}} options */
const name = (number, { names }) => names[number] ?? `player ${number}`;
/** @param {number[]} keys @param {{names: string[]}} options */
function keyWords(keys, options) {
  const owners = listed(keys.map((key) => (key < 0 ? "?" : name(key, options))));
  return keys.length > 1 ? `keys ${listed(keys)} (${owners})` : `key ${listed(keys)} (${owners})`;
}
/** @param {State | null} state @param {number} number */
const posOf = (state, number) => state?.players[number]?.pos ?? null;
/** @param {State | null} state @param {number} number */
const hpOf = (state, number) => state?.players[number]?.hp ?? -1;

/** The player in turn in this step. @param {{state: State, previous: State | null}} options */
const acting = ({ previous, state }) => (previous ?? state).turn;

/** A move, by passage or by lift. @param {MoveEvent} event @param {Options} options @param {boolean} [blinks] */
function moveWords({ playerid, pos }, options, blinks = false) {
  const before = posOf(options.previous, playerid);
  const who = name(playerid, options);
  if (before && before[2] !== pos[2]) return `${who} takes the lift at ${shortPlace(pos)} to the ${floorWords(options.scene, pos[2])}`;
  const where = placeWords(options.scene, pos);
  return blinks ? `${who} blinks to ${where}` : `${who} moves to ${where}`;
}

/**
 * The victim of an attack: the player at that place who has lost hit points.
 * @param {AttackEvent} event
 * @param {Options} options
 */
function victimOf({ attack: [, at] }, { previous, state }) {
  return state.players.findIndex((player, number) => {
    const before = previous?.players[number];
    return before && samePlace(before.pos, at) && player.hp < before.hp;
  });
}

/** @param {AttackEvent} event @param {Options} options */
function attackWords(event, options) {
  const victim = victimOf(event, options);
  const [, at] = event.attack;
  if (victim < 0) return `${name(event.playerid, options)} attacks at ${placeWords(options.scene, at)}`;
  const hp = hpOf(options.state, victim);
  const [who, whom, where] = [name(event.playerid, options), name(victim, options), shortPlace(at)];
  return hp ? `${who} hits ${whom} at ${where}: ${counted(hp, "hit point")} left` : `${who} hits ${whom} at ${where}: no hit points left`;
}

/** @param {MapEvent} event @param {Options} options */
function trapWords({ args: [what, at, kind] }, options) {
  const who = name(acting(options), options);
  const trap = options.previous?.traps.find(([pos]) => samePlace(pos, at));
  // A seat that finds a trap does not learn its kind.
  const thing = ITEM_WORDS[kind ?? ""] ?? "trap";
  const whose = trap ? `${name(trap[2], options)}'s ${thing}` : `a ${thing}`;
  if (what === "trap_trigger") {
    const hp = hpOf(options.state, acting(options));
    const where = shortPlace(at);
    if (kind !== "LandMine") return `${who} walks into ${whose} at ${where} and is stuck for this turn and the next`;
    return hp < 0 ? `${who} walks into ${whose} at ${where}` : `${who} walks into ${whose} at ${where}: ${counted(hp, "hit point")} left`;
  }
  return what === "trap_destroy" ? `${who} finds and destroys ${whose} at ${shortPlace(at)}` : null;
}

/** @param {InspectEvent} event @param {Options} options */
function itemWords({ playerid, pos }, options) {
  const [before, now] = [options.previous?.players[playerid].bag, options.state.players[playerid].bag];
  const got = before && now ? Object.keys(ITEM_WORDS).find((item) => now[item] > before[item]) : undefined;
  const who = name(playerid, options);
  return got ? `${who} takes a ${ITEM_WORDS[got]} at ${shortPlace(pos)}` : `${who} finds the material point at ${shortPlace(pos)} empty`;
}

/**
 * Changes that do not belong to a player: zones, overtime, the end.
 * @param {NowEvent} event
 * @param {Options} options
 */
function nowWords(event, options) {
  const { previous, state, scene } = options;
  /** @type {string[]} */
  const parts = [];
  if (event.closed !== undefined) {
    stationOf(scene).zones.slice(previous?.closed ?? 0, event.closed).forEach(({ title }) => parts.push(`The ${title.toLowerCase()} closes`));
  }
  if (event.round === OVERTIME + 1 && (previous?.round ?? 0) <= OVERTIME) parts.push("Overtime: players who die now are out");
  if (event.over) parts.push("The game is over");
  else if (event.round !== undefined && options.all) parts.push(`round ${state.round} begins`);
  return parts.join("; ") || null;
}

/**
 * Words for everybody by type of the record's events. Plain events are only included on request.
 * @type {import("../../player/events.js").HandlersBy<"type", Recorded, [Options], string | null>}
 */
const RECORDED = {
  attack: attackWords,
  kit: ({ playerid, hp }, options) => `${name(playerid, options)} uses a kit: ${hp} hit points`,
  died: ({ playerid, unseen }, options) => (unseen ? `${name(playerid, options)} dies`
    : `${name(playerid, options)} dies at ${diedAt(playerid, options)}`),
  regenerate: ({ playerid, pos }, options) => `${name(playerid, options)} returns at ${placeWords(options.scene, pos)}`,
  keymachine: ({ playerid, pos }, options) => `${name(playerid, options)} uses key machine ${placeAt(options.scene, pos).machine}`,
  getkey: ({ playerid, keyid }, options) => (keyid.length ? `${name(playerid, options)} gets ${keyWords(keyid, options)}` : `${name(playerid, options)} gets no new key`),
  inspect: (event, options) => (event.interprops === "Box" ? `${name(event.playerid, options)} takes the box at ${shortPlace(event.pos)}` : itemWords(event, options)),
  map_update: trapWords,
  place_trap: ({ playerid, pos, trap_type: kind }, options) => `${name(playerid, options)} places a ${ITEM_WORDS[kind]} at ${shortPlace(pos)}`,
  flink: (event, options) => moveWords(event, options, true),
  escape_capsule: ({ playerid, to_escape: on }, options) =>
    (on ? `${name(playerid, options)} starts the escape capsule` : `${name(playerid, options)} stops the escape capsule`),
  escaped: ({ playerid }, options) => `${name(playerid, options)} escapes`,
  ai_error: ({ playerid, error_log: why }, options) => `${name(playerid, options)}'s program fails (${why}) and is out`,
  now: nowWords,
};

/** @type {import("../../player/events.js").HandlersBy<"type", Recorded, [Options], string | null>} */
const PLAIN = {
  move: (event, options) => moveWords(event, options),
  detect: ({ playerid, tar_pos: at }, options) => `${name(playerid, options)} detects at ${shortPlace(at)}`,
  turn: ({ playerid }, options) => `${name(playerid, options)} is in turn`,
};

/** The place of a death in words; empty where it is not known. @param {number} number @param {Options} options */
function diedAt(number, options) {
  const pos = posOf(options.state, number) ?? posOf(options.previous, number);
  return pos ? placeWords(options.scene, pos) : "";
}

/**
 * Whether a move is a lift ride, which always has its own line.
 * @param {{playerid: number, pos: Pos}} event
 * @param {Options} options
 */
const isRide = ({ playerid, pos }, { previous }) => (posOf(previous, playerid)?.[2] ?? pos[2]) !== pos[2];

/** Words for news to one seat about the actions of others. @type {import("../../player/events.js").HandlersBy<"0", News, [NewsEvent, Options], string | null>} */
const HEARD = {
  see: (news, event, options) => seenWords(news, options),
  player_enter_top_layer: (news, { playerid }, options) => `${name(playerid, options)} has come to the ${floorWords(options.scene, 0)}`,
  // Another message tells a player of their own death.
  died: ([, number], event, options) => (number === ownerOf(options.state) ? null : `${name(number, options)} dies`),
  hp_update: ([, hp], { playerid }, options) => `${name(playerid, options)} hits you: ${counted(hp, "hit point")} left`,
  getkey: ([, keys], { playerid }, options) => `${name(playerid, options)} gets ${keyWords(keys, options)}`,
  trap_triggered: ([, kind, pos], { playerid }, options) => `${name(playerid, options)} walks into your ${ITEM_WORDS[kind]} at ${placeWords(options.scene, pos)}`,
  trap_destoryed: ([, kind, pos], { playerid }, options) => `${name(playerid, options)} destroys your ${ITEM_WORDS[kind]} at ${placeWords(options.scene, pos)}`,
  escaped: (news, { playerid }, options) => `${name(playerid, options)} escapes`,
  ai_error: (news, { playerid }, options) => `${name(playerid, options)}'s program fails and is out`,
};

/** @param {SeenPlayer | SeenBox} news @param {Options} options */
function seenWords(news, options) {
  if (news[1] === "interprops_status_update") {
    return news[4] === "appear" ? `A box lies at ${shortPlace(news[2])}` : `A box is gone from ${shortPlace(news[2])}`;
  }
  const [, what, pos, number] = news;
  const who = name(number, options);
  if (what === "attack") return `${who} attacks from ${shortPlace(pos)}`;
  if (what === "regenerate") return `${who} returns at ${placeWords(options.scene, pos)}`;
  const before = posOf(options.previous, number);
  if (pos[2] < 0) return before ? `${who} leaves the floor` : null;
  if (before && samePlace(before, pos)) return null;
  return before ? `${who} moves at ${placeWords(options.scene, pos)}` : `${who} appears at ${placeWords(options.scene, pos)}`;
}

/**
 * Whether news is a visible move, which screen readers announce but the list of events leaves out.
 * @param {News} news
 */
const isPlainSight = ([kind, what]) => kind === "see" && what === "pos_update";

/** @type {import("../../player/events.js").HandlersBy<"type", Say, [SayEvent, Options], string | null>} */
const SAID = {
  escaped: () => "You escape",
  death: () => "You die",
  other_death: ({ playerid }, event, options) => `${name(playerid, options)} dies`,
  box_disappear: () => null,
  action: (message, event, options) => replyWords(message, event, options),
};

/** @param {ActionSay} message @param {SayEvent} event @param {Options} options */
function replyWords(message, { reason }, { all, previous, state }) {
  if (!message.success) return reason ? `Refused: ${reason}` : "Refused";
  if (message.has_trap !== undefined) return message.has_trap ? "You find a trap" : "There is no trap";
  const before = hpOf(previous, ownerOf(state));
  const { hp = before } = message;
  if (hp < before) return `You walk into a mine: ${counted(hp, "hit point")} left`;
  if (hp > before) return `You use a kit: ${counted(hp, "hit point")}`;
  if (message.status === 3) return "You are stuck in slime for this turn and the next";
  if (message.keys && message.tools) return `You take the keys of the box; you have ${listed(message.keys)}`;
  return all && message.tools ? "You take an item" : null;
}

/**
 * The news that a seat learns from its view alone, compared with the previous state.
 * @param {import("../../play/contract.js").TellOptions<import("./state.js").Game>} options
 * @returns {{text: string, seat: number}[]}
 */
export function learnt({ names, scene, state, previous, seat }) {
  if (!previous) return [];
  const zones = stationOf(scene).zones.slice(previous.closed, state.closed);
  const found = zones.map(({ title }) => ({ text: `The ${title.toLowerCase()} closes`, seat: -1 }));
  const [before, now] = [previous.players[seat], state.players[seat]];
  if (before.status === STATUS.DEAD && isUp(now.status) && now.pos) return [...found, { text: `You are back, at ${placeWords(scene, now.pos)}`, seat }];
  const keys = now.keys.filter((key) => !before.keys.includes(key));
  if (keys.length) found.push({ text: `You get ${keyWords(keys, { names })}`, seat });
  return found;
}

/**
 * A message to a seat in words.
 * @param {NewsEvent | SayEvent | import("./state.js").BeginEvent} event
 * @param {Options} options
 */
function toldWords(event, options) {
  if (event.off) {
    if (isPlainSight(event.off) && !options.all) return null;
    return handledBy("0", HEARD, event.off, event, options) ?? null;
  }
  if (event.say) return handledBy("type", SAID, event.say, event, options) ?? null;
  return null;
}

/**
 * One event in words, or null if it does not need a line.
 * @param {Event} event
 * @param {Options} options
 * @returns {string | null}
 */
export function describe(event, options) {
  if (!event.type) return isPartial(options.state) ? toldWords(event, options) : null;
  const told = handledBy("type", RECORDED, event, options);
  if (told !== undefined) return told;
  const shown = options.all || (event.type === "move" && isRide(event, options));
  return shown ? handledBy("type", PLAIN, event, options) ?? null : null;
}

/**
 * The seat that an event is about.
 * @param {Event} event
 * @param {{state: State, previous: State | null}} options
 * @returns {number} seat of the game, -1 if the event is not about one seat
 */
export function seatOf(event, options) {
  if (!event.type) return isPartial(options.state) ? toldSeat(event) : event.playerid ?? -1;
  if (event.type === "map_update") return acting(options);
  return event.playerid ?? -1;
}

/** @param {NewsEvent | SayEvent | import("./state.js").BeginEvent} event */
function toldSeat({ off, say, playerid }) {
  // Results of a player's own actions are announced like the actions of others.
  if (say) return -1;
  if (off?.[0] === "died") return off[1];
  if (off?.[0] === "see") return off[1] === "interprops_status_update" ? -1 : off[3];
  return playerid ?? -1;
}

const KINDS = {
  key: { shape: "circle", title: "A key is found" },
  death: { shape: "cross", title: "A player dies" },
  trap: { shape: "bolt", title: "A trap goes off" },
  capsule: { shape: "flag", title: "The capsule is started" },
  escape: { shape: "star", title: "A player escapes" },
  error: { shape: "broken", title: "A program fails" },
  closing: { shape: "square", title: "A zone closes" },
};

/** The kinds of marks on the seek bar, for its legend. */
export const markKinds = kindsOf(KINDS);

/** @type {import("../../player/events.js").HandlersBy<"type", Recorded, [], string | null>} */
const MARKS = {
  getkey: () => "key",
  died: () => "death",
  map_update: ({ args }) => (args[0] === "trap_trigger" ? "trap" : null),
  escape_capsule: ({ to_escape: on }) => (on ? "capsule" : null),
  escaped: () => "escape",
  ai_error: () => "error",
  now: ({ closed }) => (closed ? "closing" : null),
};

/**
 * The important events of a frame.
 * @param {{events?: Event[]}} frame
 * @param {State | null} previous  the state before it, if there is one
 * @returns {{kind: string, shape: string, seat: number}[]}
 */
export function marks(frame, previous) {
  return (frame.events ?? []).flatMap((event) => {
    const kind = event.type && handledBy("type", MARKS, event);
    if (!kind) return [];
    const seat = event.type === "map_update" ? (previous?.turn ?? -1) : (event.playerid ?? -1);
    return [markOf(KINDS, kind, seat)];
  });
}

/** The name, the layer, the chart, the buttons of the floors, and a note of the tables. */
export const BOARD = {
  title: "Lost in Space",
  hp: "Hit points",
  large: "One floor large",
  follow: "Follow the players again",
  /** @param {string} floor */
  show: (floor) => `Show the ${floor}`,
  closing: "A closing zone kills all players inside.",
};

/** The buttons of a person who plays. */
export const PAD = {
  /** @param {string} floor */
  lift: (floor) => `Lift to the ${floor} floor`,
  lifts: "Lift to",
  /** @param {string} victim */
  attack: (victim) => `Attack ${victim}`,
  /** @param {string} item */
  place: (item) => `Place a ${item} here`,
  kit: "Use a kit",
  /** @param {string} item */
  take: (item) => `Take a ${item}`,
  quick: "End my turn automatically after the major action",
  moves: "The arrows move you",
  blinks: "The arrows blink",
  detects: "The arrows detect traps",
  machine: "Key machine",
  box: "Take the box",
  end: "End turn",
  stop: "Stop the capsule",
  start: "Start the capsule",
};

/** The controls of a person who plays. */
export const PLAY = {
  /** @param {number} round @param {number} rounds */
  where: (round, rounds) => `round ${round} of ${rounds}`,
  /** @param {string} status */
  have: (status) => `You have ${status}.`,
  /** @param {string} who */
  inTurn: (who) => `${who} is in turn`,
  /** @param {string} status */
  status: (status) => `You: ${status}`,
  /** @param {number} hp */
  hp: (hp) => counted(hp, "hit point"),
  /** @param {number[]} keys */
  keysHeld(keys) {
    if (!keys.length) return "keys none";
    return keys.length === 1 ? `key ${keys[0]}` : `keys ${keys.join(", ")}`;
  },
  /** @param {number} key */
  coming: (key) => `key ${key} comes next turn`,
  /** @param {number} round */
  detectIn: (round) => `detect again in round ${round}`,
  detectReady: "detect is ready",
  majorUsed: "major action used",
  majorFree: "major action free",
  /** @param {string} can */
  choices: (can) => `You can ${can}`,
  /** @param {number} round @param {string} self @param {string} can */
  yours: (round, self, can) => `Your turn in round ${round}: ${self}. ${can}`,
  /** @param {string} can */
  goesOn: (can) => `Your turn goes on. ${can}`,
  /** @param {string} status */
  noTurn(status) {
    if (status === "stuck") return "You are stuck in slime, and this turn is skipped.";
    return status.startsWith("back") ? `You are dead, ${status} rounds.` : "You are dead.";
  },
  /** @param {string} [reason] */
  refused: (reason = "Refused") => `${reason}.`.replace(/^./, (letter) => letter.toUpperCase()),
};
