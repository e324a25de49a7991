"""The engine against recorded halves: every state, score, refusal and end."""

from __future__ import annotations

import copy
import zlib

import pytest

from games.engine import EndState
from games.snake.engine import SnakeEngine
from games.snake.rules import IllegalOp
from games.snake.tests.halves import STATES, ops_of, setup_of, state_text, step, vectors

REASONS = {"ROUND_CAP": "rounds", "NO_SNAKES": "no_snakes", "ILLEGAL": "illegal"}
HALVES = [(name, number) for name in STATES for number in range(len(vectors(name)))]


def picture(view):
    """A view in the words of the vectors."""
    return {
        "snakes": [[s["id"], s["owner"], s["bank"], s["ray"], s["body"]] for s in view["snakes"]],
        "walls": view["walls"],
        "map_items": view["items"],
        "next_id": view["next"],
    }


def expected(state):
    return {key: state[key] for key in ("snakes", "walls", "map_items", "next_id")}


def test_all_recorded_halves_are_there():
    assert len(HALVES) == 104
    assert sum(len(ops_of(vectors(name)[n])) for name, n in HALVES) > 130_000


@pytest.mark.parametrize(("name", "number"), HALVES)
def test_a_recorded_half_is_reproduced_in_every_round(name, number):
    half = vectors(name)[number]
    engine = SnakeEngine(setup_of(half))
    checkpoints = {state["r"]: state for state in half["cps"]}
    crcs = []
    for row, ops in enumerate(half["ops"], 1):
        *turns, last = [
            (player, op) for player in (0, 1) for op in map(int, ops.split("|")[player])
        ]
        for player, op in turns:
            assert (engine.round, engine.player) == (row, player)
            step(engine, op)
        assert (engine.round, engine.player) == (row, last[0])
        state, events = at_the_end_of_the_round(engine, last[1])
        if row <= len(half["crc"]):
            crcs.append(zlib.crc32(state_text(state).encode()))
        if row in checkpoints:
            assert picture(state) == expected(checkpoints[row])
        step(engine, last[1])
    assert crcs == half["crc"]
    assert picture(state) == expected(half["final"])
    assert_end(half, engine, events)


def at_the_end_of_the_round(engine, op):
    """The state after the last op of a round, before the next one brings its items."""
    twin = copy.deepcopy(engine)
    twin.rounds = engine.round
    events = step(twin, op)
    return twin.view(), [event.data for event in events]


def assert_end(half, engine, events):
    outcome, end = engine.outcome(), half["end"]
    assert [seat.score for seat in outcome.seats] == end["scores"] == engine.view()["scores"]
    assert [seat.data["first_item"] for seat in outcome.seats] == end["first_item"]
    assert events[-1]["e"] == "end"
    assert events[-1]["reason"] == REASONS[end["reason"]]
    assert events[-1]["winner"] == end["winner"]
    ranks = {-1: [1, 1], 0: [1, 2], 1: [2, 1]}[end["winner"]]
    assert [seat.rank for seat in outcome.seats] == ranks
    ends = [EndState.OK, EndState.OK]
    if end["reason"] == "ILLEGAL":
        ends[end["offender"]] = EndState.ILLEGAL
    assert [seat.end for seat in outcome.seats] == ends


def refused():
    return [half for name in STATES for half in vectors(name) if half["end"]["reason"] == "ILLEGAL"]


@pytest.mark.parametrize("half", refused(), ids=lambda half: half["name"])
def test_an_illegal_op_is_refused_by_the_recorded_rule(half):
    engine = SnakeEngine(setup_of(half))
    *ops, last = ops_of(half)
    for op in ops:
        step(engine, op)
    with pytest.raises(IllegalOp) as refusal:
        engine.check(half["end"]["offender"], last)
    assert refusal.value.code == half["end"]["code"]
