import assert from "node:assert/strict";
import { test } from "node:test";

import { clockWords } from "../../../static/play/clock.js";
import { resultWords } from "../../../static/play/face.js";
import { written } from "../../../static/play/generic.js";
import { Session } from "../../../static/play/session.js";
import { announced } from "../../../static/play/words.js";

/** A game that counts: each event is added to the state. */
const counting = {
  apply: (state, events) => events.reduce((sum, { by }) => sum + by, state),
  describe: ({ by, seat }, { names, all }) => (all || by > 1 ? `${names[seat]} adds ${by}` : null),
  seatOf: ({ seat }) => seat,
};

const START = { type: "start", game: 0, seat: 1, index: 0, scene: {}, view: 5, seats: [{ name: "Bix" }, { name: "Ada" }] };

function sessionOf(play = {}, seats = [{ name: "ada", full: "Ada" }, { name: "bix", full: "Bix" }]) {
  const session = new Session(/** @type {any} */ ({ view: counting, play }), seats);
  session.take(START);
  return session;
}

test("a game's seats are those of the match, also where they are exchanged", () => {
  const { play } = sessionOf();
  assert.deepEqual([play?.seats, play?.names, play?.seat], [[1, 0], ["bix", "ada"], 1]);
});

test("events move the state on and become lines; the person's own are no news", () => {
  const session = sessionOf();
  const step = session.take({ type: "events", events: [{ by: 2, seat: 0 }, { by: 1, seat: 1 }] });
  assert.deepEqual([step?.previous, step?.state], [5, 8]);
  assert.deepEqual(session.lines, [{ turn: "", text: "bix adds 2", seat: 1 }]);
  assert.deepEqual(session.news, ["bix adds 2"]);
});

test("a question is open until it is answered or late", () => {
  const session = sessionOf();
  session.take({ type: "ask", ask: 7, view: 6, prompt: null });
  assert.equal(session.question?.ask, 7);
  session.take({ type: "late", ask: 6 });
  assert.equal(session.question?.ask, 7);
  session.take({ type: "taken", ask: 7 });
  assert.deepEqual([session.question, session.fateOf(7), session.fateOf(6)], [null, "taken", "gone"]);
});

test("the same messages make the same session", () => {
  const messages = [START, { type: "events", events: [{ by: 3, seat: 0 }] }, { type: "ask", ask: 1, view: 8 }, { type: "left", seat: 1, reason: "lost the connection" }];
  const [once, twice] = [sessionOf(), sessionOf()];
  for (const message of messages) twice.take(message);
  twice.take({ type: "restart" });
  for (const session of [once, twice]) {
    session.clear();
    for (const message of messages) session.take(message);
  }
  assert.deepEqual([once.lines, once.play?.state, once.question], [twice.lines, twice.play?.state, twice.question]);
});

test("a seat that was given up says why, but not where the person chose to leave", () => {
  const session = sessionOf();
  session.take({ type: "left", seat: 0, reason: "was away for 60 s" });
  session.take({ type: "left", seat: 1, reason: "left the match" });
  assert.deepEqual([session.givenUp(0), session.givenUp(1)], ["was away for 60 s", ""]);
});

test("a game that hides something draws what its own script makes of the view", () => {
  const stateOf = (view, { previous }) => [...(previous ?? []), view];
  const session = sessionOf({ stateOf });
  session.take({ type: "ask", ask: 1, view: 9 });
  assert.deepEqual(session.play?.state, [5, 9]);
  assert.equal(session.take({ type: "events", events: [{ by: 1, seat: 0 }] })?.state.length, 2);
});

test("a match is over with its outcome, or with the reason why there is none", () => {
  const [ended, stopped] = [sessionOf(), sessionOf()];
  ended.take({ type: "over", outcome: { seats: [] }, told: "worm won." });
  assert.deepEqual([ended.told, stopped.told], ["worm won.", ""]);
  stopped.take({ type: "closed", state: "aborted", message: "The match was stopped." });
  assert.deepEqual([ended.over, stopped.over, sessionOf().over], [true, true, false]);
});

test("how a match ended for one seat", () => {
  const outcome = (...ranks) => ({ seats: ranks.map((rank) => ({ rank, end: "ok" })) });
  assert.deepEqual([outcome(1, 2), outcome(2, 1), outcome(1, 1)].map((each) => resultWords(each, 0)), ["You win", "You lose", "A draw"]);
  assert.equal(resultWords(outcome(3, 1, 2), 0), "You are number 3 of 3");
  assert.equal(resultWords({ seats: [{ rank: 2, end: "timeout" }, { rank: 1, end: "ok" }] }, 0), "You lose: you timed out");
});

test("the clock counts whole seconds, and short JSON stays in one line", () => {
  assert.deepEqual([clockWords(65_000), clockWords(100)], ["1:05", "0:01"]);
  assert.equal(written({ a: [1, 2] }), '{"a":[1,2]}');
  assert.ok(written({ list: Array(60).fill(10) }).includes("\n"));
});

test("the names of players keep their letters at the beginning of a sentence", () => {
  const names = ["ivo", "the-very-long"];
  const said = announced(["ivo loses 2 points; planner shoots 1 time", "your turn 4 of 60"], names);
  assert.equal(said, "ivo loses 2 points; planner shoots 1 time. Your turn 4 of 60.");
  assert.equal(announced(["ivory is found!", ""], names), "Ivory is found!");
});
