import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { captionWith, shownBy } from "../static/boards.js";
import * as view from "../static/view.js";

const { scores } = view;
/** The events of a test have only the fields that it is about. */
const apply = (state, events) => view.apply(state, events);

const start = () => ({
  state: 0, listen: [0], text: "", watched: 0, scores: [null, null], status: [null, null],
  messages: [0, 0], errors: [0, 0], over: false,
});

test("a turn counts the messages and says who must answer", () => {
  const state = apply(start(), [{ e: "turn", state: 1, listen: [1], messages: [2, 1] }, { e: "turn", state: 2, listen: [0, 1], messages: [1, 0] }]);
  assert.deepEqual([state.state, state.listen, state.messages], [2, [0, 1], [3, 1]]);
});

test("a text for watchers replaces the one before; what it leaves out stays", () => {
  const state = apply(start(), [{ e: "watch", text: "a", scores: [1, 2], status: null }, { e: "watch", text: "b" }]);
  assert.deepEqual([state.text, state.watched, scores(state)], ["b", 2, [1, 2]]);
});

test("errors are counted by seat, marked and told", () => {
  /** @type {import("../static/view.js").ErrorEvent} */
  const event = { e: "error", seat: 1, error: "time_out", detail: "3 s" };
  assert.deepEqual(apply(start(), [event, event]).errors, [0, 2]);
  assert.deepEqual(view.marks({ events: [event] }).map(({ kind, seat }) => [kind, seat]), [["death", 1]]);
  assert.equal(view.describe(event, { names: ["ada", "bix"], state: start(), previous: null, scene: {} }), "bix is too late: 3 s");
});

test("scores that the game has not said are none", () => {
  assert.deepEqual(scores(start()), [null, null]);
});

test("the newest message of each seat stays until there is another one", () => {
  const said = (/** @type {(string | null)[]} */ ...texts) => ({ e: "turn", state: 1, listen: [], messages: [0, 0], said: texts });
  const state = apply(start(), [said("left", null), said(null, "up"), said("right", null)]);
  assert.deepEqual(state.said, ["right", "up"]);
  assert.deepEqual(view.panel(state).rows.map(({ cells }) => cells[1]), ["0 messages: right", "0 messages: up"]);
});

test("lines of a log are kept, other texts are not", () => {
  const lines = Array.from({ length: 60 }, (_, n) => ({ e: "watch", text: `line ${n}`, line: true }));
  const state = apply(start(), [...lines, { e: "watch", text: "{}" }]);
  assert.deepEqual([state.log?.length, state.log?.[49], state.text], [50, "line 59", "{}"]);
});

test("the state before stays as it was, and an unknown event is no state", () => {
  const before = start();
  assert.equal(apply(before, [{ e: "end", scores: [1, 0] }]).over, true);
  assert.deepEqual(before, start());
  assert.throws(() => apply(before, [{ e: "teleport" }]), /teleport/);
});

test("the README's example is shown as a board with a caption", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  const { board, caption } = shownBy(/```json\n(.*?)```/s.exec(readme)?.[1] ?? "");
  assert.equal(captionWith(caption, ["ada", "bix"]), "ada takes a corner");
  assert.deepEqual([board?.cols, board?.rows, board?.marks], [4, 3, [0]]);
  assert.deepEqual(board?.pieces.map(({ seat, x, y }) => [seat, x, y]), [[0, 0, 0], [1, 3, 2]]);
  assert.deepEqual(board?.blocked.flatMap((is, place) => (is ? [place] : [])), [4, 7]);
});
