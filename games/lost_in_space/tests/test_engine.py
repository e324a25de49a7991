"""The engine as the platform sees it; how it is played is told by the scenarios."""

from __future__ import annotations

import pytest

from games.engine import EndState, Fault, IllegalAction, SeatSetup, Setup, Wants
from games.lost_in_space.engine import AFTERWARDS, WAITING, LostInSpaceEngine
from games.lost_in_space.game import LOST_IN_SPACE
from games.lost_in_space.state import CAPSULE, Status
from games.lost_in_space.tests.worlds import FINISH, SETUP, action, engine, put
from games.tests import conformance
from games.tests.sampling import record, setups

(STANDARD,) = setups(LOST_IN_SPACE)


ON_RULES = [check for check in conformance.CHECKS if check.__name__ != "check_package"]
"""All but what the declaration promises, which the registry's tests look at."""


def setup_of(rounds):
    return Setup(STANDARD.seats, 3, "standard", {"rounds": rounds})


@pytest.mark.parametrize("check", ON_RULES, ids=lambda check: check.__name__)
@pytest.mark.parametrize("rounds", [1, 12])
def test_short_games_conform(check, rounds):
    check(LOST_IN_SPACE, setup_of(rounds))


@pytest.mark.parametrize(
    "check",
    [
        conformance.check_replay,
        conformance.check_match,
        pytest.param(conformance.check_faults, marks=pytest.mark.nightly),
    ],
)
def test_a_whole_game_conforms(check):
    check(LOST_IN_SPACE, setup_of(100))


@pytest.mark.parametrize(
    "setup",
    [
        Setup(SETUP.seats[:3], 1, "standard"),
        Setup((*SETUP.seats, SeatSetup(4)), 1, "standard"),
        Setup(SETUP.seats, 1, "standard", {"rounds": 0}),
        Setup(SETUP.seats, 1, "standard", {"rounds": 101}),
        Setup(SETUP.seats, 1, "standard", {"rounds": True}),
        Setup(SETUP.seats, 1, "standard", {"rounds": "9"}),
        Setup(SETUP.seats, 1, "standard", map={"width": 1}),
    ],
    ids=range(7),
)
def test_what_cannot_be_played_is_refused(setup):
    with pytest.raises(ValueError, match=r"\w"):
        LostInSpaceEngine(setup)


def test_nobody_may_act_out_of_turn():
    play = engine()
    for seat in (1, 2, 3):
        with pytest.raises(IllegalAction):
            play.check(seat, FINISH)
    play.check(0, "whatever")


def test_after_the_end_nobody_may_act():
    play = engine(rounds=1)
    for seat in range(4):
        play.submit({seat: FINISH})
    assert play.pending() == {}
    with pytest.raises(IllegalAction):
        play.check(0, FINISH)
    with pytest.raises(ValueError, match="over"):
        play.submit({0: FINISH})
    assert play.view()["turn"] == -1


def test_all_asks_of_a_turn_share_its_clock():
    play = engine()
    first = play.pending()[0]
    assert (first.wants, first.limits) == (Wants.ANSWER, None)
    assert first.prompt["message"]["inturn"] == 0
    play.submit({0: action("move", [0, 1, 1])})
    again = play.pending()[0]
    assert (again.turn, again.prompt, again.wants) == (first.turn, None, Wants.ANSWER)
    play.submit({0: FINISH})
    assert play.pending()[1].turn != first.turn


def test_a_turn_that_an_action_ends_is_listened_to_a_little_longer():
    play = engine()
    put(play.world, 0, (6, 0, 1))
    play.submit({0: action("interact", "KeyMachine")})
    ask = play.pending()[0]
    assert (ask.wants, ask.limits) == (Wants.REST, AFTERWARDS)
    play.submit({0: action("detect", [6, 1, 1])})
    assert play.afterwards
    play.submit({0: None})
    assert play.world.turn == 1


def test_the_countdown_waits_for_a_word_and_less_than_a_turn():
    play = engine()
    put(play.world, 1, CAPSULE, status=Status.COUNTDOWN, countdown=2)
    play.submit({0: FINISH})
    ask = play.pending()[1]
    assert (ask.wants, ask.limits) == (Wants.WORD, WAITING)
    assert LOST_IN_SPACE.protocol_seconds is not None
    assert WAITING.wall_ms == 1000 * LOST_IN_SPACE.protocol_seconds - 500
    play.submit({1: action("interact", "EscapeCapsule", False)})
    again = play.pending()[1]
    assert (again.wants, again.limits, again.turn) == (Wants.ANSWER, WAITING, ask.turn)


def test_a_refusal_says_why_to_its_seat_alone():
    play = engine()
    events = play.submit({0: action("move", [6, 6, 1])})
    (refusal,) = [event for event in events if "say" in event.data]
    assert refusal.to == (0,)
    assert refusal.data["reason"] == "no passage and no lift leads there"
    assert play.world.turn == 0
    assert not play.world.major


def test_a_fault_of_one_ends_no_other_players_game():
    play = engine(rounds=3)
    play.submit({0: Fault(EndState.CRASH, "core dumped")})
    while play.pending():
        ((seat, ask),) = play.pending().items()
        play.submit({seat: None if ask.wants is Wants.NOTHING else FINISH})
    outcome = play.outcome()
    assert outcome is not None
    assert [seat.end for seat in outcome.seats] == [EndState.CRASH] + [EndState.OK] * 3
    assert [seat.rank for seat in outcome.seats] == [4, 3, 2, 1]
    assert play.progress().turn == 3


def test_when_everybody_has_failed_the_game_is_over():
    play = engine()
    for seat in range(4):
        play.submit({seat: Fault(EndState.CRASH, "core dumped")})
    outcome = play.outcome()
    assert outcome is not None
    assert [(seat.rank, seat.score) for seat in outcome.seats] == [(1, 1)] * 4
    assert outcome.reason == "failed last, together, in round 1"


def test_the_seed_changes_nothing():
    """There is no luck in the game but who gets which seat."""
    setups = [Setup(SETUP.seats, seed, "standard", {"rounds": 50}) for seed in (1, 2)]
    one, other = (record(LOST_IN_SPACE, setup, 9).steps for setup in setups)
    assert one == other
