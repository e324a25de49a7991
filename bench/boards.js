/**
 * How long the frames of a match page take while somebody moves through the match.
 *
 * A frame is what the main thread does up to a picture of the board; each ends with a mark "painted"
 * in the trace.  `begin()` forgets what was measured; `end()` answers ms by frame of what drawing the
 * board (`draw`), finding states (`states`) and the texts beside it (`show`) took, and ms from each
 * wish to its picture (`wishes`).
 */

import { players } from "/static/player/player.js";

/** The golden ratio: places far from each other, and none twice. */
const APART = 0.618;

const [player] = players;
const { board, display, store, playback } = player;

let inside = 0;
let drawn = -1;
let waiting = false;
/** Within what the page does before a picture. */
let before = false;
let wish = null;
let now = fresh();

function fresh() {
  return { draw: [], states: [], show: [], wishes: [] };
}

/** Measure a method by a name of `fresh`, without methods inside of it that are measured, too. */
function measured(object, method, name) {
  const does = object[method].bind(object);
  object[method] = (...given) => {
    const [outside, start] = [inside, performance.now()];
    inside = 0;
    try {
      return does(...given);
    } finally {
      const spent = performance.now() - start;
      part[name] = (part[name] ?? 0) + spent - inside;
      inside = outside + spent;
      if (name === "draw") {
        drawn = given[0];
        if (!waiting) finish();
        waiting = true;
      }
    }
  };
}

let part = {};
measured(board, "draw", "draw");
measured(store, "stateAt", "states");
measured(display, "show", "show");

addEventListener("input", ({ target, timeStamp }) => {
  wish = { n: Number(target.value), at: timeStamp };
}, true);

const request = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (does) => request((time) => {
  before = true;
  try {
    does(time);
  } finally {
    before = false;
  }
});

/** Tell when the next picture is painted. */
function finish() {
  const tell = () => painted.port2.postMessage(null);
  if (before) tell();
  else request(tell);
}

const painted = new MessageChannel();
painted.port1.onmessage = () => {
  performance.mark("painted");
  for (const name of ["draw", "states", "show"]) now[name].push(part[name] ?? 0);
  if (wish && drawn === wish.n) {
    now.wishes.push(performance.now() - wish.at);
    wish = null;
  }
  [drawn, waiting, part] = [-1, false, {}];
};

/** Stop a match that plays. @returns whether the whole match is here, summed up, and at rest */
export function rest() {
  if (playback.playing) playback.toggle();
  return player.drawn && store.complete === store.total && display.summary.done === store.total;
}

/** Play from a frame on. */
export async function play(n, speed) {
  playback.head.speed = speed;
  await playback.seek(n);
  playback.toggle();
}

/** Many wishes before one picture, as of a held key, or of a drag beside other work. @param {number} count @param {number} from  0 to 1 */
export async function burst(count, from) {
  const range = document.querySelector('[data-part="range"]');
  const [first, last] = [Number(range.min), Number(range.max)];
  for (let i = 0; i < count; i += 1) {
    range.value = String(Math.round(first + (last - first) * ((from + i * APART) % 1)));
    range.dispatchEvent(new Event("input", { bubbles: true }));
    // Events are tasks of their own: the player does first what it does at once.
    for (let step = 0; step < 8; step += 1) await null;
  }
}

export function begin() {
  now = fresh();
}

export const end = () => now;
