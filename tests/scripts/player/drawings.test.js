import assert from "node:assert/strict";
import { test } from "node:test";

import { COLORS, Drawings, paint } from "../../../static/player/drawings.js";

/** @param {string} text @param {number} [turn] @param {number} [seat] @param {number} [game] */
const row = (text, turn = 3, seat = 0, game = 0) => ({ seat, game, turn, text });
/** @param {object} drawing */
const draw = (drawing) => `#draw ${JSON.stringify(drawing)}\n`;
/** @param {import("../../../static/player/drawings.js").LogLine[]} rows @param {number} [size] */
const read = (rows, size) => new Drawings(rows, ["worm", "viper"], size);

test("shapes belong to the turn, the seat and the layer of their line", () => {
  const found = read([
    row(draw({ cells: [[1, 2]], color: "red", layer: "danger" })),
    row(draw({ arrows: [[0, 0, 1, 1]] }), 4, 1),
  ]);
  assert.deepEqual(found.layers.map(({ title }) => title), ["danger · worm", "drawing · viper"]);
  const [shapes] = found.of(0, 3);
  assert.deepEqual([shapes.cells, shapes.color], [[[1, 2]], COLORS.red]);
  assert.equal(found.of(0, 4)[0].color, COLORS.blue);
  assert.deepEqual(found.of(1, 3), []);
  assert.equal(found.problems.size, 0);
});

test("prints between drawings are no drawings, and a row may hold several lines", () => {
  const found = read([row(`hello\n${draw({ mark: "here" })}# draw\n${draw({ mark: "there" })}`)]);
  assert.deepEqual(found.marks.map(({ label }) => label), ["here", "there"]);
});

test("a line that was cut in two belongs to where it began", () => {
  const text = draw({ cells: [[5, 5]] });
  const found = read([row(text.slice(0, 9), 3), row("other bot\n", 3, 1), row(text.slice(9), 4)]);
  assert.equal(found.of(0, 3).length, 1);
  assert.equal(found.of(0, 4).length, 0);
});

test("a line without its end counts at the end of the log", () => {
  assert.equal(read([row(draw({ cells: [[1, 1]] }).trimEnd())]).of(0, 3).length, 1);
});

test("series are values by turn and seat", () => {
  const found = read([row(draw({ series: { value: 1.5 } })), row(draw({ series: { value: 2, depth: 7 } }), 4, 1)]);
  assert.deepEqual([...found.series.keys()], ["value", "depth"]);
  assert.deepEqual(found.valuesOf(0, 3, [1, 0]), [[null, 1.5], [null, null]]);
  assert.deepEqual(found.valuesOf(0, 4, [0, 1]), [[null, 2], [null, 7]]);
});

test("a circle has a usual radius, and a point may have three numbers", () => {
  assert.deepEqual(read([row(draw({ circles: [[1, 2], [1, 2, 3]] }))]).of(0, 3)[0].circles, [[1, 2, 0.4], [1, 2, 3]]);
  assert.deepEqual(read([row(draw({ cells: [[1, 2, 0]] }))], 3).of(0, 3)[0].cells, [[1, 2, 0]]);
});

for (const [name, drawing] of /** @type {[string, any][]} */ ([
  ["no JSON", "#draw {cells\n"],
  ["no object", "#draw [1]\n"],
  ["an unknown member", draw({ lines: [] })],
  ["an unknown colour", draw({ color: "mauve" })],
  ["a colour of every object", draw({ color: "toString" })],
  ["half a point", draw({ cells: [[1]] })],
  ["a point of texts", draw({ cells: [["a", "b"]] })],
  ["a number without end", "#draw {\"cells\": [[1e999, 0]]}\n"],
  ["an arrow without an end", draw({ arrows: [[1, 2]] })],
  ["a text without words", draw({ texts: [[1, 2, 3]] })],
  ["a series of texts", draw({ series: { a: "b" } })],
  ["a layer that is a number", draw({ layer: 5 })],
])) {
  test(`a drawing with ${name} is refused with a reason, and the others stay`, () => {
    const found = read([row(drawing), row(draw({ cells: [[1, 1]] }))]);
    assert.match(found.problems.get(0) ?? "", /not understood/);
    assert.equal(found.of(0, 3).length, 1);
  });
}

test("a turn has a number of shapes, and a match a number of layers and series", () => {
  const many = Array.from({ length: 1500 }, (_, i) => [i, 0]);
  const found = read([row(draw({ cells: many })), row(draw({ cells: many })), row(draw({ cells: many }), 4)]);
  assert.equal(found.of(0, 3).length, 1);
  assert.equal(found.of(0, 4).length, 1);
  assert.match(found.problems.get(1) ?? "", /at most 2000/);
  const layers = read(Array.from({ length: 50 }, (_, i) => row(draw({ layer: `l${i}`, cells: [[0, 0]], series: { [`s${i}`]: i } }))));
  assert.equal(layers.layers.length, 40);
  assert.equal(layers.series.size, 40);
});

test("shapes are drawn where the game places them, and left out where it has no place", () => {
  /** @type {any[]} */
  const calls = [];
  const ctx = new Proxy({}, {
    get: (_, name) => (/** @type {any[]} */ ...given) => calls.push([name, ...given]),
    set: () => true,
  });
  const { shapes } = read([row(draw({ cells: [[1, 1], [9, 9]], circles: [[1, 1]], texts: [[1, 1, "hi"]], arrows: [[1, 1, 2, 1]] }))]);
  const place = (/** @type {number[]} */ [x, y]) => (x > 5 ? null : { x: x * 10, y: y * 10, cell: 10 });
  paint(/** @type {any} */ (ctx), shapes.get("0,3") ?? [], place, "sans");
  const of = (/** @type {string} */ name) => calls.filter((call) => call[0] === name);
  assert.equal(of("fillRect").length, 1);
  assert.deepEqual(of("arc")[0].slice(1, 4), [10, 10, 4]);
  assert.deepEqual(of("fillText")[0].slice(1), ["hi", 10, 10]);
  assert.deepEqual(of("lineTo").length, 3);
});
