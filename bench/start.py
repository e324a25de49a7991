"""The cost of starting a sandboxed program, as a ratio to a plain one (`python -m bench.start`).

From the spawn until the program has run, has been waited for, and nothing of it is left.  Plain
and sandboxed starts take turns, and medians are given.
"""

from __future__ import annotations

import os
import select
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from sandbox.isolation import choose
from sandbox.isolation.base import Backend, Process, Spec

REPEATS = 100
PAIR = 2
"""Seats of an ordinary match."""
BOUND = 16
"""The largest ratio of a sandboxed start, with all walls on, to a plain one."""
_SOURCE = "int main(void) { return 0; }\n"
_ENDS_S = 30.0


@dataclass(frozen=True, slots=True)
class StartCost:
    """Medians, in ms: a plain start, one in the sandbox, one of a pair made at once, and how much
    of the sandboxed start the caller of ``spawn`` waits for."""

    bare: float
    boxed: float
    paired: float
    spawning: float
    backend: str

    @property
    def ratio(self) -> float:
        return self.boxed / self.bare

    def lines(self) -> list[str]:
        times = f"{self.ratio:.1f} × (bound: {BOUND} ×)"
        return [
            f"a plain start of a static C program, until it has ended: {self.bare:.2f} ms",
            f"  in the sandbox ({self.backend}), all walls on: {self.boxed:.2f} ms, {times}",
            f"  of which until it may run: {self.spawning:.2f} ms",
            f"  each of {PAIR} made at once: {self.paired:.2f} ms, {self.paired / self.bare:.1f} ×",
        ]


@contextmanager
def program() -> Iterator[Path]:
    """A static C program that ends at once, in a folder that every user may read."""
    with tempfile.TemporaryDirectory(prefix="arbiter-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        source, target = folder / "noop.c", folder / "noop"
        source.write_text(_SOURCE)
        subprocess.run(["gcc", "-O2", "-static", "-o", target, source], check=True)
        yield folder


def bare_start(folder: Path) -> float:
    """ms from the spawn to the end."""
    began = time.perf_counter()
    os.waitpid(os.posix_spawn(folder / "noop", ["noop"], {}), 0)
    return (time.perf_counter() - began) * 1000


def boxed_start(backend: Backend, folder: Path) -> tuple[float, float]:
    """ms from the spawn until nothing is left, and until the program may run."""
    began = time.perf_counter()
    process = backend.spawn(Spec(("/program/noop",), folder))
    spawned = time.perf_counter()
    _end(process)
    return (time.perf_counter() - began) * 1000, (spawned - began) * 1000


def paired_start(backend: Backend, folder: Path) -> float:
    """The same for one of a pair, in ms."""
    began = time.perf_counter()
    for process in backend.spawn_all([Spec(("/program/noop",), folder)] * PAIR):
        _end(process)
    return (time.perf_counter() - began) * 1000 / PAIR


def measure(backend: Backend | None = None, repeats: int = REPEATS) -> StartCost:
    backend = backend or choose()
    bare, boxed, paired, spawning = [], [], [], []
    with program() as folder:
        for _ in range(repeats):
            bare.append(bare_start(folder))
            whole, part = boxed_start(backend, folder)
            boxed.append(whole)
            spawning.append(part)
            paired.append(paired_start(backend, folder))
    return StartCost(median(bare), median(boxed), median(paired), median(spawning), backend.name)


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


def main() -> None:
    print("\n".join(measure().lines()))


if __name__ == "__main__":
    main()
