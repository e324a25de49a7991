"""Several workers of this machine in one test: living processes, whose names it takes."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Self

import pytest

from arbiter.working.workers import name_of

ASKING = ("controls.breaker", "controls.models", "matches.tasks", "bots.versions.building")
"""Modules that ask for the name of their process."""


class Processes:
    """As a context manager it ends them."""

    def __enter__(self) -> Self:
        self._running: list[subprocess.Popen[bytes]] = []
        return self

    def start(self) -> str:
        """A process that does nothing; its name as a worker."""
        self._running.append(subprocess.Popen(["/usr/bin/sleep", "600"]))
        return name_of(self._running[-1].pid)

    @contextmanager
    def other(self) -> Iterator[str]:
        """Within the block, this test is another worker of the machine."""
        name = self.start()
        with pytest.MonkeyPatch.context() as patch:
            for module in ASKING:
                patch.setattr(f"{module}.own_name", lambda: name)
            yield name

    def kill(self) -> None:
        for process in self._running:
            process.kill()
            process.wait()

    def __exit__(self, *_: object) -> None:
        self.kill()
