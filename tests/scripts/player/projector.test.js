import assert from "node:assert/strict";
import { test } from "node:test";

import { factor } from "../../../static/player/projector/fit.js";

const box = { width: 1600, height: 800 };

test("a drawing fills its box in the direction that has less room", () => {
  assert.equal(factor({ width: 800, height: 200 }, box), 2);
  assert.equal(factor({ width: 800, height: 1600 }, box), 0.5);
});

test("neither a small drawing nor a large one goes beyond the bounds of what can be read", () => {
  assert.equal(factor({ width: 10, height: 10 }, box), 2.6);
  assert.equal(factor({ width: 100_000, height: 10 }, box), 0.3);
  assert.equal(factor({ width: 0, height: 0 }, box), 1);
});
