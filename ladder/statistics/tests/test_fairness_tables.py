"""The tables of fairness: what they mark, and what they do not."""

from __future__ import annotations

import pytest

from ladder.core.diagnostics import fairness
from ladder.statistics import fairness as tables
from ladder.statistics.fairness import Result


def result(worker="box:1:2", shares=(1.0, 0.0), board=None, unit=None, **more):
    given = {
        "drawn": False, "failed": False, "disturbed": False, "stolen": 4.0, "frames": 100,
        "expected": (0.5, 0.5), "first": (shares[0] == 1, shares[1] == 1),
    }  # fmt: skip
    seed = next(COUNTER) if unit is None else unit
    return Result(unit=seed, board=board, worker=worker, shares=shares, **{**given, **more})


COUNTER = iter(range(10**6))


def test_a_machine_on_which_bots_fail_is_marked_and_the_others_are_not():
    good = [result(f"m{n % 3}:1:2", failed=n % 50 == 0) for n in range(600)]
    bad = [result("m9:1:2", failed=n % 5 == 0, disturbed=n % 4 == 0) for n in range(100)]
    rows = {row.name: row for row in tables.by_worker(good + bad, lambda w: w.partition(":")[0])}
    assert rows["m9"].failed_marked
    assert rows["m9"].disturbed_marked
    assert (rows["m9"].games, rows["m9"].failed.hits) == (100, 20)
    assert not rows["m9"].bias_marked
    assert rows["m0"].stolen.value == 4.0


def test_a_machine_that_favours_a_seat_is_marked():
    fair = [result("m0:1:2", (1.0, 0.0) if n % 2 else (0.0, 1.0)) for n in range(200)]
    leaning = [result("m1:1:2", (1.0, 0.0) if n % 4 else (0.0, 1.0)) for n in range(200)]
    rows = {row.name: row for row in tables.by_worker(fair + leaning, lambda w: w)}
    assert rows["m1:1:2"].bias_marked
    assert rows["m1:1:2"].bias.value == pytest.approx(0.25)


def test_one_machine_alone_is_compared_with_nobody():
    (row,) = tables.by_worker([result(failed=True) for _ in range(50)], lambda w: w)
    assert (row.failed_marked, row.disturbed_marked, row.bias_marked) == (False,) * 3


def test_maps_are_told_apart():
    even = [result(board=1, shares=(1.0, 0.0) if n % 2 else (0.0, 1.0)) for n in range(200)]
    leaning = [result(board=2, shares=(0.0, 1.0) if n % 5 else (1.0, 0.0)) for n in range(100)]
    drawn = [
        result(board=3, shares=(0.5, 0.5), first=(False, False), drawn=True) for _ in range(60)
    ]
    rows = {
        row.title: row for row in tables.by_map(even + leaning + drawn, {1: "a/one", 2: "b/two"})
    }
    assert not rows["a/one"].marked
    assert rows["b/two"].marked
    assert abs(rows["b/two"].edge.value) == pytest.approx(0.3)
    assert rows["map 3"].draws_marked
    assert (rows["map 3"].drawn.hits, rows["map 3"].games) == (60, 60)


def test_of_many_seats_the_clearest_is_shown_and_its_choice_allowed_for():
    """One of eight seats that leans by two errors and a half stands out alone, but not chosen."""
    ups = [1.0 if n < 66 else 0.0 for n in range(100)]
    results = [
        result(shares=(0.5,) * 7 + (up,), expected=(0.5,) * 8, first=(False,) * 8, unit=-n)
        for n, up in enumerate(ups, 1)
    ]
    (row,) = tables.by_map(results, {})
    assert row.seat == 7
    chance = fairness.chance_of(row.edge)
    assert tables._clearest(results)[2] == pytest.approx(8 * chance)
