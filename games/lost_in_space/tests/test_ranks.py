"""The order of places: escaped, lost, failed, and the ties among them."""

from __future__ import annotations

from itertools import permutations

import pytest

from games.engine import EndState, Fault
from games.lost_in_space.engine import outcome_of
from games.lost_in_space.state import Status, World
from games.lost_in_space.tests.worlds import put

HERE = (0, 3, 1)
CRASH = Fault(EndState.CRASH, "core dumped")


def escaped(number, score=0):
    return {"status": Status.ESCAPED, "left": number, "score": score}


def lost(number, score=0):
    return {"status": Status.DEAD, "died": number, "left": number, "score": score}


def failed(number, score=0):
    return {"status": Status.ERROR, "left": number, "score": score, "fault": CRASH}


def alive(score=0, status=Status.ALIVE):
    return {"status": status, "score": score}


def waiting(score=0):
    """Dead since before overtime, as happens where a game is cut short."""
    return {"status": Status.DEAD, "died": 8, "score": score}


def ranks(*players):
    world = World(round=100)
    for number, fields in enumerate(players):
        put(world, number, HERE, **fields)
    return [seat.rank for seat in outcome_of(world).seats]


BEST_FIRST = [escaped(40, -9), alive(-9), lost(95, 9), failed(99, 9)]


@pytest.mark.parametrize("order", list(permutations(range(4))), ids=str)
def test_escaped_alive_lost_failed_whatever_seat_and_score(order):
    players = [BEST_FIRST[place] for place in order]
    assert ranks(*players) == [place + 1 for place in order]


def test_the_earlier_escape_the_later_loss_and_the_later_failure_are_better():
    assert ranks(escaped(40), escaped(39), escaped(41), escaped(38)) == [3, 2, 4, 1]
    assert ranks(lost(90), lost(89), lost(91), lost(88)) == [2, 3, 1, 4]
    assert ranks(failed(20), failed(19), failed(99), failed(1)) == [2, 3, 1, 4]


@pytest.mark.parametrize("kind", [escaped, lost])
def test_in_one_round_the_score_decides_and_then_the_later_seat(kind):
    assert ranks(kind(90, 3), kind(90, 1), kind(90, 3), kind(90, 2)) == [2, 4, 1, 3]


def test_programs_that_failed_in_one_round_with_one_score_are_equal():
    assert ranks(failed(90, 3), failed(90, 1), failed(90, 3), failed(90, 2)) == [1, 4, 1, 3]


def test_all_who_are_left_at_the_end_are_equal_but_for_the_score():
    counting = alive(2, Status.COUNTDOWN)
    assert ranks(alive(1), counting, alive(1, Status.SKIPPING), waiting(5)) == [4, 2, 3, 1]


def test_points_count_from_four_down_and_faults_are_named():
    world = World(round=100)
    for number, fields in enumerate(BEST_FIRST):
        put(world, number, HERE, **fields)
    outcome = outcome_of(world)
    assert [seat.score for seat in outcome.seats] == [4, 3, 2, 1]
    assert [seat.end for seat in outcome.seats] == [EndState.OK] * 3 + [EndState.CRASH]
    assert outcome.seats[3].reason == "core dumped"
    assert outcome.seats[2].data == {"points": 9, "status": "dead", "left": 95}


@pytest.mark.parametrize(
    ("players", "words"),
    [
        ([escaped(40), alive(), alive(), alive()], "escaped in round 40"),
        ([lost(90), alive(), lost(91), lost(92)], "was alive after round 100"),
        ([lost(90), lost(93), lost(91), lost(92)], "held out longest, until round 93"),
        ([failed(9), failed(8), failed(7), failed(6)], "failed last, in round 9"),
    ],
)
def test_the_reason_says_how_the_winner_won(players, words):
    world = World(round=100)
    for number, fields in enumerate(players):
        put(world, number, HERE, **fields)
    assert outcome_of(world).reason.startswith(words)
