/**
 * Messages of a page of another site to the player that it frames.
 */

/** The version of these messages. */
export const VERSION = 1;
/** @typedef {{do: "turn", place: import("./timeline.js").Place} | {do: "play", on: boolean} | {do: "resize"}} Command */

/** The fields that each command may have. @type {Readonly<Record<string, readonly string[]>>} */
const FIELDS = Object.freeze({ turn: ["turn", "game", "ply"], play: ["on"], resize: [] });

/** @param {unknown} value @param {number} least */
const isCount = (value, least) => Number.isInteger(value) && Number(value) >= least && Number(value) < 1e9;

/**
 * A message as a command.
 * @param {any} data
 * @returns {Command | string | null} a text says what is wrong; null: the message is none of ours
 */
export function parse(data) {
  if (typeof data !== "object" || data === null || !("arbiter" in data)) return null;
  if (data.arbiter !== VERSION) return `arbiter is ${VERSION} in every message`;
  const fields = Object.hasOwn(FIELDS, data.do) ? FIELDS[data.do] : null;
  if (!fields) return `do is one of ${Object.keys(FIELDS).join(", ")}`;
  const other = Object.keys(data).find((name) => name !== "arbiter" && name !== "do" && !fields.includes(name));
  if (other !== undefined) return `${data.do} has no field ${other}`;
  if (data.do === "resize") return { do: "resize" };
  if (data.do === "play") return typeof data.on === "boolean" ? { do: "play", on: data.on } : "on is true or false";
  const { turn, game = 1, ply = 1 } = data;
  if (!isCount(turn, 0)) return "turn is a whole number from 0";
  if (!isCount(game, 1)) return "game is a whole number from 1";
  if (!isCount(ply, 0)) return "ply is a whole number from 0";
  return { do: "turn", place: { game: game - 1, turn, ply } };
}
