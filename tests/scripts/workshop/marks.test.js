import assert from "node:assert/strict";
import { test } from "node:test";

import { marksIn } from "../../../static/workshop/marks.js";

/** The path, row, column, kind and text of each mark. */
function marked(output, paths = ["main.cpp", "src/main.rs", "Main.java", "main.go", "strategy.py", "main.js"]) {
  return marksIn(output, paths).map(({ path, row, column, type, text }) => [path, row, column, type, text]);
}

test("compilers name places with and without columns", () => {
  assert.deepEqual(marked("main.cpp:3:5: error: expected ';'"), [["main.cpp", 2, 4, "error", "error: expected ';'"]]);
  assert.deepEqual(marked("main.cpp:3:5: warning: unused"), [["main.cpp", 2, 4, "warning", "warning: unused"]]);
  assert.deepEqual(marked("./main.go:7:2: undefined: x"), [["main.go", 6, 1, "error", "undefined: x"]]);
  assert.deepEqual(marked("./Main.java:4: error: ';' expected"), [["Main.java", 3, 0, "error", "error: ';' expected"]]);
});

test("rustc explains a place on the line before", () => {
  const output = "error[E0425]: cannot find value `x`\n --> src/main.rs:2:5\n  |";
  assert.deepEqual(marked(output), [["src/main.rs", 1, 4, "error", "error[E0425]: cannot find value `x`"]]);
});

test("tracebacks explain places on the line after all of them", () => {
  const output = [
    "Traceback (most recent call last):",
    '  File "/program/strategy.py", line 3, in choose',
    "    return state.x",
    "AttributeError: no x",
  ].join("\n");
  assert.deepEqual(marked(output), [["strategy.py", 2, 0, "error", "in choose"]]);
  assert.deepEqual(marked('  File "strategy.py", line 1\n    def f(:\nSyntaxError: invalid syntax'), [
    ["strategy.py", 0, 0, "error", "SyntaxError: invalid syntax"],
  ]);
  const node = "    at choose (file:///program/main.js:9:7)";
  assert.deepEqual(marked(node), [["main.js", 8, 6, "error", node.trim()]]);
});

test("places in other files, and numbers that are none, are no marks", () => {
  assert.deepEqual(marked("/usr/include/c++/12/vector:3:5: error: x"), []);
  assert.deepEqual(marked('File "/usr/lib/python3.11/main.py", line 2', ["main.py"]), []);
  assert.deepEqual(marked("at 12:30:15 it was main.cpp"), []);
});

test("a long output gives a bounded number of marks", () => {
  assert.equal(marked("main.cpp:1:1: error: x\n".repeat(1000)).length, 100);
});
