import assert from "node:assert/strict";
import { test } from "node:test";

import { seen } from "../static/known.js";
import { Queue } from "../static/queue.js";
import * as game from "../static/state.js";

const { keyOf } = game;
/** The events of a test have only the fields that it is about. */
const apply = (state, events) => game.apply(state, events);

/** A board of three by two: each player's capital in a corner, a mountain between them. */
const start = () => ({
  half: 0, capitals: [0, 5], queues: [[], []], ranking: [], winner: 0, over: false,
  owners: "100002", kinds: "431334", units: [1, 0, 0, 0, 0, 1],
});

const played = { e: "half", id: 0, tiles: [], captures: [], left: [], dropped: [], beaten: [], ranking: [], winner: 0 };

test("a key frame that nothing follows is itself", () => {
  assert.deepEqual(keyOf(apply(start(), [])), start());
});

test("operations go to the end of a queue, one is played in a half-turn, undo takes the last", () => {
  const ops = (...list) => ({ e: "ops", p: 1, ops: list });
  const waiting = apply(start(), [ops(["move", 0, 0, "R", false], ["move", 1, 0, "D", true], ["move", 1, 1, "L", false]), ops(["undo"])]);
  assert.deepEqual(keyOf(waiting).queues, [[[0, 0, 3, 0], [1, 0, 1, 1]], []]);
  assert.deepEqual(keyOf(apply(waiting, [played])).queues, [[[1, 0, 1, 1]], []]);
});

test("two futures of one queue do not know of each other", () => {
  const queue = new Queue([]).changed([["move", 0, 0, "U", false]]);
  const [one, other] = ["L", "R"].map((letter) => queue.changed([["move", 1, 1, letter, false]]));
  assert.deepEqual([one.list()[1][2], other.list()[1][2]], [2, 3]);
  assert.equal(queue.length, 1);
});

test("who is captured has no capital, and who is beaten no orders", () => {
  const waiting = apply(start(), [{ e: "ops", p: 2, ops: [["move", 2, 1, "U", false]] }]);
  const state = apply(waiting, [{ ...played, captures: [[2, 1, 5]], beaten: [2], winner: 1 }, { e: "end" }]);
  assert.deepEqual([state.capitals, keyOf(state).queues, state.winner, state.over], [[0, -1], [[], []], 1, true]);
});

test("capitals grow with the turns, and the state before stays as it was", () => {
  const before = apply(start(), []);
  const state = apply(before, [{ ...played, id: 1 }]);
  assert.deepEqual([keyOf(before).units[0], keyOf(state).units[0]], [1, 2]);
  assert.equal(before.half, 0);
});

test("an event that the game does not know is no state", () => {
  assert.throws(() => apply(start(), [{ e: "teleport" }]), /teleport/);
});

test("what a seat knows of a state is found once, and apart from what others know", () => {
  const scene = { width: 3, height: 2, halfturns: 9, teams: [1, 2], modifiers: { silent_war: false, crystal_clear: true, misty_veil: null }, lit: [], echo: "000000" };
  const state = apply(start(), []);
  const own = seen(state, 0, scene);
  assert.notEqual(seen(state, 1, scene), own);
  assert.equal(seen(state, 0, scene), own);
});

test("changes of tiles are those that growth does not explain", () => {
  const before = apply(start(), []);
  const state = apply(before, [{ ...played, id: 1, tiles: [[4, 2, 3, 9]] }]);
  const found = [];
  state.tiles.changesSince(before.tiles, state.half, (...change) => found.push(change));
  assert.deepEqual(found, [[4, 19, before.tiles.code(4), 9]]);
});
