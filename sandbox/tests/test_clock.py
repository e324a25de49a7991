"""The clock of a seat, on a real process and on set times."""

import pytest

from games.engine import EndState, Excess, Fault, TurnLimits
from sandbox.errors import MachineBusy
from sandbox.judger.turns.clock import Clock
from sandbox.judger.turns.starvation import Starvation

MS = 1_000_000


class Meter:
    """Stands for a process whose CPU time is set by the test, in ms."""

    pid = -1

    def __init__(self) -> None:
        self.ms = 100

    def cpu_ns(self) -> int:
        return self.ms * MS

    def throttled_ns(self) -> int:
        return 0


class Machine(Starvation):
    """A machine that keeps the process waiting as the test says, in ms."""

    def __init__(self, meter: Meter) -> None:
        super().__init__(meter)
        self.waited = 0
        self.waits_now = False

    def reset(self) -> None:
        super().reset()
        self.active, self.waited = True, 0

    def excused(self, now: int) -> int:
        return self.waited * MS

    def _undecided(self) -> bool:
        return self.waits_now


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
    assert clock.over_cpu() == Fault(
        EndState.TIMEOUT,
        "used 60 ms of CPU time in one turn; the limit is 50 ms",
        Excess("CPU time in one turn", 50, 60, "ms"),
    )


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
    while (fault := clock.over(clock.due)) is None:
        looks += 1
    assert clock.due == 1400 * MS
    assert looks <= 10
    assert fault == Fault(
        EndState.SILENT,
        "no answer after 400 ms; the limit is 400 ms of wall time. It used 0 ms of CPU time, and "
        "slept or waited for input for 400 ms; the machine did not keep it from running",
        Excess("wall time in one turn", 400, 400, "ms"),
    )


def test_near_the_limit_the_looks_do_not_become_a_spin(meter, clock):
    meter.ms += 50
    assert clock.over(1050 * MS) is None
    assert clock.due == 1051 * MS


def test_a_turn_that_is_over_is_charged_with_its_last_lap(meter, clock):
    meter.ms += 75
    fault = clock.over(1075 * MS)
    assert fault.excess == Excess("CPU time in one turn", 50, 75, "ms")
    assert clock.lap(1075 * MS) == 75 * MS
    assert clock.cpu_total == 75 * MS


def test_what_is_used_between_the_turns_is_told_apart(meter, clock):
    meter.ms += 5
    clock.lap(1005 * MS)
    meter.ms += 7  # nobody asked
    clock.start(TurnLimits(50, 400), now=2000 * MS)
    assert (clock.idle, clock.stolen, clock.cpu_total) == (7 * MS, 107 * MS, 5 * MS)
    meter.ms += 1
    clock.lap(2001 * MS)
    meter.ms += 3
    clock.close()
    assert (clock.stolen, clock.cpu_total) == (110 * MS, 6 * MS)


def test_what_the_game_has_waited_for_all_answers_is_bounded(meter):
    clock = Clock(meter, cpus=1, wait_ms=500)
    clock.open(meter.cpu_ns())
    clock.start(TurnLimits(5000, 400), now=0)
    clock.lap(300 * MS)
    clock.start(TurnLimits(5000, 400), now=1000 * MS)  # others took their time
    assert clock.due == 1200 * MS
    assert clock.over(1199 * MS) is None
    assert clock.due == 1200 * MS
    assert clock.over(1200 * MS) == Fault(
        EndState.SILENT,
        "let the game wait for 500 ms in all its turns; the limit is 500 ms; the machine did not "
        "keep it from running",
        Excess("waiting in one game", 500, 500, "ms"),
    )


def test_what_a_program_uses_to_get_started_is_free(meter):
    clock = Clock(meter, cpus=1, bank_ms=50)
    clock.open(meter.cpu_ns())
    clock.start(TurnLimits(50, 400), now=0)
    assert (clock.stolen, clock.over_cpu()) == (0, None)


def test_a_bank_is_for_all_turns_and_for_what_is_used_between_them(meter):
    clock = Clock(meter, cpus=1, bank_ms=100)
    clock.open(meter.cpu_ns())
    for turn in range(2):
        clock.start(TurnLimits(50, 400), now=turn * 1000 * MS)
        meter.ms += 40
        assert clock.lap((turn * 1000 + 40) * MS) == 40 * MS
        assert clock.over_cpu() is None
    meter.ms += 15  # nobody asked
    clock.start(TurnLimits(50, 400), now=3000 * MS)
    assert clock.due == 3005 * MS
    meter.ms += 6
    detail = "used 101 ms of CPU time in this game; the limit is 100 ms"
    assert clock.over(3006 * MS) == Fault(
        EndState.BANK,
        f"{detail} (15 ms of it outside its turns)",
        Excess("CPU time in one game", 100, 101, "ms"),
    )


@pytest.fixture
def machine(meter):
    return Machine(meter)


@pytest.fixture
def shared(meter, machine):
    """A clock on a machine that others use too; 50 ms of CPU time and 400 ms of wall time."""
    clock = Clock(meter, 1, wait_ms=1000, starvation=machine)
    clock.start(TurnLimits(cpu_ms=50, wall_ms=400), now=1000 * MS)
    return clock


def test_time_in_which_the_machine_kept_the_bot_from_running_is_not_charged(shared, machine, meter):
    meter.ms += 20
    machine.waited = 3000
    assert shared.over(1400 * MS) is None
    assert shared.over(4399 * MS) is None
    machine.waited = 3010
    fault = shared.over(4410 * MS)
    assert fault is not None
    assert fault.detail == (
        "no answer after 400 ms; the limit is 400 ms of wall time. It used 20 ms of CPU time, and "
        "slept or waited for input for 380 ms; 3010 ms in which the machine kept it from running "
        "do not count"
    )


def test_a_bot_that_is_in_a_wait_that_no_count_shows_yet_is_not_judged(shared, machine):
    machine.waits_now = True
    assert shared.over(1400 * MS) is None
    assert shared.due == 1410 * MS
    machine.waits_now = False
    assert shared.over(1410 * MS) is not None


def test_after_ten_times_the_limit_the_match_is_not_judged_at_all(shared, machine):
    machine.waited = 3900
    assert shared.over(4999 * MS) is None
    assert shared.due == 5000 * MS
    with pytest.raises(MachineBusy, match=r"too busy: .* 3900 ms or more of a turn of 4000 ms"):
        shared.over(5000 * MS)


def test_a_bot_that_sleeps_as_well_is_not_saved_by_the_backstop(shared, machine):
    machine.waited = 3500
    assert shared.over(5000 * MS) is not None


def test_the_wall_time_of_a_game_does_not_contain_what_is_excused(shared, machine):
    for turn in range(1, 4):
        machine.waited = 2000
        shared.lap((1000 + 2300 * turn) * MS)
        shared.start(TurnLimits(50, 400), now=(1000 + 2300 * turn) * MS)
    assert shared.due <= 8000 * MS  # 900 ms are used of 1000
    assert shared.over(7999 * MS) is None
    fault = shared.over(8000 * MS)
    assert fault is not None
    assert fault.detail.startswith("let the game wait for 1000 ms in all its turns")
    assert "6000 ms in which the machine" in fault.detail
