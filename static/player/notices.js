/** The texts over the board while there is nothing to play. */

import { NOTICES } from "./words.js";

/** States in which the match has not begun to be played. @type {Record<string, string>} */
const WAITING = { connecting: NOTICES.connecting, building: NOTICES.building, running: NOTICES.running };

/**
 * @param {object} now
 * @param {string} now.state            the match's state, or "connecting"
 * @param {number | null} now.position  place in the queue, from 1
 * @param {boolean} [now.hidden]        nothing is shown before the end
 * @param {boolean} now.lost            the connection is lost and being tried again
 * @param {{code: string, message: string} | null} now.error
 * @param {boolean} now.playable        there is something to show
 * @returns {{text: string, over: boolean} | null}  over: covers the board, not just a line on it
 */
export function noticeFor({ state, position, hidden = false, lost, error, playable }) {
  const over = !playable;
  if (error) return { text: errorWords(error), over };
  if (lost) return { text: NOTICES.lost, over };
  if (playable) return state === "aborted" || state === "failed" ? { text: NOTICES[state], over } : null;
  if (state === "queued") return { text: NOTICES.queued(position), over };
  if (hidden && state === "running") return { text: NOTICES.hidden, over };
  if (WAITING[state]) return { text: WAITING[state], over };
  if (state === "finished") return { text: NOTICES.loading, over };
  return { text: NOTICES.none(state === "aborted" ? NOTICES.aborted : NOTICES.failed), over };
}

/** @param {{code: string, message: string}} error */
function errorWords({ code, message }) {
  return code === "damaged" ? NOTICES.damaged(message) : message || NOTICES.unknown;
}
