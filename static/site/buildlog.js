/**
 * A version, or a game to be installed, on its way: the build's output as it comes, and the steps as
 * they are taken.  The socket tells; where there is none, or it cannot be held open, the page asks
 * every two seconds.
 */

import { find } from "../shared/dom.js";
import { cut } from "../shared/output.js";
import { redraw } from "./redraw.js";
import { SITE } from "./words.js";

const POLL_MS = 2000;
const build = find(document, "#build");
const log = find(build, "[data-log]");
const empty = find(build, "[data-log-empty]");
const words = find(build, "[data-build-words]");
let state = build.dataset.state;
let settled = false;
let polling = false;
let heard = "";

/** @param {() => void} change what alters the log; a reader at its end stays at its end */
function keepAtEnd(change) {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 24;
  change();
  empty.hidden = log.textContent !== "";
  if (atEnd) log.scrollTop = log.scrollHeight;
}

/** Show a text in place of the one before; what they begin with alike stays selected. @param {string} text */
function grow(text) {
  const before = log.textContent ?? "";
  if (before && text.startsWith(before)) log.append(text.slice(before.length));
  else log.textContent = text;
}

/** @param {{state: string, label: string, settled: boolean, log: string}} now */
async function take(now) {
  const shown = cut(now.log);
  if (polling && shown && shown !== log.textContent) keepAtEnd(() => { log.textContent = shown; });
  if (now.state === state) return;
  state = now.state;
  settled = now.settled;
  await redraw();
}

/** Ask once where the version is. */
async function look() {
  try {
    const answer = await fetch(build.dataset.stateUrl, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
    words.textContent = "";
    await take(await answer.json());
  } catch {
    words.textContent = SITE.noAnswer;
  }
}

async function poll() {
  polling = true; // from here on only this script updates the log
  while (!settled) {
    await look();
    if (!settled) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** @param {MessageEvent<string>} event */
function hear(event) {
  const message = JSON.parse(event.data);
  if (message.type === "begin") {
    heard = "";
    keepAtEnd(() => { log.textContent = ""; });
  } else if (message.type === "log") {
    // The socket tells the output from its start: its first piece replaces what the page came with.
    heard += message.text;
    keepAtEnd(() => grow(cut(heard)));
  } else {
    // The socket says only when to look: where a version is has one truth, its address.
    look();
  }
}

function listen() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${build.dataset.socket}`);
  socket.addEventListener("message", hear);
  socket.addEventListener("close", poll);
}

if (build.dataset.socket) listen();
else poll();
