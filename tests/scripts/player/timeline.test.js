import assert from "node:assert/strict";
import { test } from "node:test";

import { FrameStore } from "../../../static/player/store.js";
import { durationOf, findPlace, placeOf, Playhead, pliesIn } from "../../../static/player/timeline.js";

/** Two games; in the first, turn 1 has two plies and turn 2 has three. */
const TURNS = [[0, 0], [0, 1], [0, 1], [0, 2], [0, 2], [0, 2], [1, 0], [1, 1]];

function matchOf(turns = TURNS) {
  const store = new FrameStore();
  store.view = { apply: (state) => state };
  turns.forEach(([game, turn], n) => {
    const first = n === 0 || turns[n - 1][0] !== game;
    const last = n + 1 === turns.length || turns[n + 1][0] !== game;
    store.add({ n, game, turn, ...(first ? { key: {}, scene: {}, setup: {} } : {}), ...(last ? { outcome: {} } : {}) });
  });
  return store;
}

test("a place is game, turn and ply; the first frame of a game is its ply 0", () => {
  const store = matchOf();
  assert.deepEqual(placeOf(store, 0), { game: 0, turn: 0, ply: 0 });
  assert.deepEqual(placeOf(store, 2), { game: 0, turn: 1, ply: 2 });
  assert.deepEqual(placeOf(store, 5), { game: 0, turn: 2, ply: 3 });
  assert.deepEqual(placeOf(store, 7), { game: 1, turn: 1, ply: 1 });
});

test("the frame of a place, and back", () => {
  const store = matchOf();
  for (const n of TURNS.keys()) assert.deepEqual(findPlace(store, placeOf(store, n)), { n });
});

test("a turn that was not reached gives the game's last frame, a ply too many the turn's last", () => {
  const store = matchOf();
  assert.deepEqual(findPlace(store, { game: 0, turn: 99, ply: 1 }), { n: 5 });
  assert.deepEqual(findPlace(store, { game: 0, turn: 1, ply: 9 }), { n: 2 });
  assert.deepEqual(findPlace(store, { game: 9, turn: 1, ply: 1 }), { n: 7 });
});

test("a place whose frames are not here names the frame to read", () => {
  const store = new FrameStore();
  store.addGame({ first: 0, setup: {}, scene: {} });
  store.total = 100;
  assert.deepEqual(findPlace(store, { game: 0, turn: 5, ply: 1 }), { read: 50 });
});

test("the plies of a turn share its time; the first and the last frame stay longer", () => {
  const store = matchOf();
  assert.equal(pliesIn(store, 4), 3);
  assert.equal(durationOf(store, 1), 125);
  assert.ok(durationOf(store, 0) > 250);
  assert.ok(durationOf(store, 5) > durationOf(store, 0));
  store.view.pace = 900;
  assert.equal(durationOf(store, 1), 900);
});

test("time moves the playhead over the frames that are here", () => {
  const head = new Playhead(matchOf());
  assert.equal(head.advance(699), "playing");
  assert.equal(head.n, 0);
  head.advance(1);
  assert.equal(head.n, 1);
  head.speed = 4;
  head.advance(62.5);
  assert.equal(head.n, 3);
  assert.equal(head.advance(1e6), "ended");
  assert.equal(head.n, 7);
});

test("it waits where a frame is missing", () => {
  const store = matchOf();
  store.total = 9;
  const head = new Playhead(store);
  assert.equal(head.advance(1e6), "waiting");
  assert.equal(head.n, 7);
});

test("with loop on, a game begins again at its end", () => {
  const head = new Playhead(matchOf());
  head.loop = true;
  head.seek(5);
  head.advance(1600);
  assert.equal(head.n, 0);
});
