/**
 * Which matches the wall shows, and which of them is large: plain functions of the time.
 *
 * A board stays for a while, and a match takes its place only if it is clearly more exciting. So
 * boards do not change to and fro while two matches are nearly alike.
 */

import { excitementOf, UNKNOWN } from "./excitement.js";

/** @typedef {import("./excitement.js").Offer} Offer */
/** @typedef {{offers: Offer[], over: number[]}} List  running matches, and finished ones, newest first */

/**
 * A match on a board. Times are in ms.
 * @typedef {object} Shown
 * @property {number} id
 * @property {boolean} live          it ran when it came
 * @property {number} since
 * @property {number | null} over    when the list had its end
 * @property {number | null} ended   when its last frame was on the board
 * @property {number} round          how often it has begun
 */

/** @typedef {{id: number, since: number}} Spotlight  the match on the large board */

/**
 * @typedef {object} State
 * @property {(Shown | null)[]} slots
 * @property {Spotlight | null} spotlight
 * @property {boolean} held  nothing may move
 * @property {Map<number, {value: number, at: number}>} closeness  of scores that were on a board
 * @property {Map<number, number>} left   when matches have left the wall
 * @property {Set<number>} broken         matches that cannot be shown
 */

/** A board stays at least this time. */
export const STAY_MS = 12_000;
/** A finished match shows its result for this time. */
export const RESULT_MS = 8_000;
/** A match takes a board if it is more exciting by this. */
export const MARGIN = 0.1;
/** A board becomes the large one if it is more exciting by this. */
export const SPOT_MARGIN = 0.05;
/** Scores that were seen before this time say nothing of now. */
export const MEMORY_MS = 60_000;
/** A board that has not reached the end of a finished match by then is taken for ended. */
export const PATIENCE_MS = 30_000;
/** Less than any running match. */
const REPLAY = -1;

/** @returns {State} @param {number} count  boards */
export const emptyState = (count) => ({
  slots: Array.from({ length: count }, () => null),
  spotlight: null,
  held: false,
  closeness: new Map(),
  left: new Map(),
  broken: new Set(),
});

/** Drop what is known of matches that the list does not have. @param {State} state @param {List} list */
export function forget(state, list) {
  const here = new Set([...list.offers.map(({ id }) => id), ...list.over]);
  for (const known of [state.closeness, state.left, state.broken]) {
    for (const id of known.keys()) if (!here.has(id)) known.delete(id);
  }
}

/**
 * The boards as they are to be now. Matches that the list does not have leave at once, also while
 * boards are held: not everybody may see them any more.
 * @param {State} state
 * @param {List} list
 * @param {number} now  ms
 * @returns {{slots: (Shown | null)[], spotlight: Spotlight | null}}
 */
export function nextBoards(state, list, now) {
  const offers = new Map(list.offers.map((offer) => [offer.id, offer]));
  const over = new Set(list.over);
  const here = (/** @type {number} */ id) => !state.broken.has(id) && (offers.has(id) || over.has(id));
  const kept = state.slots.map((slot) => (slot && here(slot.id) ? followed(slot, over, now) : null));
  /** @param {Shown} slot */
  const worth = ({ id }) => valueOf(offers.get(id), state, now);
  const slots = state.held ? kept : moved(state, kept, list, worth, now);
  return { slots, spotlight: spotlightOf(state, slots, worth, now) };
}

/** @param {Shown} slot @param {Set<number>} over @param {number} now @returns {Shown} */
function followed(slot, over, now) {
  if (!slot.live || slot.ended !== null || !over.has(slot.id)) return slot;
  const since = slot.over ?? now;
  return { ...slot, over: since, ended: now - since >= PATIENCE_MS ? now : null };
}

/** @param {Offer | undefined} offer @param {State} state @param {number} now */
function valueOf(offer, state, now) {
  if (!offer) return REPLAY;
  const seen = state.closeness.get(offer.id);
  return excitementOf(offer, seen && now - seen.at < MEMORY_MS ? seen.value : UNKNOWN);
}

/**
 * @param {State} state
 * @param {(Shown | null)[]} kept
 * @param {List} list
 * @param {(slot: Shown) => number} worth
 * @param {number} now
 */
function moved(state, kept, list, worth, now) {
  const shown = new Set(kept.map((slot) => slot?.id));
  const free = (/** @type {number} */ id) => !shown.has(id) && !state.broken.has(id);
  const running = list.offers.map(({ id }) => id).filter(free).map((id) => fresh(id, true, now))
    .sort((one, other) => worth(other) - worth(one) || one.id - other.id);
  const replays = list.over.filter(free).map((id) => fresh(id, false, now))
    .sort((one, other) => (state.left.get(one.id) ?? 0) - (state.left.get(other.id) ?? 0));
  const coming = [...running, ...replays];
  const slots = kept.map((slot) => {
    if (slot && (slot.ended === null || now - slot.ended < RESULT_MS)) return slot;
    return coming.shift() ?? (slot && again(slot, now));
  });
  const best = coming[0];
  if (!best?.live) return slots;
  const weakest = weakestOf(slots, worth, now);
  if (weakest >= 0 && worth(best) > worth(/** @type {Shown} */ (slots[weakest])) + MARGIN) slots[weakest] = best;
  return slots;
}

/** The board that gives way first; -1 where all stay. @param {(Shown | null)[]} slots @param {(slot: Shown) => number} worth @param {number} now */
function weakestOf(slots, worth, now) {
  let found = -1;
  slots.forEach((slot, i) => {
    const ending = slot?.live && slot.over !== null;
    if (!slot || ending || slot.ended !== null || now - slot.since < STAY_MS) return;
    const least = slots[found];
    if (!least || worth(slot) < worth(least)) found = i;
  });
  return found;
}

/** @param {number} id @param {boolean} live @param {number} now @returns {Shown} */
const fresh = (id, live, now) => ({ id, live, since: now, over: null, ended: null, round: 0 });

/** @param {Shown} slot @param {number} now @returns {Shown} */
const again = (slot, now) => ({ ...slot, since: now, ended: null, live: false, round: slot.round + 1 });

/**
 * @param {State} state
 * @param {(Shown | null)[]} slots
 * @param {(slot: Shown) => number} worth
 * @param {number} now
 * @returns {Spotlight | null}
 */
function spotlightOf(state, slots, worth, now) {
  const shown = slots.filter((slot) => slot !== null);
  const current = shown.find(({ id }) => id === state.spotlight?.id);
  const [best] = shown.toSorted((one, other) => worth(other) - worth(one));
  if (!best) return null;
  if (!current || !state.spotlight) return { id: best.id, since: now };
  const ending = current.live && current.over !== null;
  const stays = state.held || ending || now - state.spotlight.since < STAY_MS || worth(best) <= worth(current) + SPOT_MARGIN;
  return stays ? state.spotlight : { id: best.id, since: now };
}
