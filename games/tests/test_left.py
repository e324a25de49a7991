"""A person who left, or was away for too long, by the rules of every game."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from games.engine import EndState, Fault, Setup
from games.registry import OURS

AWAY = Fault(EndState.LEFT, "was away for more than 60 seconds")


def first_setup(game) -> Setup:
    """A match of the first ruleset, on a map where it needs one."""
    rules = game.rulesets[0]
    setup = Setup(rules.seated([f"p{n}" for n in range(rules.seats)]), 7, rules.name, rules.params)
    if rules.pool and not rules.generated and game.maps is not None:
        stock = {each.name: each for each in game.maps.stock}
        setup = replace(setup, map=game.maps.parse(stock[rules.pool[0]].path.read_text()))
    return setup


@pytest.mark.parametrize("game", OURS.values(), ids=list(OURS))
def test_the_seat_ends_as_left_with_the_reason_and_wins_nothing(game):
    engine = game.engine(first_setup(game))
    act = partial(game.sample_action, choose=random.Random(7).randrange)
    while asks := engine.pending():
        engine.submit({seat: act(engine, seat) if seat else AWAY for seat in asks})
    ends = engine.outcome().seats
    assert (ends[0].end, ends[0].reason) == (AWAY.kind, AWAY.detail)
    assert ends[0].rank == max(end.rank for end in ends) > 1
    assert all(end.end is EndState.OK for end in ends[1:])
