"""The cost of starting a sandboxed program, as a ratio to a plain one (`python -m bench.start`).

From the spawn until the program has run, has been waited for, and nothing of it is left.  Plain
and sandboxed starts take turns, and medians are given.
"""

from __future__ import annotations

import os
import select
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.judger import programs
from bench.table import Row, told
from sandbox.isolation import choose
from sandbox.isolation.base import Backend, Process, Spec

REPEATS = 100
PROGRAM = "ends_at_once"
PAIR = 2
"""Seats of an ordinary match."""
PAUSES, PAUSE_S = 20, 0.05
"""Starts after a pause, as a match begins: the kernel lets a process into a control group at once
where another one has just entered."""
BOUND = 10
"""The largest ratio of a sandboxed start, with all walls on, to a plain one."""
_ENDS_S = 30.0


@dataclass(frozen=True, slots=True)
class StartCost:
    """Medians, in ms: a plain start, one in the sandbox, one of a pair made at once, how much
    of the sandboxed start the caller of ``spawn`` waits for, and a start after a pause."""

    bare: float
    boxed: float
    paired: float
    spawning: float
    rested: float
    backend: str

    def rows(self) -> list[Row]:
        boxed = (
            f"{self.boxed:.2f} ms, {self.spawning:.2f} until it may run, plain {self.bare:.2f}; "
            f"after a pause {self.rested:.2f} ms"
        )
        paired = f"{self.paired:.2f} ms"
        return [
            Row("sandboxed start", self.boxed / self.bare, "×", BOUND, 7, beside=boxed),
            Row(f"sandboxed start of {PAIR} at once, each", self.paired / self.bare, "×", BOUND, 7,
                beside=paired),
        ]  # fmt: skip


def bare_start(folder: Path) -> float:
    """ms from the spawn to the end."""
    began = time.perf_counter()
    os.waitpid(os.posix_spawn(folder / PROGRAM, [PROGRAM], {}), 0)
    return (time.perf_counter() - began) * 1000


def boxed_start(backend: Backend, folder: Path) -> tuple[float, float]:
    """ms from the spawn until nothing is left, and until the program may run."""
    began = time.perf_counter()
    process = backend.spawn(Spec((f"/program/{PROGRAM}",), folder))
    spawned = time.perf_counter()
    _end(process)
    return (time.perf_counter() - began) * 1000, (spawned - began) * 1000


def paired_start(backend: Backend, folder: Path) -> float:
    """The same for one of a pair, in ms."""
    began = time.perf_counter()
    for process in backend.spawn_all([Spec((f"/program/{PROGRAM}",), folder)] * PAIR):
        _end(process)
    return (time.perf_counter() - began) * 1000 / PAIR


def measure() -> StartCost:
    backend = choose()
    bare, boxed, paired, spawning, rested = [], [], [], [], []
    with programs() as folder:
        for _ in range(REPEATS):
            bare.append(bare_start(folder))
            took, part = boxed_start(backend, folder)
            boxed.append(took)
            spawning.append(part)
            paired.append(paired_start(backend, folder))
        for _ in range(PAUSES):
            time.sleep(PAUSE_S)
            rested.append(boxed_start(backend, folder)[0])
    whole, alone = median(boxed), median(rested)
    return StartCost(median(bare), whole, median(paired), median(spawning), alone, backend.name)


def _end(process: Process) -> None:
    pidfd = os.pidfd_open(process.pid)
    try:
        poll = select.poll()
        poll.register(pidfd, select.POLLIN)
        if not poll.poll(_ENDS_S * 1000) or process.poll() != 0:
            raise RuntimeError(f"the program did not end in order: {process.poll()}")
    finally:
        os.close(pidfd)
    process.close()


def main() -> list[Row]:
    cost = measure()
    print(f"start: a static C program until it has ended, plain and by {cost.backend}")
    return [told(row) for row in cost.rows()]


if __name__ == "__main__":
    main()
