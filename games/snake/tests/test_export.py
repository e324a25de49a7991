"""The official replay file of a half, made from the platform's container."""

from __future__ import annotations

import io
import json

import pytest

from games.engine import EndState, Fault, Outcome, SeatOutcome
from games.replay import ReplayReader, ReplayWriter, Step, write_frames
from games.snake import SNAKE
from games.snake.engine import SnakeEngine
from games.snake.rules import IllegalOp
from games.snake.tests.halves import ops_of, setup, vectors

FIRST, SECOND = SNAKE.exports
PLAYED = [half for half in vectors("wire") if "replay" in half]


def steps(engine, replies):
    """Play replies; an illegal op becomes a fault."""
    for reply in replies:
        (player,), turn = engine.pending(), engine.progress().turn
        if not isinstance(reply, Fault):
            try:
                engine.check(player, reply)
            except IllegalOp as refusal:
                reply = Fault(EndState.ILLEGAL, str(refusal))
        yield Step(turn, {player: reply}, tuple(engine.submit({player: reply})))


def container(*halves):
    """A replay of halves, each a setup and its replies."""
    file = io.BytesIO()
    writer = ReplayWriter(file)
    writer.header({"type": "header"})
    for number, (half_setup, replies) in enumerate(halves):
        engine = SnakeEngine(half_setup)
        write_frames(writer, number, half_setup, engine, steps(engine, replies))
    writer.result({"type": "result"})
    return ReplayReader(file)


def exported(half_setup, replies):
    return json.loads(FIRST.write(container((half_setup, replies))))


def recorded(half):
    seed = half["replay"]["game_config"]["random_seed"] if "replay" in half else 1
    return setup(half["items"], half["max_round"], seed), ops_of(half)


@pytest.mark.parametrize("half", PLAYED, ids=lambda half: half["name"])
def test_recorded_halves_give_the_recorded_file(half):
    assert exported(*recorded(half)) == half["replay"]


def test_each_half_has_its_own_file():
    reader = container(*map(recorded, PLAYED))
    files = [json.loads(export.write(reader)) for export in (FIRST, SECOND)]
    assert files == [half["replay"] for half in PLAYED]


def test_a_half_that_was_not_played_has_no_file():
    reader = container(recorded(PLAYED[0]))
    with pytest.raises(ValueError, match="half 2 was not played"):
        SECOND.write(reader)


def test_the_second_half_is_offered_where_it_was_played():
    ends = [SeatOutcome(1, 5), SeatOutcome(2, 4)]
    whole, half = Outcome(tuple(ends)), [SeatOutcome(1, 5), SeatOutcome(2, 0, EndState.CRASH)]
    both, one = SNAKE.decide([whole, whole]), SNAKE.decide([Outcome(tuple(half))])
    assert [export.is_in(both) for export in SNAKE.exports] == [True, True]
    assert [export.is_in(one) for export in SNAKE.exports] == [True, False]


def test_a_half_without_an_end_has_no_file():
    reader = container((setup(), [1, 3]))
    with pytest.raises(ValueError, match="no end"):
        FIRST.write(reader)


def test_items_that_appear_on_a_snake_before_the_first_op_are_in_the_file():
    """No frame of the container tells of them but the first state."""
    info = exported(setup([[0, 15, 1, 0, 5]], rounds=1), [1, 3])["round_info"]
    assert info[0]["gotten_item"] == [{"item": 0, "snake": 0}]
    assert info[0]["extra_length"] == [{"snake": 0, "el": 5}]
    info = exported(setup([[15, 0, 1, 2, 512]], rounds=1), [1, 3])["round_info"]
    assert info[0]["gotten_item"] == [{"item": 0, "snake": 1}]
    assert info[0]["extra_length"] == []


def test_the_ops_of_an_unfinished_turn_are_kept_after_an_illegal_op():
    """After round 3 snakes 0 and 2 act; snake 0 moves, snake 2 then fires without a ray."""
    file = exported(setup(), [1, 3, 1, 3, 6, 3, 4, 5])
    assert [len(turn) for turn in file["operations"]] == [1, 1, 1, 1, 1, 1, 1, 0]
    assert file["end_info"]["type"] == "ILLEGAL_ACTION"
    assert (file["end_info"]["winner"], file["end_info"]["score"]) == (1, [0, 4])
    assert "holds no ray" in file["end_info"]["err"]


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        (EndState.MALFORMED, "INVALID_FORMAT"),
        (EndState.CRASH, "PLAYER_ERROR"),
        (EndState.TIMEOUT, "PLAYER_ERROR"),
    ],
)
def test_faults_have_their_official_names(kind, name):
    end = exported(setup(), [1, Fault(kind, "that is why"), None, None])["end_info"]
    assert (end["type"], end["winner"], end["score"]) == (name, 0, [2, 0])
    assert "that is why" in end["err"]


def test_a_tied_half_names_player_0_as_the_wire_does():
    assert exported(setup(rounds=1), [1, 3])["end_info"] == {
        "type": "NORMAL",
        "winner": 0,
        "score": [2, 2],
        "err": None,
    }
