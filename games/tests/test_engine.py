"""The values that cross the engine interface."""

from __future__ import annotations

import json

import pytest

from games.engine import (
    EndState,
    Event,
    Fault,
    Outcome,
    SeatOutcome,
    SeatSetup,
    Setup,
    ranks_of,
)

SETUP = Setup(
    (SeatSetup(1, "bob", 1, 1720.5, 0.5), SeatSetup(0, "alice")),
    seed=2**60,
    ruleset="standard",
    params={"rounds": 3},
    map={"items": []},
    number=1,
)
OUTCOME = Outcome(
    (
        SeatOutcome(2, 0.0, EndState.TIMEOUT, "4000 ms", {"first_item": None}),
        SeatOutcome(1, 12.5),
    ),
    "alice failed",
)


def test_a_setup_survives_the_way_through_json():
    assert Setup.from_json(json.loads(json.dumps(SETUP.to_json()))) == SETUP


@pytest.mark.parametrize("change", [{"seats": None}, {"unknown": 1}, {"seats": [{"who": 1}]}])
def test_a_setup_with_missing_or_unknown_fields_is_refused(change):
    with pytest.raises((KeyError, TypeError)):
        Setup.from_json({**SETUP.to_json(), **change})


def test_an_outcome_survives_the_way_through_json():
    assert Outcome.from_json(json.loads(json.dumps(OUTCOME.to_json()))) == OUTCOME


def test_an_end_state_that_does_not_exist_is_refused():
    data = OUTCOME.to_json()
    data["seats"][0]["end"] = "bored"
    with pytest.raises(ValueError, match="bored"):
        Outcome.from_json(data)


def test_an_outcome_is_put_into_the_order_of_the_match():
    """Bob, seat 1 of the match, sits on seat 0 of this game."""
    ordered = OUTCOME.in_match_order(SETUP)
    assert [seat.rank for seat in ordered.seats] == [1, 2]
    assert ordered.reason == OUTCOME.reason


def test_an_event_is_told_to_everyone_to_some_or_to_the_record_alone():
    assert Event({}).told_to(3)
    assert [Event({}, (0, 2)).told_to(seat) for seat in range(3)] == [True, False, True]
    assert not Event({}, ()).told_to(0)


def test_the_end_of_a_seat_says_by_which_fault():
    fault = Fault(EndState.TIMEOUT, "4000 ms")
    data = {"first_item": None}
    assert SeatOutcome.after(fault, rank=2, score=0.0, data=data) == OUTCOME.seats[0]
    assert SeatOutcome.after(None, rank=1, score=12.5, data={}) == OUTCOME.seats[1]


def test_ties_share_the_better_rank():
    assert ranks_of([(3, 1), (5, 0), (3, 1), (3, 0)]) == [2, 1, 2, 4]
