"""CPU time of a process tree where no control group counts it."""

from __future__ import annotations

import os
import time
from pathlib import Path

from sandbox.isolation.proctree import children

_WALK_NS = 20_000_000
"""How old the count of the helpers may get: walking /proc costs far more than one clock."""
_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def process_ns(pid: int) -> int:
    """The clock of a process, all threads together; 0 once it is gone."""
    # Linux keeps the pid's complement above three bits, of which 2 means time on a processor.
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)
    except OSError:
        return 0


class TreeClock:
    """CPU time of ``pid`` and its descendants, in ns.  ``pid`` must outlive them.

    The only child of ``pid`` is the program: its clock is read every time.  Others are looked up
    now and then.  An ended process stays in the tree until its parent has waited for it, and
    counts as the parent's from then on; ``pid`` waits for orphans.  Only children of a
    parent that ignores SIGCHLD would be lost, which the filter of system calls prevents
    (`seccomp.COUNTED`).
    """

    def __init__(self, pid: int) -> None:
        self._root = pid
        self._program = next(iter(children(pid)), pid)
        self._others = 0
        self._walked = 0
        self._most = 0

    def ns(self) -> int:
        """Never less than before."""
        now = time.monotonic_ns()
        if now - self._walked > _WALK_NS:
            self._walked = now
            self._others = self._walk()
        self._most = max(self._most, process_ns(self._program) + self._others)
        return self._most

    def _walk(self) -> int:
        """CPU time of everything but the program's own threads."""
        total, waiting = 0, [self._root]
        while waiting:
            pid = waiting.pop()
            waiting += children(pid)
            total += _reaped(pid)
            if pid != self._program:
                total += process_ns(pid)
        return total


def _reaped(pid: int) -> int:
    """CPU time of the descendants that ``pid`` has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[13]) + int(fields[14])) * _TICK_NS
