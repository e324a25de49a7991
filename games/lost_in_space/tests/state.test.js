import assert from "node:assert/strict";
import { test } from "node:test";

import { isPartial, ownerOf } from "../static/state.js";
import { STATUS } from "../static/station.js";
import * as view from "../static/view.js";

/** The events of a test have only the fields that it is about. */
const apply = (state, events) => view.apply(state, events);

const player = (pos, bag = {}) => ({ status: STATUS.ALIVE, keys: [], pos, hp: 200, bag, score: 0 });

/** The whole state. @returns {import("../static/state.js").State} */
const whole = () => ({
  round: 1, turn: 0, major: false, closed: 0, boxes: [], traps: [], stock: [1, 1], over: false,
  players: [player([0, 0, 0]), player([1, 1, 0])],
});

/** The state that the first seat sees. @returns {import("../static/state.js").State} */
const own = () => ({ ...whole(), stock: null, players: [player([0, 0, 0]), { ...player([1, 1, 0]), bag: null, score: null }] });

test("the last event of a step says what to replace", () => {
  const state = apply(whole(), [{ type: "action", playerid: 0 }, { type: "now", turn: 1, players: { 1: { hp: 50 } } }]);
  assert.deepEqual([state.turn, state.players[0].hp, state.players[1].hp], [1, 200, 50]);
  assert.deepEqual(state.players[1].pos, [1, 1, 0]);
});

test("a state of one seat knows whose it is", () => {
  assert.deepEqual([isPartial(whole()), ownerOf(whole())], [false, -1]);
  assert.deepEqual([isPartial(own()), ownerOf(own())], [true, 0]);
});

test("a seat hears of its own losses, and of a death", () => {
  const hurt = apply(own(), [{ off: ["hp_update", 120], playerid: 0 }]);
  assert.equal(hurt.players[0].hp, 120);
  const state = apply(hurt, [{ off: ["died", 1], playerid: 1 }]);
  assert.deepEqual([state.players[1].status, state.players[1].pos], [STATUS.DEAD, null]);
});

test("a player that goes out of sight has no place any more", () => {
  const state = apply(own(), [{ off: ["see", "pos_update", [0, 0, -1], 1], playerid: 1 }]);
  assert.deepEqual([state.players[1].pos, state.players[1].hp], [null, -1]);
});

test("what an action has changed is taken from its answer, where it succeeded", () => {
  const said = { type: "action", success: true, hp: 80, keys: [3] };
  const state = apply(own(), [{ say: said, playerid: 0 }]);
  assert.deepEqual([state.players[0].hp, state.players[0].keys], [80, [3]]);
  assert.deepEqual(apply(own(), [{ say: { ...said, success: false }, playerid: 0 }]), own());
});

test("the state before stays as it was, and an unknown event is no state", () => {
  const before = whole();
  apply(before, [{ type: "now", players: { 0: { hp: 1 } } }]);
  assert.deepEqual(before, whole());
  assert.throws(() => apply(before, [{ e: "teleport" }]), /teleport/);
});
