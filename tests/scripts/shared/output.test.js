import assert from "node:assert/strict";
import { test } from "node:test";

import { COLUMNS, LINES, cut } from "../../../static/shared/output.js";

test("an output within the bounds stays as it is", () => {
  const whole = `${"x".repeat(COLUMNS)}\n`.repeat(LINES - 1);
  assert.equal(cut(whole), whole);
  assert.equal(cut(""), "");
});

test("a long line says how much of it is left out", () => {
  assert.equal(cut(`a\n${"x".repeat(COLUMNS + 1)}\nb`), `a\n${"x".repeat(COLUMNS)} … 1 more character\nb`);
});

test("of many lines the first and the last stay", () => {
  const shown = cut(Array.from({ length: LINES + 5 }, (_, i) => `line ${i}`).join("\n")).split("\n");
  assert.equal(shown.length, LINES + 1);
  assert.deepEqual([shown[0], shown[LINES / 2], shown.at(-1)], ["line 0", "… 5 more lines …", `line ${LINES + 4}`]);
});
