"""Leaks of matches, played one after the other by one caller (``python -m bench.leaks``).

Descriptors, processes, control groups, mounts and files must be as many after as before; memory
of the caller may change by noise.
"""

from __future__ import annotations

import gc
import os
import tempfile
from collections.abc import Callable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from bench.judger import noop_job, programs
from bench.table import Row, told
from sandbox.isolation import choose, proctree
from sandbox.isolation.base import Spec
from sandbox.isolation.running import cgroups
from sandbox.judger.client import messages

MATCHES = 200
NOISE_KB = 1024
"""Memory of the caller may change by this much."""
WARM_UP = 20
"""Rounds before the first count: what is loaded once is no leak."""


@dataclass(frozen=True, slots=True)
class Traces:
    """How many there are: of this process, of the platform on this machine, and in KB."""

    descriptors: int
    processes: int
    groups: int
    mounts: int
    files: int
    memory_kb: int

    @classmethod
    def now(cls) -> Traces:
        gc.collect()
        temporary = Path(tempfile.gettempdir())
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return cls(
            descriptors=len(os.listdir("/proc/self/fd")),
            processes=len(proctree.descendants(os.getpid())),
            groups=len(cgroups.groups("arbiter-*-*-*-*")),
            mounts=Path("/proc/self/mountinfo").read_text().count("\n"),
            files=sum(1 for _ in temporary.iterdir()),
            memory_kb=pages * os.sysconf("SC_PAGE_SIZE") // 1024,
        )

    def since(self, before: Traces) -> dict[str, int]:
        """Those that have come, by name."""
        pairs = zip(fields(self), astuple(self), astuple(before), strict=True)
        return {field.name: new - old for field, new, old in pairs}


def change(step: Callable[[], object]) -> dict[str, int]:
    """The differences after `MATCHES` times ``step``."""
    for _ in range(WARM_UP):
        step()
    before = Traces.now()
    for _ in range(MATCHES):
        step()
    return Traces.now().since(before)


def row(title: str, step: Callable[[], object]) -> Row:
    """More than `NOISE_KB` of memory counts as one trace."""
    changes = change(step)
    beside = ", ".join(f"{name.replace('_kb', ' (KB)')} {n:+d}" for name, n in changes.items())
    grown = changes.pop("memory_kb") > NOISE_KB
    left = sum(abs(n) for n in changes.values()) + grown
    return told(Row(f"left by {MATCHES} {title} in a row", left, "", 0, beside=beside))


def main() -> list[Row]:
    with programs() as folder:
        job = noop_job(folder, max(os.sched_getaffinity(0)), 10)
        backend, spec = choose(), Spec(("/program/pingpong", "echo"), folder)
        return [
            row("matches", lambda: list(messages(job))),
            row("sandboxes", lambda: backend.spawn(spec).close()),
        ]


if __name__ == "__main__":
    main()
