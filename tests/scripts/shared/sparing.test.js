import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { sparing } from "../../../static/shared/sparing.js";

/** Time that a test lets pass by hand, in ms. */
function clocked() {
  mock.timers.enable({ apis: ["setTimeout"] });
  let now = 0;
  mock.method(performance, "now", () => now);
  return (ms) => {
    for (let passed = 0; passed < ms; passed += 10) {
      now += 10;
      mock.timers.tick(10);
    }
  };
}

/** Safari's history: 100 writes in 10 s. */
function safari() {
  const written = [];
  const times = [];
  return {
    written,
    write: (value) => {
      const now = performance.now();
      if (times.filter((time) => now - time < 10_000).length >= 100) throw new DOMException("too often", "SecurityError");
      times.push(now);
      written.push(value);
    },
  };
}

test.afterEach(() => mock.reset());

test("a held key spends twice a second, and the last place is written at rest", () => {
  const pass = clocked();
  const { written, write } = safari();
  let place = 0;
  const settle = sparing(() => write(place));
  for (place = 1; place < 300; place += 1) {
    settle();
    pass(40);
  }
  settle();
  pass(500);
  assert.ok(written.length <= 26, `${written.length} times in 12.5 s`);
  assert.deepEqual([written[0], written.at(-1)], [1, 300]);
});

test("after a rest it is spent at once", () => {
  const pass = clocked();
  const { written, write } = safari();
  const settle = sparing(() => write(written.length));
  settle();
  assert.equal(written.length, 1);
  pass(500);
  settle();
  assert.equal(written.length, 2);
});

test("a refusal stops nothing, and is repeated when the browser allows it again", () => {
  const pass = clocked();
  const { written, write } = safari();
  for (let i = 0; i < 100; i += 1) write("other");
  const settle = sparing(() => write("place"));
  settle();
  pass(9_000);
  settle();
  assert.equal(written.at(-1), "other");
  pass(1_000);
  assert.equal(written.at(-1), "place");
});

test("a browser that always refuses is not asked for ever", () => {
  const pass = clocked();
  let asked = 0;
  const settle = sparing(() => {
    asked += 1;
    throw new DOMException("never", "SecurityError");
  });
  settle();
  pass(60_000);
  assert.equal(asked, 2);
});

test("an error that is no refusal of the browser is an error", () => {
  clocked();
  assert.throws(sparing(() => { throw new TypeError("ours"); }), TypeError);
});
