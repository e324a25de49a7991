import assert from "node:assert/strict";
import { test } from "node:test";

import { apart, forceOf, unitAt } from "../static/state.js";
import * as view from "../static/view.js";

/** The events of a test have only the fields that it is about. */
const apply = (state, events) => view.apply(state, events);

/** id, owner, kind, x, y, points @type {import("../static/state.js").Unit[]} */
const UNITS = [[1, 0, 0, 2, 2, 25], [2, 0, 1, 1, 1, 10], [3, 1, 0, 8, 8, 25]];

const start = () => ({ turn: 1, score: [0, 0], units: structuredClone(UNITS), over: false });

test("a turn moves and hurts the units that it names", () => {
  const state = apply(start(), [{ e: "turn", turn: 1, units: [[1, 0, 0, 3, 2, 20]] }]);
  assert.equal(state.turn, 2);
  assert.deepEqual(unitAt(state, 3, 2), [1, 0, 0, 3, 2, 20]);
  assert.equal(unitAt(state, 2, 2), undefined);
});

test("a unit without points is gone and counts for the other side", () => {
  const state = apply(start(), [{ e: "turn", turn: 1, units: [[2, 0, 1, 1, 1, 0]] }]);
  assert.deepEqual(state.score, [0, 1]);
  assert.deepEqual(forceOf(state, 0), { counts: [1, 0], units: 1, points: 25 });
});

test("the last turn keeps its number", () => {
  const state = apply(start(), [{ e: "turn", turn: 1, units: [] }, { e: "over", score: [3, 4] }]);
  assert.deepEqual([state.turn, state.over, state.score], [1, true, [3, 4]]);
});

test("the state before stays as it was", () => {
  const before = start();
  apply(before, [{ e: "turn", turn: 1, units: [[1, 0, 0, 3, 2, 0]] }]);
  assert.deepEqual(before, start());
});

test("steps go in eight directions", () => {
  assert.equal(apart(1, 1, 4, 3), 3);
});

test("a side knows its own units by number and the others by place", () => {
  const state = view.seen(start(), 0);
  assert.deepEqual(state.units.map(([id]) => id).sort(), [-1, 1, 2]);
  assert.equal(unitAt(state, 8, 8)?.[0], -1);
});

test("nothing is hidden of what is no turn", () => {
  /** @type {import("../static/state.js").OverEvent[]} */
  const events = [{ e: "over", score: [1, 0], points: [25, 25], words: "" }];
  assert.deepEqual(view.heard(events, 0, { previous: start() }), events);
});
