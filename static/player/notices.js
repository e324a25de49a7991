/** What stands over the board while there is nothing to play, in words. */

/** @type {Record<string, string>} */
const WAITING = {
  connecting: "Connecting…",
  building: "A bot of this match is being built.",
  running: "The match is starting.",
};

const HIDDEN = "People play this match and must not see hidden information. The match is shown here when it is over.";

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
  if (lost) return { text: "The connection is lost. Trying again…", over };
  if (playable) return state === "aborted" || state === "failed" ? { text: endedEarly(state), over } : null;
  if (state === "queued") {
    const place = position ? `It is number ${position} in the queue.` : "It is waiting for a free worker.";
    return { text: `This match has not begun. ${place} It starts here by itself.`, over };
  }
  if (hidden && state === "running") return { text: HIDDEN, over };
  if (WAITING[state]) return { text: WAITING[state], over };
  if (state === "finished") return { text: "The replay is loading…", over };
  return { text: `There is no replay. ${endedEarly(state)}`, over };
}

/** @param {{code: string, message: string}} error */
function errorWords({ code, message }) {
  if (code === "damaged") {
    return `The replay is damaged and cannot be shown from here on. ${message} Reloading the page may help.`;
  }
  return message || "The match cannot be shown. Reload the page to try again.";
}

/** @param {string} state */
function endedEarly(state) {
  return state === "aborted"
    ? "The match was called off before its end; it does not count."
    : "The match was stopped by a fault of the platform; it does not count against any bot.";
}
