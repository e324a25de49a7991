"""The choices of a person's controls: exactly what the rules allow, with the effects."""

from __future__ import annotations

import json
import random

import pytest

from games.engine import SeatSetup, Setup
from games.snake import SNAKE
from games.snake.engine import SnakeEngine
from games.snake.rules import IllegalOp


def half(seed: int) -> SnakeEngine:
    seats = (SeatSetup(0, "ada"), SeatSetup(1, "bix"))
    return SnakeEngine(Setup(seats, seed, "blitz", {"rounds": 40}))


@pytest.mark.parametrize("seed", range(6))
def test_choices_are_what_check_accepts_and_what_submit_does(seed):
    engine, choose = half(seed), random.Random(seed).randrange
    while asked := engine.pending():
        (seat,) = asked
        choices = SNAKE.choices(engine, seat)
        assert engine.acting is not None
        assert choices["snake"] == engine.acting.id
        assert [entry["op"] for entry in choices["ops"]] == [1, 2, 3, 4, 5, 6]
        before = json.dumps(engine.view())
        for entry in choices["ops"]:
            if "refused" in entry:
                with pytest.raises(IllegalOp, match="op") as error:
                    engine.check(seat, entry["op"])
                assert str(error.value).endswith(entry["refused"])
            else:
                engine.check(seat, entry["op"])
        assert json.dumps(engine.view()) == before, "looking changes nothing"
        op = SNAKE.sample_action(engine, seat, choose)
        told = [event.data for event in engine.submit({seat: op})]
        foretold = choices["ops"][op - 1]["events"]
        assert told[: len(foretold)] == foretold


def test_choices_can_be_sent_as_json():
    engine = half(1)
    assert json.loads(json.dumps(SNAKE.choices(engine, 0))) == SNAKE.choices(engine, 0)


def test_once_the_half_is_over_there_is_nothing_to_choose():
    engine = half(1)
    while asked := engine.pending():
        (seat,) = asked
        # Towards the edge that the first snake of each side lies at.
        engine.submit({seat: 2 if seat == 0 else 4})
    assert SNAKE.choices(engine, 0) == {"snake": -1, "ops": []}
