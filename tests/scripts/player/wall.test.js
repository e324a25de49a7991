import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import {
  emptyState, forget, MARGIN, MEMORY_MS, nextBoards, PATIENCE_MS, RESULT_MS, SPOT_MARGIN, STAY_MS,
} from "../../../static/player/wall/choosing.js";
import { closenessOf, excitementOf, placesOf, readList, UNKNOWN } from "../../../static/player/wall/excitement.js";
import { retryAfter } from "../../../static/player/wall/lister.js";

/** The wall of a test, with two boards; `go` lets it move at a time. */
let wall = emptyState(2);
beforeEach(() => { wall = emptyState(2); });

const listOf = (values, over = []) => ({
  offers: Object.entries(values).map(([id, base]) => ({ id: Number(id), base, gain: 0 })), over,
});

function go(list, now) {
  for (const slot of wall.slots) if (slot) wall.left.set(slot.id, now);
  Object.assign(wall, nextBoards(wall, list, now));
  return wall.slots.map((slot) => slot?.id ?? null);
}

function end(id, now) {
  for (const slot of wall.slots) {
    if (slot && slot.id === id) slot.ended = now;
  }
}

test("closeness is from 0 to 1, and does not depend on the size of the scores", () => {
  assert.equal(closenessOf([7, 7], [0, 0]), 1);
  assert.equal(closenessOf([0, 0], [0, 0]), 1);
  assert.equal(closenessOf([3, 0], [0, 0]), 0);
  assert.equal(closenessOf([5, -5], [0, 0]), 0);
  assert.equal(closenessOf([3, 1], [0, 0]), closenessOf([300, 100], [0, 0]));
  assert.equal(closenessOf([9, 8, 3, 1], [1, 1, 2, 2]), 0.5);
  assert.equal(closenessOf([3, null], [0, 0]), null);
  assert.equal(closenessOf([3], [0]), null);
});

test("scores that come closer never make a match less exciting", () => {
  for (let top = -20; top <= 20; top += 1) {
    let before = -1;
    for (let other = top - 30; other <= top; other += 1) {
      const close = closenessOf([top, other], [0, 0]) ?? -1;
      assert.ok(close >= 0 && close <= 1, `${top} : ${other}`);
      if (top > 0 && other >= 0) {
        assert.ok(close >= before);
        assert.ok(excitementOf({ id: 1, base: 0.5, gain: 0.3 }, close) >= excitementOf({ id: 1, base: 0.5, gain: 0.3 }, before));
        before = close;
      }
    }
  }
});

test("closeness counts by the gain that the server gives, and unknown scores not at all", () => {
  const { offers, over } = readList({ running: [[12, 600, 200]], over: [3, 2] });
  assert.deepEqual(over, [3, 2]);
  assert.equal(excitementOf(offers[0], null), 0.6);
  assert.equal(excitementOf(offers[0], UNKNOWN), 0.6);
  assert.equal(excitementOf(offers[0], 1), 0.7);
  assert.equal(excitementOf(offers[0], 0), 0.5);
});

test("places are by score, then by seat, and unknown scores are last", () => {
  assert.deepEqual(placesOf([3, 9, null, 9, -1]), [2, 0, 4, 1, 3]);
});

test("the most exciting matches come first, and the best of them is large", () => {
  assert.deepEqual(go(listOf({ 1: 0.2, 2: 0.7, 3: 0.5 }), 0), [2, 3]);
  assert.equal(wall.spotlight?.id, 2);
});

test("a match takes a board only after a while, and only if it is clearly more exciting", () => {
  go(listOf({ 1: 0.4, 2: 0.5 }), 0);
  const better = { 1: 0.4, 2: 0.5, 3: 0.4 + MARGIN + 0.01 };
  assert.deepEqual(go(listOf(better), STAY_MS - 1), [2, 1]);
  assert.deepEqual(go(listOf({ ...better, 3: 0.4 + MARGIN - 0.01 }), STAY_MS), [2, 1]);
  assert.deepEqual(go(listOf(better), STAY_MS), [2, 3]);
  assert.deepEqual(go(listOf({ ...better, 1: 0.9 }), STAY_MS + 1000), [1, 3], "the other board has stayed long enough");
  assert.deepEqual(go(listOf({ ...better, 4: 1 }), 2 * STAY_MS - 1), [1, 3]);
});

test("two matches that are nearly alike never change to and fro", () => {
  const seen = new Set();
  for (let now = 0; now < 600_000; now += 1000) {
    const noise = 0.04 * Math.sin(now);
    seen.add(go(listOf({ 1: 0.9, 2: 0.5 + noise, 3: 0.5 - noise }), now).join());
  }
  assert.equal(seen.size, 1);
});

test("scores that are far apart give way, and are remembered for a while alone", () => {
  const gains = (values) => ({ offers: listOf(values).offers.map((offer) => ({ ...offer, gain: 0.35 })), over: [] });
  go(gains({ 1: 0.9, 2: 0.5 }), 0);
  wall.closeness.set(2, { value: 0, at: STAY_MS });
  assert.deepEqual(go(gains({ 1: 0.9, 2: 0.5, 3: 0.5 }), STAY_MS), [1, 3]);
  wall.closeness.set(3, { value: UNKNOWN, at: STAY_MS });
  assert.deepEqual(go(gains({ 1: 0.9, 2: 0.5, 3: 0.38 }), 2 * STAY_MS), [1, 3]);
  assert.deepEqual(go(gains({ 1: 0.9, 2: 0.5, 3: 0.38 }), STAY_MS + MEMORY_MS), [1, 2]);
});

test("the large board changes by its own margin, and not before its time", () => {
  go(listOf({ 1: 0.5, 2: 0.4 }), 0);
  go(listOf({ 1: 0.5, 2: 0.5 + SPOT_MARGIN - 0.01 }), STAY_MS);
  assert.equal(wall.spotlight?.id, 1);
  go(listOf({ 1: 0.5, 2: 0.9 }), STAY_MS - 1);
  assert.equal(wall.spotlight?.id, 1);
  go(listOf({ 1: 0.5, 2: 0.9 }), STAY_MS);
  assert.equal(wall.spotlight?.id, 2);
});

test("a finished match shows its result for some seconds, then gives way", () => {
  go(listOf({ 1: 0.9, 2: 0.5 }), 0);
  const list = listOf({ 2: 0.5, 3: 0.1 }, [1]);
  assert.deepEqual(go(list, 2000), [1, 2], "its board is not at the end yet");
  end(1, 3000);
  assert.deepEqual(go(list, 3000 + RESULT_MS - 1), [1, 2]);
  assert.deepEqual(go(list, 3000 + RESULT_MS), [3, 2]);
});

test("a match that has ended keeps its board, large as it is, until its last frame is there", () => {
  go(listOf({ 1: 0.9, 2: 0.5 }), 0);
  assert.deepEqual(go(listOf({ 2: 0.5, 3: 1 }, [1]), STAY_MS), [1, 3]);
  assert.deepEqual(go(listOf({ 2: 0.5, 3: 1, 4: 1 }, [1]), STAY_MS + 1000), [1, 3]);
  assert.equal(wall.spotlight?.id, 1);
});

test("a board that does not reach the end of a finished match gives way all the same", () => {
  go(listOf({ 1: 0.9, 2: 0.5 }), 0);
  const list = listOf({ 2: 0.5, 3: 0.1 }, [1]);
  go(list, 1000);
  assert.deepEqual(go(list, 1000 + PATIENCE_MS), [1, 2]);
  assert.deepEqual(go(list, 1000 + PATIENCE_MS + RESULT_MS), [3, 2]);
});

test("without running matches, replays play one after another, newest first", () => {
  assert.deepEqual(go(listOf({}, [9, 8, 7]), 0), [9, 8]);
  assert.deepEqual(wall.slots.map((slot) => slot?.live), [false, false]);
  end(9, 1000);
  assert.deepEqual(go(listOf({}, [9, 8, 7]), 1000 + RESULT_MS), [7, 8]);
  end(7, 50_000);
  assert.deepEqual(go(listOf({}, [9, 8, 7]), 50_000 + RESULT_MS), [9, 8]);
});

test("a running match takes the board of a replay, but not at once", () => {
  go(listOf({}, [9, 8]), 0);
  assert.deepEqual(go(listOf({ 10: 0 }, [9, 8]), STAY_MS - 1), [9, 8]);
  assert.deepEqual(go(listOf({ 10: 0 }, [9, 8]), STAY_MS), [10, 8]);
});

test("the only match begins again after its result", () => {
  go(listOf({ 1: 0.5 }), 0);
  end(1, 5000);
  assert.deepEqual(go(listOf({}, [1]), 5000 + RESULT_MS), [1, null]);
  assert.deepEqual([wall.slots[0]?.round, wall.slots[0]?.ended, wall.slots[0]?.live], [1, null, false]);
});

test("matches that everybody may see no more leave at once, also while boards are held", () => {
  go(listOf({ 1: 0.5, 2: 0.4, 3: 0.1 }), 0);
  wall.held = true;
  assert.deepEqual(go(listOf({ 1: 0.5, 3: 0.9 }), 1), [1, null]);
  assert.deepEqual(go(listOf({ 3: 0.9 }), 2), [null, null]);
  assert.equal(wall.spotlight, null);
});

test("held boards stay, and so does the large one", () => {
  go(listOf({ 1: 0.5, 2: 0.4 }), 0);
  wall.held = true;
  end(2, 1000);
  assert.deepEqual(go(listOf({ 1: 0.1, 3: 1 }, [2]), 10 * STAY_MS), [1, 2]);
  assert.equal(wall.spotlight?.id, 1);
});

test("a match that cannot be shown is left out", () => {
  wall.broken.add(2);
  assert.deepEqual(go(listOf({ 1: 0.1, 2: 0.9 }, [5]), 0), [1, 5]);
  wall.broken.add(1);
  assert.deepEqual(go(listOf({ 1: 0.1, 2: 0.9 }, [5]), 1), [null, 5]);
});

test("what is known of matches is forgotten with them", () => {
  go(listOf({ 1: 0.5, 2: 0.4 }), 0);
  wall.closeness.set(1, { value: 1, at: 0 }).set(2, { value: 1, at: 0 });
  wall.broken.add(3);
  forget(wall, listOf({ 1: 0.5 }, [4]));
  assert.deepEqual([[...wall.closeness.keys()], [...wall.broken]], [[1], []]);
});

test("attempts after a failure come less and less often", () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 20].map(retryAfter);
  assert.deepEqual(waits, [2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});
