import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Playback } from "../../../static/player/playback.js";
import { FrameStore } from "../../../static/player/store.js";

/** The pictures that the page is asked to draw, drawn by hand. */
const pictures = [];
globalThis.requestAnimationFrame = (draw) => pictures.push(draw);

function passes(ms) {
  const draw = pictures.shift();
  draw?.(performance.now() + ms);
}

function playbackOf(count, state = "finished") {
  const store = new FrameStore();
  store.view = { apply: (before) => before, pace: 100 };
  for (let n = 0; n < count; n += 1) store.add({ n, game: 0, turn: n, ...(n ? { events: [] } : { key: {}, scene: {} }) });
  const told = [];
  const hooks = /** @type {any} */ (Object.fromEntries(["redraw", "moved", "settled", "changed", "fail"].map((name) => [name, () => told.push(name)])));
  const playback = new Playback(store, hooks);
  playback.state = state;
  playback.source = { need: async (n) => store.stateAt(n) !== null, needFrame: async (n) => store.frame(n) !== undefined };
  return { playback, store, told };
}

beforeEach(() => pictures.splice(0));

test("seeking pauses at the frame and says that somebody chose it", async () => {
  const { playback, told } = playbackOf(10);
  playback.play(true);
  assert.equal(await playback.seek(7), true);
  assert.deepEqual([playback.head.n, playback.playing], [7, false]);
  assert.ok(told.includes("settled"));
});

test("a frame beyond the ends is the end", async () => {
  const { playback } = playbackOf(10);
  await playback.seek(99);
  assert.equal(playback.head.n, 9);
  await playback.seek(-3);
  assert.equal(playback.head.n, 0);
});

test("of two seeks the later one counts", async () => {
  const { playback } = playbackOf(10);
  const [early, late] = await Promise.all([playback.seek(3), playback.seek(6)]);
  assert.deepEqual([early, late, playback.head.n], [false, true, 6]);
});

test("seeks that come before the next picture are one seek, to the newest frame", async () => {
  const { playback, told } = playbackOf(40);
  const asked = [];
  const { need } = playback.source;
  playback.source.need = (n) => (asked.push(n), need(n));
  await playback.seek(5);
  const seeks = Array.from({ length: 30 }, (_, i) => playback.seek(6 + i));
  assert.deepEqual([playback.head.n, playback.aim], [5, 35]);
  passes(16);
  const arrived = await Promise.all(seeks);
  assert.deepEqual(arrived, [...Array(29).fill(false), true]);
  assert.deepEqual([playback.head.n, playback.aim, asked], [35, 35, [5, 35]]);
  assert.equal(told.filter((what) => what === "redraw").length, 2);
});

test("a step goes on from the frame that is sought", async () => {
  const { playback } = playbackOf(40);
  await playback.seek(5);
  const steps = Array.from({ length: 3 }, () => playback.seek(playback.aim + 1));
  passes(16);
  await Promise.all(steps);
  assert.equal(playback.head.n, 8);
});

test("a page out of sight, which draws no pictures, seeks nevertheless", async () => {
  const { playback } = playbackOf(10);
  await playback.seek(3);
  assert.equal(await playback.seek(6), true);
  assert.equal(playback.head.n, 6);
});

test("a match that is over plays to its end and begins again when it is started there", async () => {
  const { playback, told } = playbackOf(3);
  await playback.seek(2);
  playback.toggle();
  assert.deepEqual([playback.head.n, playback.playing], [0, true]);
  for (let picture = 0; picture < 40 && pictures.length; picture += 1) passes(200 * (picture + 1));
  assert.deepEqual([playback.head.n, playback.playing], [2, false]);
  assert.equal(told.at(-1), "settled");
});

test("a running match stays at its edge, and pausing leaves it", async () => {
  const { playback } = playbackOf(5, "running");
  await playback.goLive();
  assert.deepEqual([playback.head.n, playback.live, playback.playing], [4, true, true]);
  playback.toggle();
  assert.deepEqual([playback.live, playback.playing], [false, false]);
});

test("a tab that was in the background goes on where it was", () => {
  const { playback } = playbackOf(100);
  playback.play(true);
  passes(60_000);
  assert.ok(playback.head.n <= 2);
});

test("a frame that cannot be read is reported", async () => {
  const { playback, told } = playbackOf(5);
  playback.source.need = async () => { throw new Error("damaged"); };
  assert.equal(await playback.seek(3), false);
  assert.ok(told.includes("fail"));
});
