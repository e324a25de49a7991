import assert from "node:assert/strict";
import { test } from "node:test";

import { parse } from "../../../static/player/messages.js";
import { Bytes } from "../../../static/player/clips/bytes.js";
import { crc32 } from "../../../static/player/clips/apng.js";
import { Colours } from "../../../static/player/clips/gif.js";
import { Playhead } from "../../../static/player/timeline.js";

test("a clip begins again after its last frame, and nothing else does", () => {
  const frames = Array.from({ length: 10 }, (_, n) => ({ n, game: 0, turn: n, ...(n ? {} : { scene: 1, setup: {} }) }));
  /** @type {any} */
  const store = { frame: (/** @type {number} */ n) => frames[n], total: 10, view: { pace: 100 }, games: [{ first: 0 }], gameAt: () => 0, stateAt: () => 1 };
  const head = new Playhead(store);
  head.clip = { first: 3, last: 5 };
  head.seek(3);
  const seen = [];
  for (let i = 0; i < 7; i += 1) {
    seen.push(head.n);
    head.advance(100);
  }
  assert.deepEqual(seen, [3, 4, 5, 3, 4, 5, 3]);
  head.clip = null;
  head.seek(5);
  head.advance(100);
  assert.equal(head.n, 6);
});

test("messages of the framing page are commands, errors or somebody else's", () => {
  assert.deepEqual(parse({ arbiter: 1, do: "turn", turn: 7, game: 2, ply: 3 }), { do: "turn", place: { game: 1, turn: 7, ply: 3 } });
  assert.deepEqual(parse({ arbiter: 1, do: "turn", turn: 0 }), { do: "turn", place: { game: 0, turn: 0, ply: 1 } });
  assert.deepEqual(parse({ arbiter: 1, do: "play", on: false }), { do: "play", on: false });
  assert.deepEqual(parse({ arbiter: 1, do: "resize" }), { do: "resize" });
  for (const other of [null, "turn", 7, {}, [], { do: "turn", turn: 3 }]) assert.equal(parse(other), null);
  /** @type {[any, RegExp][]} */
  const wrong = [
    [{ arbiter: 2, do: "resize" }, /arbiter is 1/],
    [{ arbiter: 1, do: "constructor" }, /do is one of turn, play, resize/],
    [{ arbiter: 1, do: "turn", turn: "7" }, /turn is a whole number/],
    [{ arbiter: 1, do: "turn", turn: 1.5 }, /turn is a whole number/],
    [{ arbiter: 1, do: "turn", turn: 1, game: 0 }, /game is a whole number from 1/],
    [{ arbiter: 1, do: "turn", turn: 1, ply: -1 }, /ply is a whole number/],
    [{ arbiter: 1, do: "play", on: 1 }, /true or false/],
    [{ arbiter: 1, do: "resize", height: 3 }, /resize has no field height/],
  ];
  for (const [data, words] of wrong) assert.match(/** @type {string} */ (parse(data)), words);
});

test("numbers are written with their highest or lowest byte first", () => {
  const out = new Bytes().big(0x0102030405, 5).little16(0x0102).text("ab");
  assert.deepEqual([...out.whole], [1, 2, 3, 4, 5, 2, 1, 97, 98]);
  assert.equal(new Bytes().put(new Uint8Array(200_000)).whole.length, 200_000);
});

test("the checksum of chunks is the one of the standard", () => {
  assert.equal(crc32(new TextEncoder().encode("IEND")), 0xae426082);
  assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926);
});

test("a few colours are kept as they are, many become 255", () => {
  const few = new Colours();
  few.add(Uint8ClampedArray.from([255, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0, 255]));
  const { palette, entries } = few.palette();
  const red = entries[31 << 10];
  assert.deepEqual([...palette.subarray(3 * red, 3 * red + 3)], [255, 0, 0]);
  const many = new Colours();
  many.add(Uint8ClampedArray.from({ length: 4 * 32768 }, (_, i) => [i >> 12 & 248, i >> 7 & 248, i >> 2 & 248 >> 2, 255][i % 4]));
  assert.ok(new Set(many.palette().entries).size <= 255);
});
