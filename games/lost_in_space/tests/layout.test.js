/** The layout of the floors keeps its sizes above zero, whatever room the page gives it. */

import assert from "node:assert/strict";
import test from "node:test";

import { layOut } from "../static/layout.js";

for (const [width, height] of [[0, 0], [1, 1], [12, 300], [300, 12], [374, 374], [960, 480]]) {
  test(`every floor has room to be drawn on ${width} × ${height}`, () => {
    for (const layers of [new Set(), new Set(["large"])]) {
      const { floors, minis } = layOut({ width, height, layers }, 1);
      assert.ok(floors.length + minis.length >= 3);
      for (const floor of [...floors, ...minis]) assert.ok(floor.unit > 0, JSON.stringify(floor));
    }
  });
}
