import assert from "node:assert/strict";
import { test } from "node:test";

import { keepAwake } from "../../../static/player/wall/awake.js";

/** @param {object} has  of the browser */
async function refusals(has) {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  Object.defineProperty(globalThis, "document", { value: page, configurable: true });
  Object.defineProperty(globalThis, "navigator", { value: has, configurable: true });
  let count = 0;
  await keepAwake(() => { count += 1; });
  return count;
}

test("a browser that does not keep the screen on is told of", async () => {
  assert.equal(await refusals({}), 1);
  assert.equal(await refusals({ wakeLock: { request: () => Promise.reject(new Error("battery")) } }), 1);
  assert.equal(await refusals({ wakeLock: { request: () => Promise.resolve() } }), 0);
});
