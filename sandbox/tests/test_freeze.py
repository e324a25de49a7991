"""Pausing a sandbox: nothing in it runs, children included, and it can be ended all the same."""

from __future__ import annotations

import os
import time

import pytest

from sandbox.isolation.base import Process, Wall
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.plain import Plain
from sandbox.isolation.running import cgroups, groups
from sandbox.isolation.running.groups import CORE, FREEZER
from sandbox.isolation.running.process import BubblewrapProcess
from sandbox.tests.sandboxes import (
    PROGRAMS,
    PYTHON,
    TREE,
    processes_with,
    python,
    read_line,
    started,
    wait,
)

STILL_NS = 500_000
"""CPU time that a paused program may still use, on its way out of the kernel."""


def backend_with(way: str) -> Bubblewrap:
    if way == "signals":
        return Bubblewrap(None)
    if way == "version 2":
        tree = cgroups.find_v2()
    elif way == "version 1":
        tree = freezer_alone()
    else:
        tree = TREE
    if tree is None:
        pytest.skip(f"this machine has no control groups for us: {way}")
    return Bubblewrap(tree)


def freezer_alone() -> cgroups.Tree | None:
    """Version 1, with its own slow freezer although there may be a better one beside it."""
    parents = {
        name: mount.own
        for mount in cgroups._mounts()
        for name in ("cpuacct", "pids", FREEZER)
        if name in mount.controllers and os.access(mount.own, os.W_OK)
    }
    return cgroups.TreeV1(parents) if {"cpuacct", FREEZER} <= parents.keys() else None


WAYS = pytest.mark.parametrize("way", ["best", "version 2", "version 1", "signals"])


def grows(process: Process, seconds: float = 20) -> bool:
    """Whether the program uses CPU time before the time is over."""
    before, deadline = process.cpu_ns(), time.monotonic() + seconds
    while process.cpu_ns() - before < 5_000_000:
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


def settled(process: Process) -> int:
    """CPU time once it stands still.  The clock of a machine without groups looks for children
    every 20 ms, and what is in the kernel when it is stopped uses some time on its way out."""
    last = -1
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        now = process.cpu_ns()
        if now == last:
            break
        last = now
        time.sleep(0.06)
    return last


@WAYS
def test_a_program_that_forked_burners_stands_still_while_frozen_and_goes_on_after(way):
    with started(backend_with(way), PROGRAMS, *python("burners", 4)) as process:
        assert read_line(process) == "burning"
        assert grows(process)
        for _ in range(3):
            process.freeze()
            process.freeze()
            before = settled(process)
            time.sleep(0.1)
            assert process.cpu_ns() - before <= STILL_NS
            process.thaw()
            process.thaw()
            assert grows(process)


@WAYS
def test_what_happened_before_the_freeze_is_all_that_a_program_used(way):
    """The pause takes hold at once, not when somebody looks."""
    with started(backend_with(way), PROGRAMS, *python("burners", 1)) as process:
        assert read_line(process) == "burning"
        assert grows(process)
        stolen = []
        for _ in range(5):
            process.freeze()
            before = process.cpu_ns()
            time.sleep(0.05)
            stolen.append(process.cpu_ns() - before)
            process.thaw()
        # The best of them: the clock without groups counts children late.
        assert min(stolen) < 5_000_000


@WAYS
def test_a_frozen_sandbox_can_be_killed_at_once(way):
    with started(backend_with(way), PROGRAMS, *python("burners", 4)) as process:
        assert read_line(process) == "burning"
        process.freeze()
        began = time.monotonic()
        process.kill()
        assert wait(process) == -9
        assert time.monotonic() - began < 5


@WAYS
def test_a_frozen_sandbox_can_be_closed_and_leaves_nothing(way):
    with started(backend_with(way), PROGRAMS, *python("daemons", "wait")) as process:
        assert read_line(process) == "ready"
        process.freeze()


@WAYS
def test_a_fork_bomb_stands_still_too(way):
    with started(backend_with(way), PROGRAMS, *python("fork_bomb")) as process:
        read_line(process)
        process.freeze()
        before = settled(process)
        time.sleep(0.1)
        assert process.cpu_ns() - before <= STILL_NS


@WAYS
def test_what_is_written_to_a_frozen_program_is_there_when_it_goes_on(way):
    code = "import sys\nfor line in sys.stdin: print('heard', line.strip(), flush=True)"
    with started(backend_with(way), PROGRAMS, *PYTHON, "-c", code) as process:
        os.write(process.stdin, b"one\n")
        assert read_line(process) == "heard one"
        process.freeze()
        os.write(process.stdin, b"two\n")
        assert read_line(process, seconds=0.2) == ""
        process.thaw()
        assert read_line(process) == "heard two"


def test_without_isolation_programs_can_be_paused_as_well():
    with started(Plain(), PROGRAMS, *PYTHON, f"{PROGRAMS}/spinner.py", 60, "itself") as process:
        assert grows(process)
        process.freeze()
        before = settled(process)
        time.sleep(0.1)
        assert process.cpu_ns() - before <= STILL_NS
        process.thaw()
        assert grows(process)


def test_freezing_after_the_end_does_nothing():
    with started(Bubblewrap(TREE), PROGRAMS, "/usr/bin/true") as process:
        wait(process)
        process.freeze()
        process.thaw()
        process.kill()
        process.freeze()
        process.thaw()


def test_a_frozen_sandbox_without_a_process_namespace_dies_as_well():
    for tree in (TREE, None):
        backend = Bubblewrap(tree, without=frozenset({Wall.PROCESSES}))
        with started(backend, PROGRAMS, *python("burners", 4)) as process:
            assert read_line(process) == "burning"
            process.freeze()


def test_this_machines_best_freezer_is_that_of_version_2_where_both_are_mounted():
    if TREE is None or cgroups.find_v2() is None:
        pytest.skip("this machine has no control groups of version 2 for us")
    assert CORE in TREE.parents


@pytest.mark.parametrize("way", ["best", "version 2"])
def test_helpers_that_only_wait_are_not_paused(way):
    """The kernel wakes up each process to pause it, and again to let it go on: every turn."""
    with started(backend_with(way), PROGRAMS, *python("burners", 2)) as process:
        assert read_line(process) == "burning"
        assert isinstance(process, BubblewrapProcess)
        group = process._group
        assert group is not None
        if CORE not in group.directories:
            pytest.skip("this machine has no freezer of version 2 for us")
        process.freeze()
        helpers = groups.members(group.directories[CORE])
        assert len(helpers) == groups.HELPERS
        assert process.pid in helpers
        paused = groups.members(group.directories[CORE] / "program")
        assert len(paused) == 3
        assert sorted(helpers + paused) == group.processes()


def test_no_sandbox_is_left_frozen():
    token = f"frozen-{os.getpid()}-{time.monotonic_ns()}"
    with started(Bubblewrap(TREE), PROGRAMS, *python("burners", 2), token) as process:
        read_line(process)
        process.freeze()
    assert processes_with(token) == []
