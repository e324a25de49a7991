"""The messages of a program behind another judger, and the questions that they answer."""

from __future__ import annotations

import pytest

from examples.our_games.hosted import WAITING, HostedSeat
from games.engine import Ask, SeatSetup, Setup
from sandbox.tests.toy import ToyEngine, ToyWire

PAIR = (SeatSetup(0), SeatSetup(1))


@pytest.mark.parametrize(("ahead", "second"), [(True, 6), (False, WAITING)])
def test_what_is_said_before_its_turn_counts_only_where_answers_may_be_given_ahead(ahead, second):
    setup = Setup(PAIR, 1, "standard", {"ahead": ahead})
    engine, seat = ToyEngine(setup), HostedSeat(ToyWire(setup, 0), 0, reframe=False)
    seat.ask(Ask(1, None))
    seat.say("5\n6\n")
    assert seat.reply(engine) == 5
    seat.ask(Ask(2, None))
    assert seat.wanted is not ahead
    assert seat.reply(engine) == second
