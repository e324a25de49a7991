"""Matches added up, whoever sat where."""

from __future__ import annotations

from array import array

from games.engine import EndState, Outcome, SeatOutcome
from sandbox.play.match import LocalResult, SeatResult
from sandbox.play.report import table, tallies
from sandbox.play.schedule import Fixture


def played(*ranks: int, **faults: EndState) -> LocalResult:
    """A match whose bots got these ranks; a score is minus the rank."""
    return match(ranks, **faults)


def match(ranks, order=None, sides=None, **faults) -> LocalResult:
    seats = tuple(SeatOutcome(rank, -rank) for rank in ranks)
    bots = tuple(
        SeatResult(
            end=seat,
            faults=frozenset({faults[f"bot{i}"]} if f"bot{i}" in faults else ()),
            turns=array("L", [1000, 2000, 60_000]),
            cpu_ms=63,
            peak_memory=(5 + i) << 20,
        )
        for i, seat in enumerate(seats)
    )
    fixture = Fixture(0, 1, order or tuple(range(len(ranks))))
    sides = sides or tuple(range(len(ranks)))
    games = (Outcome(seats),)
    return LocalResult(fixture, bots, sides, games, "", 100, disturbed=False, logs=())


def test_a_draw_is_half_a_win_and_neither_a_win_nor_a_loss():
    one, other = tallies(["a", "b"], [played(1, 2), played(1, 1), played(2, 1), played(1, 2)])
    assert (one.wins, one.draws, one.losses, one.share) == (2, 1, 1, 2.5)
    assert (other.wins, other.draws, other.losses, other.share) == (1, 1, 2, 1.5)


def test_a_first_place_of_several_is_shared_among_them():
    all_three = tallies(["a", "b", "c"], [played(1, 1, 3), played(1, 2, 3), played(1, 1, 1)])
    assert [round(tally.share, 6) for tally in all_three] == [1.833333, 0.833333, 0.333333]
    assert sum(tally.share for tally in all_three) == 3
    assert [tally.mean_rank for tally in all_three] == [1, 4 / 3, 7 / 3]


def test_faults_are_counted_by_their_kind_and_figures_are_of_all_matches():
    crash, late = EndState.CRASH, EndState.TIMEOUT
    matches = [played(2, 1, bot0=crash), played(2, 1, bot0=crash), played(2, 1, bot0=late)]
    one, other = tallies(["a", "b"], matches)
    assert one.faults == {crash: 2, late: 1}
    assert not other.faults
    assert one.turn_ms == (2.0, 60.0)
    assert (one.peak_memory, other.peak_memory) == (5 << 20, 6 << 20)
    lines = table(matches, ["a", "b"])
    assert lines[1].endswith("2.00 / 60.00    5 MB  crash 2, timeout 1")
    assert "b is better than a with probability 0.9375" in lines


def test_team_mates_win_together_and_that_is_no_draw():
    pairs = [
        match((1, 1, 3, 3), (0, 1, 2, 3), (1, 1, 2, 2)),
        match((1, 1, 1, 1), (2, 3, 0, 1), (1, 1, 2, 2)),
    ]
    tallied = tallies(["a", "b", "c", "d"], pairs)
    assert [(tally.wins, tally.draws, tally.losses) for tally in tallied] == (
        [(1, 1, 0)] * 2 + [(0, 1, 1)] * 2
    )
    assert [tally.share for tally in tallied] == [1.5, 1.5, 0.5, 0.5]


def test_a_bot_on_several_seats_plays_one_match_and_all_of_its_seats_count():
    one, other = tallies(
        ["a", "b"], [match((1, 2, 3, 4), (0, 1, 0, 1)), match((2, 1, 1, 4), (0, 1, 0, 1))]
    )
    assert (one.matches, one.wins, one.draws, one.losses) == (2, 1, 1, 0)
    assert (one.share, other.share) == (1.5, 0.5)
    assert one.mean_rank == 1.75
    assert "won  drawn  lost" not in table([match((1, 2, 3, 4), (0, 1, 0, 1))], ["a", "b"])[0]


def test_two_bots_with_a_team_each_are_compared_like_two_bots():
    matches = [match((1, 1, 3, 3), (0, 0, 1, 1), (1, 1, 2, 2))] * 3
    lines = table(matches, ["a", "b"])
    assert "won  drawn  lost" in lines[0]
    assert "a is better than b with probability 0.9375" in lines


def test_a_fault_on_two_seats_is_one_match_with_a_fault():
    crash = EndState.CRASH
    (tally,) = tallies(["a"], [match((1, 1), (0, 0), bot0=crash, bot1=crash)])
    assert tally.faults == {crash: 1}
