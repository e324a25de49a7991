"""The CPU time of single turns: where each is counted, and which was the slowest."""

from __future__ import annotations

import os

import pytest

from games.engine import TurnLimits
from sandbox.judger.turns.clock import Clock
from sandbox.judger.turns.record import TurnTimes

MS = 1_000_000
LIMITS = TurnLimits(1000, 2000)


class Process:
    """Has used as much CPU time as a test says; it waits as this process does."""

    pid = os.getpid()
    used = 0

    def cpu_ns(self) -> int:
        return self.used

    def throttled_ns(self) -> int:
        return 0


@pytest.mark.parametrize(
    ("ns", "number"),
    [(0, 0), (999, 0), (1000, 1), (1999, 1), (2000, 2), (3999, 2), (4000, 3), (1024_000, 11)],
)
def test_a_turn_is_counted_by_powers_of_two_of_microseconds(ns, number):
    times = TurnTimes()
    times.add(ns, 1)
    assert times.to_json()["bins"] == {str(number): 1}


def test_without_turns_there_is_nothing_to_tell():
    assert TurnTimes().to_json() is None


def test_games_are_put_together_and_the_slowest_turn_keeps_its_place():
    whole = TurnTimes()
    for game, slow in enumerate((5, 9, 7)):
        times = TurnTimes()
        times.add(1 * MS, 1)
        times.add(slow * MS, 2)
        whole.take(times, game)
    told = whole.to_json()
    assert sum(told["bins"].values()) == 6
    assert told["slowest"] == {"us": 9000, "game": 1, "turn": 2}


def test_a_clock_counts_what_each_turn_cost_and_not_what_lies_between():
    process = Process()
    clock = Clock(process, 1)  # type: ignore[arg-type]
    clock.open(0)
    for cost in (3, 30, 1):
        clock.start(LIMITS, 0)
        process.used += cost * MS
        clock.lap(0)
        process.used += 500 * MS  # while it is not asked
    clock.close()
    told = clock.times.to_json()
    assert told["slowest"] == {"us": 30_000, "game": 0, "turn": 2}
    assert sum(told["bins"].values()) == 3
    assert set(told["bins"]) == {"10", "12", "15"}
