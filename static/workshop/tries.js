/** The code is built and plays a short match against a house bot, beside the editor. */

import { find, messageOf } from "../shared/dom.js";
import { cut } from "../shared/output.js";
import { edits, mark, paths, texts } from "./editor.js";
import { marksIn } from "./marks.js";

/**
 * @typedef {object} Told  of a try
 * @property {string} key
 * @property {string} words
 * @property {boolean} over
 * @property {boolean} failed  it was not built, or did not play to the end
 * @property {{url: string, words: string} | null} next  the lesson after the one that was passed
 * @property {number} match  the number of the match that is played
 * @property {string} address
 * @property {string | null} board
 * @property {string} build
 * @property {string} log
 */

const ASK_MS = 700;
const LOST = "The site does not answer. Look at your connection, and try again.";
const root = find(document, "[data-try]");
/** @type {HTMLFormElement | null} */
const form = root.querySelector("form");
let again = "";
let shown = 0;

/** @param {string} words */
function say(words) {
  find(root, "[data-words]").textContent = words;
}

/** @param {string} name  @param {string} text */
function output(name, text) {
  const details = find(root, `[data-${name}]`);
  details.hidden = !text;
  find(details, "pre").textContent = text;
}

/** @param {string} address  @param {RequestInit} how  @returns {Promise<Told>} */
async function ask(address, how = {}) {
  const answer = await fetch(address, { headers: { Accept: "application/json" }, ...how });
  const found = await answer.json().catch(() => ({ error: LOST }));
  if (!answer.ok) throw new Error(found.error ?? LOST);
  return found;
}

/** @param {string} start  the key of a try whose start is repeated, or "" */
async function attempt(start) {
  const data = new FormData(form ?? undefined);
  const { language = "", version = "" } = root.dataset;
  data.set("code", JSON.stringify(version ? edits() : texts()));
  data.set("language", language);
  data.set("version", version);
  data.set("again", start);
  busy(true);
  for (const name of ["build", "log"]) output(name, "");
  offer(null);
  shown = 0;
  mark([]);
  say("Your code is on its way.");
  try {
    let told = await ask(root.dataset.address ?? "", { method: "POST", body: data });
    while (!told.over) {
      say(told.words);
      if (told.board) showBoard(told);
      await new Promise((done) => setTimeout(done, ASK_MS));
      told = await ask(told.address);
    }
    show(told);
    showBoard(told);
  } catch (error) {
    say(error instanceof TypeError ? LOST : messageOf(error));
  }
  busy(false);
}

/** @param {boolean} is */
function busy(is) {
  for (const button of root.querySelectorAll("button")) button.disabled = is;
}

/** @param {Told} told */
function show(told) {
  say(told.words);
  const outputs = [told.build, told.log].map(cut);
  ["build", "log"].forEach((name, i) => output(name, outputs[i]));
  const build = find(root, "[data-build]");
  if (!told.board) build.setAttribute("open", "");
  showMarks(outputs, told.failed);
  offer(told.next);
  again = told.key;
  find(root, "[data-again]").hidden = false;
}

/**
 * Show the match that is played, or was played last, unless its board is there.  A board whose
 * frames have not come live, as a network lets no socket through, is made again from the kept ones.
 * @param {Told} told
 */
function showBoard({ board, match, over }) {
  if (board && match === shown && !(over && isEmpty())) return;
  shown = match;
  const place = find(root, "[data-board]");
  place.hidden = !board;
  place.replaceChildren(...(board ? [frame(board)] : []));
}

function isEmpty() {
  const turn = root.querySelector("iframe")?.contentDocument?.querySelector("[data-part=turn]");
  return !turn?.textContent;
}

/** @param {Told["next"]} next */
function offer(next) {
  const place = root.querySelector("[data-next]");
  if (!(place instanceof HTMLElement)) return;
  place.hidden = !next;
  if (!next) return;
  const link = /** @type {HTMLAnchorElement} */ (find(place, "a"));
  link.href = next.url;
  link.textContent = next.words;
}

/**
 * A compiler's first error is the cause; of a traceback it is the last of one's own lines.
 * @param {string[]} outputs  of the build and of the bot  @param {boolean} failed
 */
function showMarks(outputs, failed) {
  const [build, log] = outputs.map((text) => marksIn(text, paths()));
  const cause = log.at(-1) ?? build.find((each) => each.type === "error");
  mark([...build, ...log], failed ? cause : undefined);
}

/** @param {string} address */
function frame(address) {
  const made = document.createElement("iframe");
  made.src = address;
  made.title = "The match of your bot";
  made.className = "workshop-board";
  return made;
}

form?.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt("");
});
root.querySelector("[data-again]")?.addEventListener("click", () => attempt(again));
