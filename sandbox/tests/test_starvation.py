"""The kernel's numbers of a program that can run and does not."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.running import cgroups
from sandbox.judger.turns.starvation import Starvation
from sandbox.tests.sandboxes import PROGRAMS, PYTHON, TREE, started
from sandbox.tests.strangers import CPU, crowd, needs_waits

MS = 1_000_000
pytestmark = [pytest.mark.xdist_group("disturbed"), needs_waits]


class Program:
    """A child of this process, which does what the test says on the processor `CPU`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def cpu_ns(self) -> int:
        return time.clock_gettime_ns((~self.pid << 3) | 2) + sum(
            time.clock_gettime_ns((~int(child) << 3) | 2)
            for child in open(f"/proc/{self.pid}/task/{self.pid}/children").read().split()
        )

    def throttled_ns(self) -> int:
        return 0


@contextmanager
def program(work, children: int = 0) -> Iterator[Program]:
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.sched_setaffinity(0, {CPU})
        for _ in range(children):
            if os.fork() == 0:
                break
        end = time.monotonic() + 20
        while time.monotonic() < end:
            work()
        os._exit(0)
    try:
        time.sleep(0.1)
        yield Program(pid)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(pid, 9)
        os.waitpid(pid, 0)


def measured(work, *, strangers: int, children: int = 0) -> tuple[int, int, int]:
    """How many ms a program was excused for, how many it used, and of how many in all."""
    with crowd(strangers), program(work, children) as process:
        starvation = Starvation(process)
        began, before = time.monotonic_ns(), process.cpu_ns()
        starvation.begin(began)
        time.sleep(0.6)
        now, used = time.monotonic_ns(), process.cpu_ns() - before
        return starvation.excused(now) // MS, used // MS, (now - began) // MS


def spin() -> None:
    pass


def test_a_program_that_could_run_among_strangers_is_excused_for_its_waits():
    excused, _, took = measured(spin, strangers=6)
    assert took * 0.5 < excused < took


def test_a_program_that_sleeps_among_strangers_is_excused_for_nothing():
    excused, _, took = measured(lambda: time.sleep(30), strangers=6)
    assert excused < took * 0.1


def test_processes_that_wait_for_each_other_are_excused_for_nothing():
    # This machine may have strangers of its own: no more is excused than what the program did not
    # get, while each of the eight waited for seven eighths of the time.
    excused, used, took = measured(spin, strangers=0, children=7)
    # A wait that had begun before the measuring counts as a whole.
    assert excused + used <= took + 100


@pytest.mark.skipif(TREE is None or not TREE.shares, reason="no group of the processor here")
def test_a_program_that_waits_for_a_quota_of_its_own_is_excused_for_nothing():
    argv = (*PYTHON, "-c", "while True: pass")
    with started(Bubblewrap(TREE), PROGRAMS, *argv, cpu=CPU) as process:
        limit_to_a_tenth(process.pid)
        starvation = Starvation(process)
        time.sleep(0.3)
        began, before, throttled = time.monotonic_ns(), process.cpu_ns(), process.throttled_ns()
        starvation.begin(began)
        time.sleep(1)
        took, used = time.monotonic_ns() - began, process.cpu_ns() - before
        throttled = process.throttled_ns() - throttled
        assert throttled > 200 * MS
        # The rest of the time, strangers of this machine may have kept it waiting.
        assert starvation.excused(began + took) + throttled + used < took + 100 * MS


def limit_to_a_tenth(pid: int) -> None:
    """Let the group of a process have 10 ms of each 100 ms of a processor."""
    tree = cgroups.find()
    assert tree is not None
    (group,) = [
        folder
        for folder in tree.parents["cpu"].glob("arbiter-*")
        if str(pid) in (folder / "cgroup.procs").read_text().split()
    ]
    if (group / "cpu.max").exists():
        (group / "cpu.max").write_text("10000 100000")
    else:
        (group / "cpu.cfs_quota_us").write_text("10000")


def test_a_program_that_runs_is_decided_at_the_second_look():
    with program(spin) as process:
        starvation = Starvation(process)
        assert starvation._undecided()
        time.sleep(0.3)
        assert not starvation._undecided()


def test_a_program_that_can_run_and_does_not_is_undecided():
    with program(spin) as process:
        starvation = Starvation(process)
        # The real-time class leaves nothing to others for up to 0.95 s.
        with real_time():
            assert starvation._undecided()
            assert starvation._undecided()


@contextmanager
def real_time() -> Iterator[None]:
    """This process alone runs on the processor of the program."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {CPU})
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        pytest.skip("an ordinary user has no real-time class")
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.sched_setaffinity(0, before)


def test_a_program_that_sleeps_is_decided_at_once():
    with program(lambda: time.sleep(30)) as process:
        assert not Starvation(process)._undecided()
