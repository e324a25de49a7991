/**
 * The knowledge of one seat, derived from the whole game: the events of the record, reduced to the
 * parts that the engine tells the seat (see `rounds.py` and `rules.py`).
 */

import { handledBy } from "../../player/events.js";
import { samePlace } from "./station.js";
import { seenBy } from "./state.js";

/** @import { AttackEvent, Event, MoveEvent, News, NewsEvent, Recorded, State } from "./state.js" */
/** @import { Pos } from "./station.js" */

/** The state as far as a seat knows it. @param {State} state @param {number} seat */
export const seen = (state, seat) => seenBy(state, seat);

/** @param {State} state @param {number} number */
const floorOf = (state, number) => state.players[number].pos?.[2] ?? -1;

/** News in the form in which the engine sends them to a seat. @param {number} playerid @param {News} content @returns {NewsEvent} */
const off = (playerid, ...content) => ({ off: content, playerid });

/**
 * @typedef {object} About  the seat that learns of an event
 * @property {number} seat
 * @property {State} state
 * @property {State | null} previous
 * @property {(pos: Pos) => boolean} sees
 */

/** The knowledge about actions of others. @type {import("../../player/events.js").HandlersBy<"type", Recorded, [About], Event[]>} */
const OTHERS = {
  turn: (event) => [event],
  move: arrived,
  flink: arrived,
  attack: attacked,
  died: ({ playerid, box }, { sees }) => [
    { type: "died", playerid, unseen: true },
    ...(box && sees(box) ? [off(playerid, "see", "interprops_status_update", box, "Box", "appear")] : []),
  ],
  regenerate: (event, { sees }) => (sees(event.pos) ? [event] : []),
  getkey: (event) => (event.keyid.length ? [event] : []),
  inspect: ({ playerid, pos, interprops }, { sees }) =>
    (interprops === "Box" && sees(pos) ? [off(playerid, "see", "interprops_status_update", pos, "Box", "disappear")] : []),
  map_update: (event, { seat, previous }) => {
    const trap = previous?.traps.find(([pos]) => samePlace(pos, event.args[1]));
    return trap?.[2] === seat ? [event] : [];
  },
  escaped: (event) => [event],
  ai_error: ({ playerid }) => [off(playerid, "ai_error")],
  now: ({ type, round, closed, over }) => [{ type, ...(round !== undefined && { round }), ...(closed !== undefined && { closed }), ...(over !== undefined && { over }) }],
};

/**
 * A player enters, leaves or moves on the floor of the seat, or takes the lift to the top floor.
 * @param {MoveEvent} event
 * @param {About} about
 * @returns {Event[]}
 */
function arrived({ playerid, pos }, { sees, previous }) {
  const before = previous?.players[playerid].pos;
  const top = before && before[2] !== pos[2] && pos[2] === 0 ? [off(playerid, "player_enter_top_layer")] : [];
  if (sees(pos)) return [...top, { type: "move", playerid, pos }];
  return before && sees(before) ? [...top, off(playerid, "see", "pos_update", [-1, -1, -1], playerid)] : top;
}

/**
 * The victim learns of the hit; others on the floor see only the attack.
 * @param {AttackEvent} event
 * @param {About} about
 */
function attacked(event, { seat, sees, state, previous }) {
  const [from] = event.attack;
  if (previous && state.players[seat].hp < previous.players[seat].hp) return [event];
  return sees(from) ? [off(event.playerid, "see", "attack", from, event.playerid)] : [];
}

/** A seat knows all of its own actions, except the kind of a trap that it has found. @param {Recorded} event @returns {Recorded[]} */
function own(event) {
  if (event.type !== "map_update" || event.args[0] !== "trap_destroy") return [event];
  return [{ ...event, args: [event.args[0], event.args[1], null] }];
}

/**
 * The events that a seat knows.
 * @param {Event[]} events
 * @param {number} seat
 * @param {{state: State, previous: State | null}} around  of the whole game
 */
export function heard(events, seat, { state, previous }) {
  const turn = (previous ?? state).turn;
  const floors = [floorOf(state, seat), previous ? floorOf(previous, seat) : -1];
  /** @type {About} */
  const about = { seat, state, previous, sees: (pos) => floors.includes(pos[2]) };
  // The record is complete: the news to seats only repeat its own events.
  return events.flatMap(/** @returns {Event[]} */ (event) => {
    if (!event.type) return [];
    const by = event.type === "map_update" ? turn : event.playerid;
    return by === seat ? own(event) : (handledBy("type", OTHERS, event, about) ?? []);
  });
}
