/** The texts of the play page, in one place, so that they can be translated. */

import { paragraph } from "../shared/words.js";

/** In place of the board, where the server refuses the seat; by the code of the closed socket. @type {Readonly<Record<number, string>>} */
export const REFUSED = Object.freeze({
  4401: "You are logged out. Log in and open this page again.",
  4404: "This seat is not yours, or the match is gone.",
  4429: "You have too many live pages open. Close some of them, then open this page again.",
});

export const NOTICES = Object.freeze({
  refused: "The server refused to give you this seat. Reload the page to try again.",
  over: "The match is over.",
  /** @param {string} reason  such as "was away for 60 s" */
  givenUp: (reason) => `You ${reason.replace(/^was /, "were ")}. Your seat was given up.`,
  /** @param {string} message */
  broken: (message) => `The page cannot show this: ${message}. Reload it to try again.`,
  /** @param {string} message */
  noControls: (message) => `The controls of this game could not be loaded (${message}). Reload the page to try again.`,
  /** @param {number} seconds */
  begins: (seconds) => `The match begins in ${seconds} seconds.`,
});

/** The player to move, in one line. */
export const TURN = Object.freeze({
  ended: "The match was ended",
  left: "You have left the match",
  yours: "Your turn",
  over: "The game is over",
  waiting: "Waiting for the pages of all players",
  ready: "Get ready",
  /** @param {string} name */
  one: (name) => `${name} is thinking`,
  others: "The others are thinking",
});

export const RESULT = Object.freeze({
  draw: "A draw",
  shared: "You share the first place",
  win: "You win",
  lose: "You lose",
  /** @param {number} rank @param {number} seats */
  rank: (rank, seats) => `You are number ${rank} of ${seats}`,
  /** @param {string} text @param {string} end  such as "timed out" */
  with: (text, end) => `${text}: you ${end}`,
});

/** Why an answer was not taken. */
export const ANSWERS = Object.freeze({
  late: "The time for this answer is over.",
  closed: "This question is closed.",
  none: "There is nothing to answer now.",
  pending: "Your last answer is still being sent.",
  long: "This answer is too long. The limit is 64 KB.",
  offline: "There is no connection. Try again when it is back.",
});

/** In the list of what happened. */
export const LINES = Object.freeze({
  /** @param {string} word  for a game @param {number} number  from 1 */
  begins: (word, number) => `${word} ${number} begins`,
  /** @param {string} name @param {string} reason */
  left: (name, reason) => `${name} left: ${reason}`,
  /** @param {number} seat  from 0 */
  seat: (seat) => `seat ${seat + 1}`,
});

/** The list of keys: what they do. */
export const KEYS = Object.freeze({
  zoom: "zoom in, zoom out, the whole board; also the wheel and two fingers",
  layers: "choose what the board shows",
  help: "show this list",
  sendKey: "Ctrl + Enter",
  send: "send the answer that you have written",
});

/** The controls of games that have none of their own. */
export const GENERIC = Object.freeze({
  question: "The question",
  choices: "Choices",
  answers: "Answers",
  view: "Your view",
  viewJson: "Your view, as JSON",
  answer: "Your answer, as JSON",
  send: "Send",
  sendTitle: "Send (Ctrl+Enter)",
  /** @param {string} message */
  invalid: (message) => `This is not valid JSON: ${message}`,
  empty: 'Write an answer first, such as {"key": 1}.',
  /** @param {string | null} question  null: it stands below the board */
  yours: (question) => (question === null ? "Your turn: the question is below the board" : `Your turn: ${question}`),
});

/**
 * Sentences, each with a capital letter and a full stop; the names of players keep their letters.
 *
 * @param {readonly string[]} texts  empty ones are left out
 * @param {readonly string[]} names
 */
export function announced(texts, names) {
  const every = texts.filter(Boolean).map((text) => (/[.!?]$/.test(text) ? text : `${text}.`));
  return paragraph(...every.map((text) => (beginsWithName(text, names) ? text : text[0].toUpperCase() + text.slice(1))));
}

/** @param {string} text @param {readonly string[]} names */
function beginsWithName(text, names) {
  return names.some((name) => text.startsWith(name) && !/^[\w-]/.test(text.slice(name.length)));
}
