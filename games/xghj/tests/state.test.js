import assert from "node:assert/strict";
import { test } from "node:test";

import { allied, keyOf, ownersOf, seesAll, told } from "../static/state.js";
import * as view from "../static/view.js";

/** The events of a test have only the fields that it is about. */
const apply = (state, events) => view.apply(state, events);

const NATIONS = {
  saving: [5, 5], income: [1, 1], area: [2, 1], capital: [0, 5], relation: ["UN", "NU"],
  justify: [[0, 0], [0, 0]], betrayed: [0, 0], alive: [1, 1], reached: [],
};

/** @returns {import("../static/state.js").State} */
const start = () => ({ phase: "round", round: 3, owner: "00...1", sieged: [], marks: [], over: false, ...structuredClone(NATIONS) });

test("a round changes the cells that it names, and all numbers of the countries", () => {
  const event = { e: "round", id: 3, cells: [[1, -1], [4, 1]], sieged: [0], marks: [], ...NATIONS, saving: [9, 8] };
  const state = apply(start(), [event]);
  assert.deepEqual([state.round, state.owner, state.sieged, state.saving], [4, "0...11", [0], [9, 8]]);
});

test("the opening: bids, places, and the first round's state", () => {
  const opening = { ...start(), phase: "bid" };
  const bid = apply(opening, [{ e: "bids", bids: [3, 1], order: [0, 1] }]);
  assert.deepEqual([bid.phase, bid.order, bid.spawns], ["spawn", [0, 1], []]);
  const placed = apply(bid, [{ e: "spawn", p: 0, at: null, place: 2 }]);
  assert.deepEqual(placed.spawns, [{ p: 0, at: null, place: 2 }]);
  assert.deepEqual(keyOf(apply(placed, [{ e: "start", ...start() }])), keyOf(start()));
});

test("owners as numbers, nobody as -1", () => {
  assert.deepEqual([...ownersOf(start())], [0, 0, -1, -1, -1, 1]);
});

test("allies tell each other everything, and so does the archive", () => {
  const state = start();
  assert.equal(allied(state, 0, 0), true);
  assert.equal(told(state, 0, 1), false);
  assert.equal(told({ ...state, relation: ["UA", "AU"] }, 0, 1), true);
  assert.equal(told({ ...state, marks: [{ place: 3, kind: "archive", text: "", player: 0 }] }, 0, 1), true);
});

test("a point that is broken gives nothing", () => {
  const tower = { place: 3, kind: "tower", text: "", player: 1 };
  assert.equal(seesAll({ ...start(), marks: [tower] }, 1), true);
  assert.equal(seesAll({ ...start(), marks: [tower] }, 0), false);
  assert.equal(seesAll({ ...start(), marks: [tower, { ...tower, kind: "broken" }] }, 1), false);
});

test("the end has its ranks, and the state before stays as it was", () => {
  const before = start();
  const state = apply(before, [{ e: "end", ranks: [2, 1] }]);
  assert.deepEqual([state.phase, state.over, state.ranks], ["over", true, [2, 1]]);
  assert.deepEqual(before, start());
});
