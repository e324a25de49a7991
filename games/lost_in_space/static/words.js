/** The game in words: events for everybody or for one seat, and marks on the seek bar. */

import { counted, kindsOf, listed, markOf } from "../../player/telling.js";
import { isPartial, ownerOf } from "./state.js";
import { ITEM_WORDS, STATUS, floorWords, isUp, placeAt, placeWords, samePlace, shortPlace, stationOf } from "./station.js";

const OVERTIME = 80;

/**
 * @typedef {object} Options
 * @property {string[]} names
 * @property {any} scene
 * @property {import("./state.js").State} state
 * @property {import("./state.js").State | null} previous
 * @property {boolean} [all]  includes plain events
 */

const name = (number, { names }) => names[number] ?? `player ${number}`;
const keyWords = (keys, options) => `${keys.length > 1 ? "keys" : "key"} ${listed(keys)} (${listed(keys.map((key) => (key < 0 ? "?" : name(key, options))))})`;
const posOf = (state, number) => state?.players[number]?.pos ?? null;
const hpOf = (state, number) => state?.players[number]?.hp ?? -1;

/** The player in turn in this step. @param {Options} options */
const acting = ({ previous, state }) => (previous ?? state).turn;

/** A move, by passage or by lift. */
function moveWords({ playerid, pos }, options, how = "") {
  const before = posOf(options.previous, playerid);
  const who = name(playerid, options);
  if (before && before[2] !== pos[2]) return `${who} takes the lift at ${shortPlace(pos)} to the ${floorWords(options.scene, pos[2])}`;
  return `${who} ${how || "moves"} to ${placeWords(options.scene, pos)}`;
}

/** The victim of an attack: the player at that place who has lost hit points. */
function victimOf({ attack: [, at] }, { previous, state }) {
  return state.players.findIndex((player, number) => {
    const before = previous?.players[number];
    return before && samePlace(before.pos, at) && player.hp < before.hp;
  });
}

function attackWords(event, options) {
  const victim = victimOf(event, options);
  const [, at] = event.attack;
  if (victim < 0) return `${name(event.playerid, options)} attacks at ${placeWords(options.scene, at)}`;
  const hp = hpOf(options.state, victim);
  return `${name(event.playerid, options)} hits ${name(victim, options)} at ${shortPlace(at)}: ${hp ? `${counted(hp, "hit point")} left` : "no hit points left"}`;
}

function trapWords({ args: [what, at, kind] }, options) {
  const who = name(acting(options), options);
  const trap = options.previous?.traps.find(([pos]) => samePlace(pos, at));
  // A seat that finds a trap does not learn its kind.
  const thing = ITEM_WORDS[kind] ?? "trap";
  const whose = trap ? `${name(trap[2], options)}'s ${thing}` : `a ${thing}`;
  if (what === "trap_trigger") {
    const hp = hpOf(options.state, acting(options));
    const left = hp < 0 ? "" : `: ${counted(hp, "hit point")} left`;
    const hurt = kind === "LandMine" ? left : " and is stuck for this turn and the next";
    return `${who} walks into ${whose} at ${shortPlace(at)}${hurt}`;
  }
  return what === "trap_destroy" ? `${who} finds and destroys ${whose} at ${shortPlace(at)}` : null;
}

function itemWords({ playerid, pos }, options) {
  const [before, now] = [options.previous?.players[playerid].bag, options.state.players[playerid].bag];
  const got = before && now ? Object.keys(ITEM_WORDS).find((item) => now[item] > before[item]) : undefined;
  const who = name(playerid, options);
  return got ? `${who} takes a ${ITEM_WORDS[got]} at ${shortPlace(pos)}` : `${who} finds the material point at ${shortPlace(pos)} empty`;
}

/** Changes that do not belong to a player: zones, overtime, the end. */
function nowWords(event, options) {
  const { previous, state, scene } = options;
  const parts = [];
  if (event.closed !== undefined) {
    stationOf(scene).zones.slice(previous?.closed ?? 0, event.closed).forEach(({ title }) => parts.push(`The ${title.toLowerCase()} closes`));
  }
  if (event.round === OVERTIME + 1 && (previous?.round ?? 0) <= OVERTIME) parts.push("Overtime: players who die now are out");
  if (event.over) parts.push("The game is over");
  else if (event.round !== undefined && options.all) parts.push(`round ${state.round} begins`);
  return parts.join("; ") || null;
}

/** Words for everybody by type of the record's events. Plain events are only included on request. */
const RECORDED = {
  attack: attackWords,
  kit: ({ playerid, hp }, options) => `${name(playerid, options)} uses a kit: ${hp} hit points`,
  died: ({ playerid, unseen }, options) => (unseen ? `${name(playerid, options)} dies`
    : `${name(playerid, options)} dies at ${placeWords(options.scene, posOf(options.state, playerid) ?? posOf(options.previous, playerid))}`),
  regenerate: ({ playerid, pos }, options) => `${name(playerid, options)} returns at ${placeWords(options.scene, pos)}`,
  keymachine: ({ playerid, pos }, options) => `${name(playerid, options)} uses key machine ${placeAt(options.scene, pos).machine}`,
  getkey: ({ playerid, keyid }, options) => (keyid.length ? `${name(playerid, options)} gets ${keyWords(keyid, options)}` : `${name(playerid, options)} gets no new key`),
  inspect: (event, options) => (event.interprops === "Box" ? `${name(event.playerid, options)} takes the box at ${shortPlace(event.pos)}` : itemWords(event, options)),
  map_update: trapWords,
  place_trap: ({ playerid, pos, trap_type: kind }, options) => `${name(playerid, options)} places a ${ITEM_WORDS[kind]} at ${shortPlace(pos)}`,
  flink: (event, options) => moveWords(event, options, "blinks"),
  escape_capsule: ({ playerid, to_escape: on }, options) => `${name(playerid, options)} ${on ? "starts" : "stops"} the escape capsule`,
  escaped: ({ playerid }, options) => `${name(playerid, options)} escapes`,
  ai_error: ({ playerid, error_log: why }, options) => `${name(playerid, options)}'s program fails (${why}) and is out`,
  now: nowWords,
};

const PLAIN = {
  move: (event, options) => moveWords(event, options),
  detect: ({ playerid, tar_pos: at }, options) => `${name(playerid, options)} detects at ${shortPlace(at)}`,
  turn: ({ playerid }, options) => `${name(playerid, options)} is in turn`,
};

/** Whether a move is a lift ride, which always has its own line. */
const isRide = ({ playerid, pos }, { previous }) => (posOf(previous, playerid)?.[2] ?? pos[2]) !== pos[2];

/** Words for news to one seat about the actions of others. */
const HEARD = {
  see: (rest, event, options) => seenWords(rest, options),
  player_enter_top_layer: (rest, { playerid }, options) => `${name(playerid, options)} has come to the ${floorWords(options.scene, 0)}`,
  // Another message tells a player of their own death.
  died: ([number], event, options) => (number === ownerOf(options.state) ? null : `${name(number, options)} dies`),
  hp_update: ([hp], { playerid }, options) => `${name(playerid, options)} hits you: ${counted(hp, "hit point")} left`,
  getkey: ([keys], { playerid }, options) => `${name(playerid, options)} gets ${keyWords(keys, options)}`,
  trap_triggered: ([kind, pos], { playerid }, options) => `${name(playerid, options)} walks into your ${ITEM_WORDS[kind]} at ${placeWords(options.scene, pos)}`,
  trap_destoryed: ([kind, pos], { playerid }, options) => `${name(playerid, options)} destroys your ${ITEM_WORDS[kind]} at ${placeWords(options.scene, pos)}`,
  escaped: (rest, { playerid }, options) => `${name(playerid, options)} escapes`,
  ai_error: (rest, { playerid }, options) => `${name(playerid, options)}'s program fails and is out`,
};

function seenWords([what, ...rest], options) {
  if (what === "pos_update") {
    const [pos, number] = rest;
    const before = posOf(options.previous, number);
    if (pos[2] < 0) return before ? `${name(number, options)} leaves the floor` : null;
    if (before && samePlace(before, pos)) return null;
    return `${name(number, options)} ${before ? "moves" : "appears"} at ${placeWords(options.scene, pos)}`;
  }
  if (what === "attack") return `${name(rest[1], options)} attacks from ${shortPlace(rest[0])}`;
  if (what === "regenerate") return `${name(rest[1], options)} returns at ${placeWords(options.scene, rest[0])}`;
  return `A box ${rest[2] === "appear" ? "lies at" : "is gone from"} ${shortPlace(rest[0])}`;
}

/** Whether news is a visible move, which screen readers announce but the list of events leaves out. */
const isPlainSight = ([kind, what]) => kind === "see" && what === "pos_update";

const SAID = {
  escaped: () => "You escape",
  death: () => "You die",
  other_death: ({ playerid }, event, options) => `${name(playerid, options)} dies`,
  box_disappear: () => null,
  action: (message, event, options) => replyWords(message, event, options),
};

function replyWords(message, { reason }, { all, previous, state }) {
  if (!message.success) return reason ? `Refused: ${reason}` : "Refused";
  if (message.has_trap !== undefined) return message.has_trap ? "You find a trap" : "There is no trap";
  const lost = message.hp === undefined ? 0 : hpOf(previous, ownerOf(state)) - message.hp;
  if (lost > 0) return `You walk into a mine: ${counted(message.hp, "hit point")} left`;
  if (lost < 0) return `You use a kit: ${counted(message.hp, "hit point")}`;
  if (message.status === 3) return "You are stuck in slime for this turn and the next";
  if (message.keys && message.tools) return `You take the keys of the box; you have ${listed(message.keys)}`;
  return all && message.tools ? "You take an item" : null;
}

/**
 * The news that a seat learns from its view alone, compared with the previous state.
 * @param {{names: string[], scene: any, state: any, previous: any, seat: number}} options
 * @returns {{text: string, seat: number}[]}
 */
export function learnt({ names, scene, state, previous, seat }) {
  if (!previous) return [];
  const zones = stationOf(scene).zones.slice(previous.closed, state.closed);
  const found = zones.map(({ title }) => ({ text: `The ${title.toLowerCase()} closes`, seat: -1 }));
  const [before, now] = [previous.players[seat], state.players[seat]];
  if (before.status === STATUS.DEAD && isUp(now.status)) return [...found, { text: `You are back, at ${placeWords(scene, now.pos)}`, seat }];
  const keys = now.keys.filter((key) => !before.keys.includes(key));
  if (keys.length) found.push({ text: `You get ${keyWords(keys, { names })}`, seat });
  return found;
}

/** A message to a seat in words. */
function toldWords(event, options) {
  if (event.off) {
    if (isPlainSight(event.off) && !options.all) return null;
    return HEARD[event.off[0]]?.(event.off.slice(1), event, options) ?? null;
  }
  if (event.say) return SAID[event.say.type]?.(event.say, event, options) ?? null;
  return null;
}

/**
 * One event in words, or null if it does not need a line.
 * @param {any} event
 * @param {Options} options
 * @returns {string | null}
 */
export function describe(event, options) {
  if (isPartial(options.state) && !event.type) return toldWords(event, options);
  if (RECORDED[event.type]) return RECORDED[event.type](event, options);
  const plain = PLAIN[event.type];
  return plain && (options.all || (event.type === "move" && isRide(event, options))) ? plain(event, options) : null;
}

/**
 * The seat that an event is about.
 * @param {any} event
 * @param {{state: any, previous: any}} options
 * @returns {number} seat of the game, -1 if the event is not about one seat
 */
export function seatOf(event, options) {
  if (isPartial(options.state) && !event.type) return toldSeat(event);
  if (event.type === "map_update") return acting(/** @type {any} */ (options));
  return event.playerid ?? -1;
}

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
 * @param {{events?: any[]}} frame
 * @param {any} previous  the state before it, if there is one
 * @returns {{kind: string, shape: string, seat: number}[]}
 */
export function marks(frame, previous) {
  return (frame.events ?? []).flatMap((event) => {
    const kind = MARKS[event.type]?.(event);
    if (!kind) return [];
    const seat = event.type === "map_update" ? (previous?.turn ?? -1) : (event.playerid ?? -1);
    return [markOf(KINDS, kind, seat)];
  });
}
