"""The winner of a match, and the order of its halves."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from games.engine import EndState, Outcome, SeatOutcome
from games.snake import SNAKE
from games.snake.match import DecidedBy, judge
from games.snake.tests.halves import VECTORS, setup

CASES = json.loads((VECTORS / "match.json").read_bytes())["cases"]
ENDS = {"ILLEGAL": EndState.ILLEGAL, "RE": EndState.CRASH, "TLE": EndState.TIMEOUT}


def outcome(scores, first_item=(None, None), ends=(EndState.OK, EndState.OK)):
    """A half in match order."""
    failed = [end is not EndState.OK for end in ends]
    better = [(not failed[seat], scores[seat]) for seat in (0, 1)]
    return Outcome(
        tuple(
            SeatOutcome(
                1 if better[seat] >= better[1 - seat] else 2,
                scores[seat],
                ends[seat],
                "as recorded" if failed[seat] else "",
                {"first_item": first_item[seat]},
            )
            for seat in (0, 1)
        )
    )


def recorded(half, bots):
    ends = [ENDS[half["end"]] if bot == half["offender"] else EndState.OK for bot in bots]
    scores, first = half["scores"], half["first_item"]
    return outcome([scores[bot] for bot in bots], [first[bot] for bot in bots], ends)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["note"])
def test_recorded_matches_are_decided_as_recorded(case):
    bots = "AB" if case["halves"][0]["first_mover"] == "A" else "BA"
    outcomes = [recorded(half, bots) for half in case["halves"]]
    verdict = judge(outcomes)
    assert (bots[verdict.winner], verdict.by) == (case["winner"], case["decided_by"])
    result = SNAKE.decide(outcomes)
    assert [seat.rank for seat in result.seats] == [1, 2] if verdict.winner == 0 else [2, 1]
    if case["totals"]:
        assert [seat.score for seat in result.seats] == [case["totals"][bot] for bot in bots]
        wins = [seat.data["half_wins"] for seat in result.seats]
        assert wins == [case["half_wins"][bot] for bot in bots]


def test_every_way_to_decide_a_match_is_recorded():
    assert {case["decided_by"] for case in CASES} == set(DecidedBy)


def test_the_reason_is_in_plain_words():
    tie = outcome([9, 9])
    assert SNAKE.decide([outcome([60, 40]), outcome([50, 45])]).reason == ("2 to 0 in won halves")
    assert "second mover of the first half" in SNAKE.decide([tie, tie]).reason
    early = outcome([9, 9], (7, 3))
    assert SNAKE.decide([early, tie]).reason == "Tie-break: took the first item earlier (round 3)"
    crash = outcome([0, 9], ends=(EndState.CRASH, EndState.OK))
    assert "the other side crashed in half 1" in SNAKE.decide([crash]).reason


def test_the_end_of_a_match_keeps_what_a_program_did_wrong():
    illegal = outcome([0, 9], ends=(EndState.ILLEGAL, EndState.OK))
    first, second = SNAKE.decide([illegal, outcome([80, 20])]).seats
    assert (first.rank, first.end, first.reason) == (1, EndState.ILLEGAL, "as recorded")
    assert second.end is EndState.OK


def test_the_second_half_swaps_the_seats_and_keeps_the_items():
    match = setup(seed=77)
    first = SNAKE.next_game(match, [])
    assert first is not None
    assert first == match
    second = SNAKE.next_game(match, [outcome([9, 9])])
    assert second is not None
    assert [seat.name for seat in second.seats] == ["bob", "alice"]
    assert (second.number, second.seed, second.map) == (1, 77, match.map)
    assert SNAKE.engine(first).scene() == SNAKE.engine(second).scene()
    assert SNAKE.next_game(match, [outcome([9, 9])] * 2) is None


def test_the_second_half_is_played_after_an_illegal_op():
    illegal = outcome([0, 9], ends=(EndState.ILLEGAL, EndState.OK))
    assert SNAKE.next_game(setup(), [illegal]) == replace(
        setup(), number=1, seats=setup().seats[::-1]
    )


@pytest.mark.parametrize(
    "kind", [kind for kind in EndState if kind not in (EndState.OK, EndState.ILLEGAL)]
)
def test_no_second_half_follows_a_technical_fault(kind):
    broken = outcome([9, 0], ends=(EndState.OK, kind))
    assert SNAKE.next_game(setup(), [broken]) is None
    result = SNAKE.decide([broken])
    assert [seat.rank for seat in result.seats] == [1, 2]
    assert result.seats[1].end is kind
