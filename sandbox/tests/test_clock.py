"""The clock of a seat, on a real process and on set times."""

import pytest

from games.engine import TurnLimits
from sandbox.judger.clock import Clock

MS = 1_000_000


class Meter:
    """Stands for a process whose CPU time is set by the test, in ms."""

    def __init__(self) -> None:
        self.ms = 100

    def cpu_ns(self) -> int:
        return self.ms * MS


@pytest.fixture
def meter():
    return Meter()


@pytest.fixture
def clock(meter):
    clock = Clock(meter, cpus=1)
    clock.start(TurnLimits(cpu_ms=50, wall_ms=400), now=1000 * MS)
    return clock


def test_only_what_is_used_within_the_turn_is_charged(meter, clock):
    meter.ms += 30
    assert clock.lap(1040 * MS) == 30 * MS
    meter.ms += 10_000  # on its own time
    clock.start(TurnLimits(50, 400), now=2000 * MS)
    meter.ms += 5
    assert clock.lap(2010 * MS) == 5 * MS
    assert (clock.cpu_total, clock.wall_total, clock.turns) == (35 * MS, 50 * MS, 2)


def test_laps_of_one_turn_add_up(meter, clock):
    meter.ms += 30
    assert clock.lap(1030 * MS) == 30 * MS
    assert clock.over_cpu() is None
    meter.ms += 30
    assert clock.lap(1060 * MS) == 30 * MS
    assert clock.over_cpu() == "used 60 ms of CPU time in one turn; the limit is 50 ms"


def test_the_limit_itself_may_be_used(meter, clock):
    meter.ms += 50
    clock.lap(1050 * MS)
    assert clock.over_cpu() is None


def test_a_turn_cannot_be_over_before_its_cpu_time_can_have_been_used(meter, clock):
    assert clock.due == 1050 * MS
    meter.ms += 20
    assert clock.over(1050 * MS) is None
    assert clock.due == 1080 * MS


def test_more_processors_use_cpu_time_faster(meter):
    clock = Clock(meter, cpus=4)
    clock.start(TurnLimits(cpu_ms=40, wall_ms=400), now=0)
    assert clock.due == 10 * MS


def test_a_bot_that_waits_is_looked_at_until_its_wall_time_is_used_up(clock):
    looks = 0
    while (reason := clock.over(clock.due)) is None:
        looks += 1
    assert clock.due == 1400 * MS
    assert looks <= 10
    assert reason == "gave no answer within 400 ms (and used 0 ms of CPU time)"


def test_near_the_limit_the_looks_do_not_become_a_spin(meter, clock):
    meter.ms += 50
    assert clock.over(1050 * MS) is None
    assert clock.due == 1051 * MS


def test_a_turn_that_is_over_is_charged_with_its_last_lap(meter, clock):
    meter.ms += 75
    assert clock.over(1075 * MS) == "used 75 ms of CPU time in one turn; the limit is 50 ms"
    assert clock.lap(1075 * MS) == 75 * MS
    assert clock.cpu_total == 75 * MS
