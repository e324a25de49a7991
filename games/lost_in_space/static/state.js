/**
 * The state in the browser.  It has the form of the engine's `view`.  The changes of each step update
 * it, and for a person on a seat, the messages to that seat.
 */

import { ITEMS, STATUS, isUp, keyOf, samePlace } from "./station.js";

/** @typedef {import("./station.js").Pos} Pos */

/**
 * @typedef {object} Player  values that a seat does not know are null
 * @property {number} status
 * @property {number[]} keys
 * @property {Pos | null} pos   of the dead, where they died
 * @property {number} hp        -1: unknown
 * @property {Record<string, number> | null} bag
 * @property {number | null} score
 * @property {number} [countdown]  turns of this player until the capsule leaves
 * @property {number} [coming]  the key that a machine makes, or -1
 * @property {number} [rested]  first round in which detection works again
 * @property {number} [died]    round of the last death
 */

/**
 * @typedef {object} State
 * @property {number} round
 * @property {number} turn     player in turn, -1 at the end
 * @property {boolean} major   used up
 * @property {number} closed   zones, in the order in which they close
 * @property {Player[]} players
 * @property {[Pos, number[] | null][]} boxes
 * @property {[Pos, string, number][]} traps  place, kind, owner
 * @property {number[] | null} stock   null: the state is the view of one seat
 * @property {boolean} over
 */

/**
 * The engine's events, see `news.py`: an entry of the record has a `type`, the others are messages to a seat.
 * @typedef {{type: "turn" | "escaped", playerid: number}} PlainEvent
 * @typedef {{type: "move" | "flink" | "regenerate" | "keymachine", playerid: number, pos: Pos}} MoveEvent
 * @typedef {{type: "attack", playerid: number, attack: [from: Pos, at: Pos]}} AttackEvent
 * @typedef {{type: "hp_update" | "kit", playerid: number, hp: number}} HpEvent
 * @typedef {{type: "died", playerid: number, box?: Pos | null, unseen?: boolean}} DiedEvent
 * @typedef {{type: "getkey", playerid: number, keyid: number[]}} KeyEvent
 * @typedef {{type: "inspect", playerid: number, pos: Pos, interprops: string}} InspectEvent
 * @typedef {{type: "map_update", playerid?: undefined, args: [what: string, at: Pos, kind: string | null]}} MapEvent
 * @typedef {{type: "place_trap", playerid: number, pos: Pos, trap_type: string}} TrapEvent
 * @typedef {{type: "detect", playerid: number, tar_pos: Pos}} DetectEvent
 * @typedef {{type: "escape_capsule", playerid: number, to_escape: boolean}} CapsuleEvent
 * @typedef {{type: "ai_error", playerid: number, error_log: string}} ErrorEvent
 * @typedef {{type: "now", playerid?: undefined, players?: Record<string, Partial<Player>>} & Partial<Omit<State, "players">>} NowEvent
 * @typedef {PlainEvent | MoveEvent | AttackEvent | HpEvent | DiedEvent | KeyEvent | InspectEvent | MapEvent | TrapEvent
 *   | DetectEvent | CapsuleEvent | ErrorEvent | NowEvent} Recorded
 *
 * @typedef {["see", "pos_update" | "attack" | "regenerate", Pos, number]} SeenPlayer
 * @typedef {["see", "interprops_status_update", Pos, string, string]} SeenBox
 * @typedef {["hp_update" | "died", number]} NumberNews
 * @typedef {["getkey", number[]]} KeyNews
 * @typedef {["trap_triggered" | "trap_destoryed", string, Pos]} TrapNews
 * @typedef {["escaped" | "ai_error" | "player_enter_top_layer"]} PlainNews
 * @typedef {SeenPlayer | SeenBox | NumberNews | KeyNews | TrapNews | PlainNews} News
 *
 * @typedef {{type: "escaped" | "death"}} PlainSay
 * @typedef {{type: "other_death", playerid: number}} DeathSay
 * @typedef {{type: "box_disappear", pos: Pos}} BoxSay
 * @typedef {{type: "action", success: boolean, hp?: number, status?: number, keys?: number[],
 *   tools?: Record<string, number>, has_trap?: boolean}} ActionSay
 * @typedef {PlainSay | DeathSay | BoxSay | ActionSay} Say
 *
 * @typedef {{type?: undefined, off: News, playerid: number, say?: undefined, begin?: undefined}} NewsEvent
 * @typedef {{type?: undefined, say: Say, reason?: string, playerid?: number, off?: undefined, begin?: undefined}} SayEvent
 * @typedef {{type?: undefined, begin: number, playerid: number, off?: undefined, say?: undefined}} BeginEvent
 * @typedef {Recorded | NewsEvent | SayEvent | BeginEvent} Event
 */

/**
 * @typedef {object} Choices  of a person, see `choices.py`
 * @property {Pos[]} moves
 * @property {Pos[]} lifts
 * @property {[number: number, at: Pos][]} attacks
 * @property {boolean} kit
 * @property {Pos[]} blinks
 * @property {Pos[]} detects
 * @property {string[]} traps
 * @property {string[]} materials
 * @property {boolean} box
 * @property {boolean} machine
 * @property {boolean} start
 * @property {boolean} stop
 */

/**
 * @typedef {{type: string, action?: unknown[]}} Message  an action, as the protocol has it
 * @typedef {{state: State, scene: import("./station.js").Setting, event: Event, view: State, prompt: unknown,
 *   choices: Choices, action: Message}} Game
 * @typedef {import("../../player/contract.js").DrawOptions<Game>} DrawOptions
 * @typedef {import("../../player/contract.js").TextOptions<Game>} TextOptions
 * @typedef {import("../../player/contract.js").TableOptions<Game>} TableOptions
 * @typedef {import("../../player/contract.js").Around<Game>} Around
 */

/** Whether the state is the view of one seat. @param {State} state */
export const isPartial = (state) => state.stock === null;

/** The seat of this view, -1 for the whole state. @param {State} state */
export const ownerOf = (state) => (isPartial(state) ? state.players.findIndex(({ bag }) => bag !== null) : -1);

/**
 * The state after one frame's events.  Neither argument is changed; unchanged parts are shared.
 * @param {State} frame
 * @param {Event[]} delta
 * @returns {State}
 */
export function apply(frame, delta) {
  let state = frame;
  for (const event of delta) state = isPartial(frame) ? told(state, event) : changed(state, event);
  return state;
}

/**
 * The whole state after an event of the record: the last event of a step has all changes.
 * @param {State} state
 * @param {Event} event
 */
function changed(state, event) {
  if (event.type === "now") return merged(state, event);
  if (event.type || event.say || event.off || event.begin) return state;
  throw new Error(`unknown event ${JSON.stringify(event).slice(0, 80)}`);
}

/** @param {State} state @param {NowEvent} event */
function merged(state, { type, players = {}, ...rest }) {
  const next = /** @type {State} */ ({ ...state, ...rest, players: state.players.slice() });
  for (const [number, fields] of Object.entries(players)) {
    next.players[Number(number)] = { ...next.players[Number(number)], ...fields };
  }
  return next;
}

/**
 * The view of a seat after a message to it.  The next question repeats the full view.
 * @param {State} state
 * @param {Event} event
 */
function told(state, event) {
  if (!event.type) {
    if (event.begin) return { ...state, round: event.begin, turn: event.playerid, major: false };
    if (event.off) return heard(state, event.off, event.playerid);
    if (event.say) return answered(state, event.say);
  }
  throw new Error(`unknown event ${JSON.stringify(event).slice(0, 80)}`);
}

/** @param {State} state @param {number} number @param {Partial<Player>} fields */
function withPlayer(state, number, fields) {
  const players = state.players.slice();
  players[number] = { ...players[number], ...fields };
  return { ...state, players };
}

/** @param {State} state @param {number} number @param {number[]} keys */
function withKeys(state, number, keys) {
  const all = new Set([...state.players[number].keys, ...keys]);
  return withPlayer(state, number, { keys: [...all].sort((a, b) => a - b) });
}

/** @param {State} state @param {Pos} pos @param {boolean} there */
function withBox(state, pos, there) {
  const boxes = state.boxes.filter(([at]) => !samePlace(at, pos));
  if (there) boxes.push([pos, null]);
  return { ...state, boxes: boxes.sort(([a], [b]) => a[0] - b[0] || a[1] - b[1]) };
}

/** @param {State} state @param {Pos} pos */
const withoutTrap = (state, pos) => ({ ...state, traps: state.traps.filter(([at]) => !samePlace(at, pos)) });

/** @param {State} state @param {number} number */
function withDeath(state, number) {
  const player = state.players[number];
  const own = player.bag !== null;
  const lost = own ? { bag: Object.fromEntries(ITEMS.map((item) => [item, 0])), countdown: 0, coming: -1, died: state.round } : { pos: null };
  return withPlayer(state, number, { status: STATUS.DEAD, hp: 0, keys: [], ...lost });
}

/** Apply news about the actions of others. @param {State} state @param {News} news @param {number} by @returns {State} */
function heard(state, news, by) {
  const me = ownerOf(state);
  switch (news[0]) {
    case "see": return seen(state, news);
    case "hp_update": return withPlayer(state, me, { hp: news[1] });
    case "died": return withDeath(state, news[1]);
    case "getkey": return withKeys(state, by, news[1]);
    case "escaped": return withPlayer(state, by, { status: STATUS.ESCAPED, pos: null, hp: -1 });
    case "ai_error": return withPlayer(state, by, { status: STATUS.ERROR, pos: null, hp: -1 });
    case "trap_triggered":
    case "trap_destoryed": return withoutTrap(state, news[2]);
    default: return state;
  }
}

/** @param {State} state @param {SeenPlayer | SeenBox} news @returns {State} */
function seen(state, news) {
  if (news[1] === "interprops_status_update") return withBox(state, news[2], news[4] === "appear");
  const [, what, pos, number] = news;
  if (what === "pos_update") {
    const away = pos[2] < 0;
    return withPlayer(state, number, away ? { pos: null, hp: unseenHp(state.players[number]) } : { pos });
  }
  return what === "regenerate" ? withPlayer(state, number, { status: STATUS.ALIVE, pos, hp: 200, keys: [number] }) : state;
}

/** @param {Player} player */
const unseenHp = ({ status }) => (status === STATUS.DEAD ? 0 : -1);

/** Apply a message about the seat itself. @param {State} state @param {Say} say @returns {State} */
function answered(state, say) {
  const me = ownerOf(state);
  switch (say.type) {
    case "death": return withDeath(state, me);
    case "other_death": return withDeath(state, say.playerid);
    case "escaped": return withPlayer(state, me, { status: STATUS.ESCAPED, pos: null });
    case "box_disappear": return withBox(state, say.pos, false);
    case "action": return say.success ? acted(state, me, say) : state;
    default: return state;
  }
}

/** @param {State} state @param {number} me @param {ActionSay} changes */
function acted(state, me, { hp, status, keys, tools }) {
  /** @type {Partial<Player>} */
  const fields = {};
  if (hp !== undefined) fields.hp = hp;
  if (status !== undefined) fields.status = status;
  if (keys !== undefined) fields.keys = keys;
  if (tools !== undefined) fields.bag = tools;
  return withPlayer(state, me, fields);
}

/**
 * The view of one seat, derived from the whole state.
 * @param {State} state
 * @param {number} seat
 * @returns {State}
 */
export function seenBy(state, seat) {
  if (isPartial(state)) return state;
  const own = state.players[seat];
  // A player outside the station sees none of its floors.
  const floor = own.pos === null ? -1 : own.pos[2];
  return {
    ...state,
    players: state.players.map((player, number) => (number === seat ? player : outside(player, floor))),
    boxes: state.boxes.filter(([pos]) => pos[2] === floor).map(([pos]) => /** @type {[Pos, null]} */ ([pos, null])),
    traps: state.traps.filter(([, , owner]) => owner === seat),
    stock: null,
  };
}

/** @param {Player} player @param {number} floor  of the seat that looks @returns {Player} */
function outside({ status, keys, pos, hp }, floor) {
  const here = isUp(status) && pos !== null && pos[2] === floor;
  const shown = status === STATUS.DEAD ? 0 : here ? hp : -1;
  return { status, keys, pos: here ? pos : null, hp: shown, bag: null, score: null };
}

/** The number of closed zones; a seat derives it from the round. @param {State} state @param {import("./station.js").Station} station */
export function closedZones(state, station) {
  if (!isPartial(state)) return state.closed;
  return Math.max(state.closed, station.zones.filter(({ closes }) => closes < state.round).length);
}

/** Whether a place has been closed. @param {State} state @param {import("./station.js").Station} station @param {Pos} pos */
export function isClosed(state, station, pos) {
  const { zone = -1 } = station.byKey.get(keyOf(pos)) ?? {};
  return zone >= 0 && zone < closedZones(state, station);
}
