import assert from "node:assert/strict";
import { test } from "node:test";

import { leadFrom } from "../../../static/site/loss.js";

/** @param {(number | null)[][]} rows */
const points = (rows) => rows.map((scores, i) => ({ game: 0, turn: i + 1, scores }));

test("the turn from which an opponent had more until the end", () => {
  assert.equal(leadFrom(points([[1, 0], [1, 2], [3, 2], [3, 4], [3, 5]]), 0, [0, 1, 2])?.turn, 4);
  assert.equal(leadFrom(points([[0, 1], [0, 2]]), 0, [0, 1, 2])?.turn, 1);
});

test("nothing where the bot was level or ahead at the end, or where scores are unknown", () => {
  assert.equal(leadFrom(points([[0, 1], [2, 2]]), 0, [0, 1, 2]), null);
  assert.equal(leadFrom(points([[null, 1]]), 0, [0, 1, 2]), null);
  assert.equal(leadFrom([], 0, [0, 1, 2]), null);
});

test("the best of several opponents counts", () => {
  assert.equal(leadFrom(points([[5, 1, 4], [5, 1, 6], [5, 9, 4]]), 0, [0, 1, 2])?.turn, 2);
});

test("scores of a team are summed", () => {
  const sides = [1, 1, 2, 2];
  assert.equal(leadFrom(points([[1, 9, 4, 3], [1, 9, 6, 5], [1, 9, 8, 8]]), 0, sides)?.turn, 2);
  assert.equal(leadFrom(points([[1, 9, 4, 5]]), 0, sides), null);
});
