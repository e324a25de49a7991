/**
 * What of the player stands in the page's address, so that a link opens exactly here:
 * `?game=2&turn=120&ply=3&view=1&layers=ids,upcoming`.  Games and views count from 1.  A clip is a range
 * of turns that is played again and again: `?turn=120-160`.
 */

/** @typedef {{game: number, from: number, to: number}} Clip  game: from 0; the first and the last turn */

/**
 * @typedef {object} Address
 * @property {{game: number, turn: number, ply: number} | null} place  null: wherever it starts
 * @property {Clip | null} clip       in place of a place
 * @property {number | null} view      seat in focus, from 0
 * @property {string[] | null} layers  null: the game's own choice
 */

/** @param {string | null} text */
function whole(text) {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

/** The two turns of a clip. @param {string | null} text @returns {[number, number] | null} */
function turnsOf(text) {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(text ?? "") ?? [];
  return from === undefined || Number(from) > Number(to) ? null : [Number(from), Number(to)];
}

/** @param {string} search @returns {Address} */
export function readAddress(search) {
  const query = new URLSearchParams(search);
  const [game, turn, ply] = ["game", "turn", "ply"].map((key) => whole(query.get(key)));
  const view = whole(query.get("view"));
  const turns = turnsOf(query.get("turn"));
  const clip = turns && { game: (game || 1) - 1, from: turns[0], to: turns[1] };
  const some = game !== null || turn !== null;
  const place = some && !clip ? { game: (game || 1) - 1, turn: turn ?? 0, ply: ply ?? 1 } : null;
  if (place && turn === null) place.ply = 0;
  return {
    place,
    clip,
    view: view ? view - 1 : null,
    layers: query.get("layers")?.split(",").filter(Boolean) ?? null,
  };
}

/**
 * The page's address for a place; other parameters of the page stay.
 * @param {Address} address
 * @param {string} href
 * @returns {string}
 */
export function writeAddress({ place, clip, view, layers }, href) {
  const url = new URL(href);
  /** @param {string} key @param {string | null} value */
  const set = (key, value) => (value === null ? url.searchParams.delete(key) : url.searchParams.set(key, value));
  const at = clip ?? place;
  set("game", at ? String(at.game + 1) : null);
  set("turn", clip ? `${clip.from}-${clip.to}` : place && String(place.turn));
  set("ply", place && !clip ? String(place.ply) : null);
  set("view", view === null ? null : String(view + 1));
  set("layers", layers === null ? null : layers.join(","));
  // A list of layers reads better with its commas.
  url.search = url.search.replaceAll("%2C", ",");
  return url.href;
}
