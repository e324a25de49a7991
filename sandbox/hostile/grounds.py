"""Where a row is run: a backend with all of its walls, or with some taken away."""

from __future__ import annotations

import contextlib
import functools
import os
import re
import signal
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from games.engine import JSON
from sandbox.errors import SandboxError
from sandbox.isolation import cgroups
from sandbox.isolation.base import PROGRAM, Backend, Process, Spec, Usage, Wall
from sandbox.isolation.bubblewrap import Bubblewrap
from sandbox.isolation.plain import Plain

EVERYTHING = frozenset(Wall)
"""As the walls of a row: they hold together, and only a program outside of any sandbox shows what
it can do."""
NAMES = ("groups", "rlimits", "plain")
STRANGER = 60_999
"""Uid that owns nothing, for what only shows in a program that is not root's."""


@dataclass(frozen=True, slots=True)
class Ground:
    """``groups`` says whether control groups limit memory there."""

    name: str
    backend: Backend
    groups: bool

    def without(self, walls: frozenset[Wall], *, stranger: bool = False) -> Backend:
        """The backend without these walls; ``stranger``: should that be no sandbox at all, then
        as a user that is not root."""
        if walls == EVERYTHING:
            return Bare(STRANGER if stranger and os.geteuid() == 0 else None)
        if not isinstance(self.backend, Bubblewrap):
            return self.backend
        return Bubblewrap(self.backend.tree, proc=self.backend.proc, without=walls)


@functools.cache
def ground(name: str) -> Ground:
    """One of `NAMES`, warm: what a first start makes for all that follow is no trace of theirs.

    `SandboxError` where this machine has no such ground.
    """
    found = _ground(name)
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        found.backend.spawn(Spec(("/usr/bin/true",), Path(folder))).close()
    return found


def _ground(name: str) -> Ground:
    if name == "plain":
        return Ground(name, Plain(), groups=False)
    if name == "rlimits":
        return Ground(name, Bubblewrap(None), groups=False)
    tree = cgroups.find()
    if tree is None or not tree.memory:
        raise SandboxError("this machine has no memory control groups for us")
    return Ground(name, Bubblewrap(tree), groups=True)


def strongest() -> Ground:
    """With control groups where there are some."""
    with contextlib.suppress(SandboxError):
        return ground("groups")
    return ground("rlimits")


class Bare(Backend):
    """No protection of any kind: a child process with all that this process has.

    For programs of the kit alone, which bound themselves.
    """

    name = "bare"
    weaknesses = ("all of them",)

    def __init__(self, uid: int | None = None) -> None:
        self._uid = uid

    def spawn(self, spec: Spec) -> Process:
        files = str(spec.files.resolve())
        argv = [re.sub(rf"^{PROGRAM}(?=/|$)", files, word) for word in spec.argv]
        return BareProcess(
            subprocess.Popen(
                argv,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=files,
                close_fds=False,
                start_new_session=True,
                user=self._uid,
                group=self._uid,
                extra_groups=None if self._uid is None else [],
            )
        )

    def describe(self) -> JSON:
        raise SandboxError("no judger may play on bare ground")


class BareProcess(Process):
    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        pipes = [pipe for pipe in (process.stdin, process.stdout, process.stderr) if pipe]
        self.pid = process.pid
        self.stdin, self.stdout, self.stderr = (os.dup(pipe.fileno()) for pipe in pipes)
        for pipe in pipes:
            pipe.close()
        self._process = process

    def cpu_ns(self) -> int:
        return 0

    def usage(self) -> Usage:
        return Usage(0, None, out_of_memory=False)

    def poll(self) -> int | None:
        return self._process.poll()

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        self.kill()
        self.close_pipes()
