"""Resources that the matches of a machine's workers share: a CPU for each, and the memory.

A hold is a lock on a file, so it ends with the process whatever happens.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from controls.machines import machine_mb
from storage.files import locked


@contextmanager
def free_cpu(folder: Path, *, alone: bool = False) -> Iterator[int | None]:
    """Hold a CPU that no other match on this machine holds; None where all are taken.

    ``folder`` is where the workers of this machine keep their locks.  ``alone``: not the spare
    CPU, unless there is no other.
    """
    cpus = sorted(os.sched_getaffinity(0), reverse=True)
    for cpu in cpus[:-1] or cpus if alone else cpus:
        with locked(folder / f"cpu-{cpu}") as mine:
            if mine:
                yield cpu
                return
    yield None


def cpu_count() -> int:
    """The CPUs that matches of this machine can hold."""
    return len(os.sched_getaffinity(0))


def spare_cpu() -> int:
    """The CPU that `free_cpu` gives last.  Matches with people, whose bots mostly wait, share it
    and hold none."""
    return min(os.sched_getaffinity(0))


@contextmanager
def memory_slot(folder: Path, memory_mb: int) -> Iterator[bool]:
    """Hold ``memory_mb`` of memory for a match's bots; False where there is none now.

    Bots seldom use what they may, so most matches need not ask.  But where all bots of one match
    may use more than half of the machine, only one such match is played at a time: two could
    drive each other, and the machine, out of memory.
    """
    if 2 * memory_mb <= machine_mb():
        yield True
        return
    with locked(folder / "memory") as mine:
        yield mine
