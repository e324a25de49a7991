/** The texts of the player, in one place, so that they can be translated. */

import { counted, paragraph } from "../shared/words.js";

/** Over the board, while there is nothing to play. */
export const NOTICES = Object.freeze({
  connecting: "Connecting…",
  building: "A bot of this match is being built.",
  running: "The match is starting.",
  hidden: "People play this match and must not see hidden information. The match is shown here when it is over.",
  lost: "The connection is lost. Trying again…",
  /** @param {number | null} position  in the queue, from 1; null: not known */
  queued: (position) => {
    const place = position ? `It is number ${position} in the queue.` : "It is waiting for a free worker.";
    return paragraph("This match has not started.", place, "This page shows it when it starts.");
  },
  loading: "The replay is loading…",
  /** @param {string} why */
  none: (why) => `There is no replay. ${why}`,
  aborted: "The match was cancelled before its end. It does not count.",
  failed: "The platform failed and stopped the match. It does not count against any bot.",
  /** @param {string} message */
  damaged: (message) => `The replay is damaged and cannot be shown from here on. ${message} Reloading the page may help.`,
  unknown: "The match cannot be shown. Reload the page to try again.",
  /** @param {string} message */
  noFrames: (message) => `The frames could not be loaded (${message}).`,
  /** @param {string} message */
  noView: (message) => `The drawing of this game could not be loaded (${message}). Reload the page to try again.`,
  unnumbered: "A frame has no number.",
  /** @param {number} n @param {string} message */
  unreadable: (n, message) => `Frame ${n} cannot be read: ${message}`,
});

/** How a seat's program ended; a normal end needs no words. @type {Readonly<Record<string, string>>} */
export const ENDS = Object.freeze({
  ok: "",
  illegal: "made an illegal move",
  malformed: "sent something unreadable",
  timeout: "timed out",
  bank: "used up its time for the game",
  silent: "gave no answer",
  crash: "crashed",
  exit: "ended by itself",
  closed: "closed its standard output",
  output: "said too much",
  unread: "did not read its messages",
  memory: "ran out of memory",
  processes: "started too many processes",
  files: "opened too many files",
  disk: "wrote too much to its disk",
  left: "left",
});

/** Beside the board. */
export const PANELS = Object.freeze({
  /** @param {number} seat  from 0 */
  seat: (seat) => `seat ${seat + 1}`,
  /** In place of a number that the seat in view does not know. */
  unknown: "?",
  /** @param {string} time */
  cpu: (time) => `CPU ${time}`,
  cpuColumn: "CPU",
  noEvents: "Nothing of note has happened yet.",
  hiddenEvents: "Some events are hidden in this view. Choose All.",
  hiddenValues: "Some values are hidden in this view. Choose All.",
  coming: "To come",
  /** @param {string} word  for a turn @param {number} turn @param {string} what @param {string} where */
  comes: (word, turn, what, where) => `In ${word} ${turn}: ${what} at ${where}`,
  start: "the start.",
  nothing: "nothing changes",
  nothingSeen: "nothing that this seat can see",
});

export const CHART = Object.freeze({
  empty: "Chart without points yet",
  choice: "Values of the chart",
  points: "Points",
  /** Under the line of time. @param {string} when @param {string} who */
  advantage: (when, who) => `Advantage in ${when}: ${who}.`,
  level: "level",
  unknownLead: "not known",
  /** @param {string} name @param {number} lead */
  leads: (name, lead) => `${name} leads by ${lead}`,
  /** For those who hear it. @param {string} title @param {string} word  for a turn @param {string} values */
  told: (title, word, values) => `${title} by ${word}. ${values}`,
});

export const LOG = Object.freeze({
  loading: "The log is loading…",
  /** @param {string} message */
  lost: (message) => `The log could not be loaded: ${message}. Open this tab again to retry.`,
  /** @param {number} status */
  refused: (status) => `the server answered ${status}`,
  empty: "The bot wrote nothing to its standard error.",
  cut: "(cut here: the log's limit is reached)",
});

export const DRAWINGS = Object.freeze({
  noJson: "This drawing was not understood: after “#draw ” comes one JSON object.",
  noObject: "This drawing was not understood: it is no JSON object.",
  /** @param {string} name @param {string} known */
  unknown: (name, known) => `This drawing was not understood: it has “${name}”. Known are ${known}.`,
  noText: "This drawing was not understood: layer and mark are texts.",
  /** @param {string} known */
  noColor: (known) => `This drawing was not understood: color is one of ${known}.`,
  /** @param {string} what @param {number} count */
  noPoints: (what, count) => `This drawing was not understood: ${what} is a list of lists with ${count} numbers.`,
  /** @param {number} count */
  noTexts: (count) => `This drawing was not understood: texts is a list of lists with ${count} numbers and a text.`,
  noSeries: "This drawing was not understood: series is an object of numbers.",
  /** @param {number} most */
  tooMany: (most) => `This drawing is left out: a turn shows at most ${most} shapes.`,
  /** In the log, in place of a line. @param {number} count */
  folded: (count) => `(${counted(count, "drawing")})`,
  /** @param {string} label */
  mark: (label) => `⚑ ${label}`,
});

export const FORECAST = Object.freeze({
  /** @param {string} when  such as "turn 12" */
  now: (when) => `${when} (now)`,
  /** @param {string} word  for a turn */
  back: (word) => `Back to this ${word}`,
  /** @param {string} title @param {string} word */
  line: (title, word) => `${title} by ${word}s`,
});

/** The bar of buttons, and what goes by itself after a moment. */
export const CONTROLS = Object.freeze({
  all: "All",
  play: "Play",
  pause: "Pause",
  live: "live",
  /** @param {string} behind */
  goLive: (behind) => `${behind} · go live`,
  behind: "behind",
  paused: "paused",
  /** @param {number} turns @param {string} word */
  turnsBehind: (turns, word) => `${counted(turns, word)} behind`,
  noFullScreen: "This browser does not allow full screen here.",
  fillsPage: "This browser has no full screen: the board fills the page. The same button ends it.",
  inPage: "The board is a part of the page again.",
  restarted: "The match is played again from the start.",
  noLater: "No later event in this game.",
  noEarlier: "No earlier event in this game.",
  copied: "The link to this place is copied.",
  /** @param {string} message */
  noClips: (message) => `The panel of clips could not be loaded (${message}). Try again.`,
  /** @param {string} turns */
  clip: (turns) => `Clip ${turns} ✕`,
  clipCopied: "The link to this clip is copied.",
  /** @param {string} link */
  notCopied: (link) => `The browser does not let the page copy. The link: ${link}`,
  /** The board, for those who hear it. @param {string} text */
  board: (text) => `Board. ${text}`,
  /** @param {string} when  such as "turn 12" @param {number} ply @param {number} plies */
  ply: (when, ply, plies) => `${when}, ply ${ply} of ${plies}`,
  thumb: "A match, playing by itself",
});
