import assert from "node:assert/strict";
import { test } from "node:test";

import { DamagedReplay, FrameStore } from "../../../static/player/store.js";

/** A game that counts: each event is a number that is added. */
const counting = { apply: (state, events) => events.reduce((sum, event) => sum + event, state) };

function filled(numbers) {
  const store = new FrameStore();
  store.view = counting;
  for (const n of numbers) {
    const start = n === 0 ? { key: 100, scene: {}, setup: {} } : {};
    store.add({ n, game: 0, turn: n, events: [1], ...start });
  }
  return store;
}

const upTo = (count) => Array.from({ length: count }, (_, n) => n);

test("a state is the key frame and every event after it", () => {
  const store = filled(upTo(200));
  assert.equal(store.stateAt(0), 100);
  assert.equal(store.stateAt(150), 250);
  assert.equal(store.stateAt(7), 107);
});

test("there is no state while a frame before it is missing", () => {
  const store = filled([0, 1, 3]);
  assert.equal(store.stateAt(3), null);
  store.add({ n: 2, game: 0, turn: 2, events: [10] });
  assert.equal(store.stateAt(3), 112);
});

test("frames may come in any order and more than once; the first copy stays", () => {
  const store = filled([3, 1, 0]);
  assert.equal(store.complete, 2);
  assert.equal(store.total, 4);
  assert.equal(store.newest, 3);
  assert.equal(store.add({ n: 1, game: 0, turn: 1, events: [50] }), false);
  assert.equal(store.stateAt(1), 101);
});

test("the first run of missing frames", () => {
  const store = filled([0, 1, 4, 5, 8]);
  assert.deepEqual(store.missing(0, 9), [2, 4]);
  assert.deepEqual(store.missing(5, 9), [6, 8]);
  assert.equal(store.missing(0, 2), null);
  assert.equal(store.missing(8, 9), null);
});

test("the game of a frame, and a game's last frame", () => {
  const store = filled(upTo(6));
  store.add({ n: 6, game: 1, turn: 0, key: 0, scene: {}, setup: {} });
  store.add({ n: 7, game: 1, turn: 1, events: [1] });
  assert.deepEqual([0, 5, 6, 7].map((n) => store.gameAt(n)), [0, 0, 1, 1]);
  assert.deepEqual([store.lastOf(0), store.lastOf(1)], [5, 7]);
});

test("what the view cannot read is damage, and the frame is named", () => {
  const store = filled([0, 1]);
  store.view = { apply() { throw new Error("unknown event"); } };
  assert.throws(() => store.stateAt(1), (error) => error instanceof DamagedReplay && /Frame 1 .*unknown event/.test(error.message));
  assert.throws(() => store.add({ n: -1, game: 0, turn: 0 }), DamagedReplay);
});

test("a cleared store knows nothing of the match before", () => {
  const store = filled(upTo(40));
  store.stateAt(39);
  store.left.set(1, { reason: "gone" });
  store.clear();
  assert.deepEqual([store.total, store.complete, store.newest, store.games.length, store.left.size], [0, 0, -1, 0, 0]);
  assert.equal(store.stateAt(0), null);
});
