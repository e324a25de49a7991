"""Other programs that want the processor of a match, and what may be said of them."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from sandbox.judger.job import Job
from sandbox.tests.matches import Played, collect, forked

CPU = max(os.sched_getaffinity(0))
"""Where the match and the strangers are."""
needs_waits = pytest.mark.skipif(
    not os.path.exists("/proc/self/schedstat"), reason="no account of waits"
)


@contextmanager
def crowd(size: int) -> Iterator[None]:
    """A number of strangers that want the processor."""
    children = []
    try:
        for _ in range(size):
            child = os.fork()
            if child == 0:
                os.setsid()  # together they might count as one to the scheduler
                os.sched_setaffinity(0, {CPU})
                end = time.monotonic() + 60
                while time.monotonic() < end:
                    pass
                os._exit(0)
            children.append(child)
        yield
    finally:
        for child in children:
            os.kill(child, 9)
            os.waitpid(child, 0)


def play_among(size: int, job: Job) -> Played:
    """Play a match on a processor that this number of strangers wants as soon as its programs have
    started.  The result lacks the header and the first frame."""
    with forked(replace(job, cpu=CPU)) as running:
        for kind in ("header", "frame"):
            assert json.loads(running.stdout.readline())["type"] == kind
        with crowd(size):
            return collect(running)


def assert_no_false_mark(play: Callable[[], Played], tries: int) -> None:
    """No more waiting is claimed than strangers, who may be many on this machine, have worked."""
    for _ in range(tries):
        before = busy_ms()
        result = play().result
        strangers = busy_ms() - before - sum(seat["process_cpu_ms"] for seat in result["seats"])
        # Seats that are asked at once wait at once.
        claims: dict[int, int] = {}
        for turn in result["disturbed"]:
            claims[turn["turn"]] = max(claims.get(turn["turn"], 0), turn["waited_ms"])
        claimed = sum(claims.values())
        # The kernel counts in steps of 10 ms.
        assert claimed <= strangers + 50, result["disturbed"]


def busy_ms() -> int:
    """For how long the processor has worked since the machine was started."""
    for line in Path("/proc/stat").read_text().splitlines():
        name, *ticks = line.split()
        if name == f"cpu{CPU}":
            user, nice, system, _idle, _iowait, irq, softirq, steal = map(int, ticks[:8])
            return (user + nice + system + irq + softirq + steal) * 1000 // os.sysconf("SC_CLK_TCK")
    raise AssertionError(f"no processor {CPU}")
