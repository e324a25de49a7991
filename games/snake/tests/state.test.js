import assert from "node:assert/strict";
import { test } from "node:test";

import * as view from "../static/view.js";
import { snakeOf } from "../static/state.js";

/** The events of a test have only the fields that it is about. */
const apply = (state, events) => view.apply(state, events);

const snake = (id, owner, body) => ({ id, owner, bank: 0, ray: -1, body });

/** @returns {import("../static/state.js").State} */
function start() {
  return Object.freeze({
    round: 1, player: 0, acting: 0, walls: ".".repeat(256), items: [4, 7], next: 2, scores: /** @type {[number, number]} */ ([1, 1]), over: false,
    snakes: [snake(0, 0, [[2, 2], [2, 1]]), snake(1, 1, [[9, 9]])],
  });
}

test("a snake that moves draws its tail along, and one that grows leaves it", () => {
  const move = { e: "move", snake: 0, to: [3, 2], bank: 0, item: -1, ray: -1 };
  assert.deepEqual(snakeOf(apply(start(), [{ ...move, grow: false }]), 0)?.body, [[3, 2], [2, 2]]);
  assert.deepEqual(snakeOf(apply(start(), [{ ...move, grow: true }]), 0)?.body, [[3, 2], [2, 2], [2, 1]]);
});

test("an item that is eaten is gone", () => {
  const state = apply(start(), [{ e: "move", snake: 0, to: [3, 2], grow: false, bank: 2, item: 7, ray: -1 }]);
  assert.deepEqual(state.items, [4]);
  assert.equal(snakeOf(state, 0)?.bank, 2);
});

test("a snake that splits leaves its rear to a new one, the other way round", () => {
  const state = apply(start(), [{ e: "split", snake: 0, new: 2, keep: 1, bank: 3 }]);
  assert.deepEqual(snakeOf(state, 0)?.body, [[2, 2]]);
  assert.deepEqual(snakeOf(state, 2), { ...snake(2, 0, [[2, 1]]), bank: 3 });
  assert.equal(state.next, 3);
});

test("a solid snake is a wall of its owner, and a ray melts walls", () => {
  const walled = apply(start(), [{ e: "solid", snake: 1, owner: 1, cells: [[9, 9]] }]);
  assert.equal(walled.walls[9 * 16 + 9], "1");
  assert.equal(snakeOf(walled, 1), undefined);
  assert.equal(apply(walled, [{ e: "ray", snake: 0, cells: [[9, 9]] }]).walls, start().walls);
});

test("the state before stays as it was, and the end has its scores", () => {
  const before = start();
  const copy = structuredClone(before);
  const state = apply(before, [{ e: "die", snake: 1, why: "edge" }, { e: "end", scores: [2, 0] }]);
  assert.deepEqual(before, copy);
  assert.deepEqual([state.over, view.scores(state)], [true, [2, 0]]);
});

test("an event that the game does not know is no state", () => {
  assert.throws(() => apply(start(), [{ e: "teleport" }]), /teleport/);
});

test("a death in words names the owner and the snake", () => {
  const options = { names: ["ada", "bix"], previous: start(), state: start(), scene: { width: 16, height: 16, rounds: 512, items: [] } };
  assert.equal(view.describe({ e: "die", snake: 1, why: "edge", at: [9, 9] }, options), "bix's snake 1 leaves the board and dies");
});
