"""Rows that are one program in one sandbox, alone or beside an opponent."""

from __future__ import annotations

import os
import select
import time
import uuid
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from sandbox.isolation.base import Backend, Process, Spec, Wall
from sandbox.limits import Limits
from sandbox.tests.hostile import bait, files, traces
from sandbox.tests.hostile.grounds import Ground
from sandbox.tests.hostile.kinds import (
    SMALL,
    SUCCESS,
    Broken,
    Fact,
    Hostile,
    Required,
    Seen,
    possible,
)

_LOOK_S = 0.025
_ENDS_S = 30.0
_MOST_OUT = 1 << 20


@dataclass(frozen=True, kw_only=True)
class Alone(Hostile):
    """A program in a sandbox of its own.

    ``program`` is a file of programs/ with its ``arguments``, which may name bait.  It must be
    held as ``required``, or as ``else_required`` where no control groups limit memory.  ``walls``
    are all that hold it; ``lifted`` are other limits for the proof.  ``finds`` names the bait or
    token that its evidence must have in it.  ``unless`` is why it may never succeed here.
    """

    name: str
    tries: str
    program: str
    required: Required
    else_required: Required | None = None
    arguments: tuple[str, ...] = ()
    limits: Limits = SMALL
    lifted: Limits | None = None
    walls: frozenset[Wall] = frozenset()
    finds: str = ""
    unless: Fact = possible
    stranger: bool = False
    pinned: bool = False

    def held(self, ground: Ground) -> str:
        token = new_token()
        with traces.removed(token), traces.without_trace(token), bait.laid(token) as told:
            seen = self.run(ground.backend, self.limits, token, told)
        return self._judged(seen, ground)

    def _judged(self, seen: Seen, ground: Ground) -> str:
        wanted = self.required if ground.groups else self.else_required or self.required
        if not wanted.met(seen):
            raise Broken(f"must be {wanted}, but: {seen.words}")
        return str(wanted)

    def run(self, backend: Backend, limits: Limits, token: str, told: dict[str, str]) -> Seen:
        with closing(backend.spawn(self._spec(limits, token, told))) as process:
            process.close_stdin()
            return ending_of(process)

    def _spec(self, limits: Limits, token: str, told: dict[str, str]) -> Spec:
        arguments = [word.format_map(told) for word in self.arguments]
        argv = (*files.command(self.program), *arguments, token)
        cpu = min(os.sched_getaffinity(0)) if self.pinned else None
        return Spec(argv, files.folder(), limits, cpu=cpu)


@dataclass(frozen=True, kw_only=True)
class Beside(Alone):
    """A program that is after an opponent, which runs in a sandbox of its own kind.

    The ``victim`` is told {secret}, which it has as its last argument.  Once it has said READY,
    the program may be told {secret}, the victim's {pid} on the host, and what the victim said:
    {said0}, {said1}, {said2}.  ``kills``: its success is the victim's death.  ``before`` prepares
    the proof.
    """

    victim: str = "victim.py"
    victims_arguments: tuple[str, ...] = ()
    kills: bool = False
    before: Callable[[], object] = possible

    def held(self, ground: Ground) -> str:
        token, secret = new_token(), new_token("victim")
        marks = (token, secret)
        with traces.removed(*marks), traces.without_trace(token), traces.without_trace(secret):
            seen, dead = self.run_both(ground.backend, token, secret)
        if dead:
            raise Broken("the victim is dead")
        return self._judged(seen, ground)

    def run_both(self, backend: Backend, token: str, secret: str) -> tuple[Seen, bool]:
        """The outcome of the program, and whether its victim is dead."""
        arguments = (*self.victims_arguments, secret)
        spec = Spec((*files.command(self.victim), *arguments), files.folder(), self.limits)
        with bait.laid(secret) as told, closing(backend.spawn(spec)) as victim:
            ready = read_line(victim)
            if not ready.startswith("READY"):
                raise Broken(f"the victim did not get ready: {ready}")
            told |= {f"said{i}": word for i, word in enumerate(ready.split()[1:])}
            told |= {"secret": secret, "pid": str(_pid_of(secret))}
            seen = self.run(backend, self.limits, token, told)
            expected = self.kills and seen.said.startswith(SUCCESS)
            return seen, _is_dead(victim, seconds=5 if expected else 0)


def _is_dead(victim: Process, seconds: float) -> bool:
    until = time.monotonic() + seconds
    while victim.poll() is None and time.monotonic() < until:
        time.sleep(0.005)
    return victim.poll() is not None


def new_token(what: str = "kit") -> str:
    return f"{what}-{uuid.uuid4().hex}"


def _pid_of(token: str) -> int:
    """The program itself, not what has started it."""
    for pid in traces.processes_with(token):
        first = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]
        if not first.endswith((b"bwrap", b"launcher", b"bash")):
            return pid
    raise Broken("the victim has no process")


def read_line(process: Process, seconds: float = _ENDS_S) -> str:
    """The next line of standard output, or what there is of it when the time is over."""
    line, deadline = b"", time.monotonic() + seconds
    while not line.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
            break
        byte = os.read(process.stdout, 1)
        if not byte:
            break
        line += byte
    return line.decode(errors="replace").rstrip("\n")


def ending_of(process: Process) -> Seen:
    """Read a program to its end, watched as the judger does it.  `Broken` where it has none."""
    said, deadline = bytearray(), time.monotonic() + _ENDS_S
    waiting = {process.stdout, process.stderr}
    while waiting or process.poll() is None:
        if time.monotonic() > deadline:
            raise Broken(f"it does not end; so far: {bytes(said[-200:])!r}")
        ready = select.select(list(waiting), [], [], _LOOK_S)[0] if waiting else []
        for fd in ready:
            data = os.read(fd, 65536)
            if not data:
                waiting.discard(fd)
            elif len(said) < _MOST_OUT:
                said += data
        if not ready:
            process.watch()
            time.sleep(0 if waiting else 0.002)
    return Seen(process.poll() or 0, said.decode(errors="replace"), process.usage())
