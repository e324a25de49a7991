"""The interface of the isolation backends."""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import ClassVar

from games.engine import JSON, EndState, Excess
from sandbox.errors import Cause, MachineFault, SandboxError
from sandbox.limits import Limits

PROGRAM = "/program"
"""Where a sandbox sees the files of the program, read-only."""
HOME = "/bot"
"""Its working directory: a private, empty, size-limited scratch with links to its own files."""
BUILD = "/build"
"""Where a compiler's sandbox, instead of `HOME`, has its empty scratch for what it makes."""


class Profile(StrEnum):
    """Which system calls are allowed."""

    BOT = "bot"
    COMPILER = "compiler"


class Wall(StrEnum):
    """One part of a sandbox's protection.

    A sandbox has all of them; tests take one away to show that it was this one that held.
    """

    CALLS = "system call filter"
    NETWORK = "network namespace"
    PROCESSES = "process namespace"
    IPC = "ipc namespace"
    FILES = "file system view"
    READ_ONLY = "read-only mounts"
    ENVIRONMENT = "cleared environment"
    USER = "user of its own"
    MEMORY = "memory limit"
    COUNT = "limit on processes"
    SIZES = "limits on files and scratch"
    SHARE = "fair share of the processor"
    DEATH = "death of the whole tree"


@dataclass(frozen=True, slots=True)
class Spec:
    """A program to start.  ``argv[0]`` is an absolute path inside the sandbox."""

    argv: tuple[str, ...]
    files: Path
    limits: Limits = field(default_factory=Limits)
    profile: Profile = Profile.BOT
    cpu: int | None = None
    """Pin the whole sandbox to this CPU."""


_BECOMES = re.compile(r"\bexec (/usr/\S+)")
"""A shell's command that becomes a program of the machine: see `sandbox.languages.base.limited`."""


def check_machine(spec: Spec) -> None:
    """`MachineFault` where this machine lacks the program that the command starts, directly or by
    a shell: inside, that would look like the end of the author's program, with status 127."""
    programs = [spec.argv[0]]
    if spec.profile is Profile.BOT and spec.argv[1:2] == ("-c",):
        programs += _BECOMES.findall(spec.argv[2])
    for program in programs:
        if program.startswith("/usr/") and not os.access(program, os.X_OK):
            raise MachineFault(f"{program} is missing on this machine; install it", Cause.PROGRAM)


@dataclass(frozen=True, slots=True)
class Usage:
    """The resources that a sandbox has used so far.  ``peak_memory`` in bytes, None where it cannot
    be known.

    ``no_memory``: the kernel killed something for memory that the machine did not have.
    ``excess`` is the gravest limit that it ran into, with the end state that names it.
    ``standing`` is one at which it stands, or stood when it was last looked at: no offence, but
    it may be why the program does not go on.  ``heap_mb`` is what its runtime's heap may have, and
    ``address_mb`` the address space of one process where that is limited.
    """

    cpu_ns: int
    peak_memory: int | None
    out_of_memory: bool
    excess: tuple[EndState, Excess] | None = None
    standing: tuple[EndState, Excess] | None = None
    heap_mb: int | None = None
    address_mb: int | None = None
    no_memory: bool = False


class Process(ABC):
    """A started sandbox.  The descriptors are the caller's to use and `close`'s to close."""

    pid: int
    """Process on the host whose end is the end of the sandbox."""
    stdin: int
    stdout: int
    stderr: int

    @abstractmethod
    def cpu_ns(self) -> int:
        """CPU time of the whole process tree since its start, in ns.  Cheap: read every turn."""

    def throttled_ns(self) -> int:
        """For how long a quota of the sandbox's own kept it from running, in ns."""
        return 0

    @abstractmethod
    def usage(self) -> Usage: ...

    def watch(self) -> None:  # noqa: B027  most backends have the kernel do all of it
        """Hold the limits that the kernel does not, by killing; `usage` then says why.

        Costs up to a millisecond: for a caller that waits anyway, every 25 ms or so.
        """

    def freeze(self) -> None:  # noqa: B027  a backend that cannot says so in its weaknesses
        """Let nothing in the sandbox run until `thaw`.  Idempotent."""

    def thaw(self) -> None:  # noqa: B027
        """Undo `freeze`.  Idempotent."""

    def scratch(self, place: str) -> int:
        """A descriptor of a writable place of the sandbox, such as `BUILD`, for reading.

        It is good until `close`, also after `kill`, when nothing changes there any more.
        `SandboxError` where the machine does not let us look.
        """
        raise SandboxError(f"{place} of this sandbox cannot be read")

    def path_of(self, place: str) -> str:
        """The path by which the program itself knows a writable place."""
        return place

    @abstractmethod
    def poll(self) -> int | None:
        """The program's exit status as `subprocess` gives it (negative: a signal), or None."""

    def close_stdin(self) -> None:
        """Let the program see the end of its input.  Idempotent; ``stdin`` is -1 from then on."""
        if self.stdin >= 0:
            os.close(self.stdin)
            self.stdin = -1

    def close_pipes(self) -> None:
        """Give back all three descriptors.  Idempotent; each is -1 from then on."""
        self.close_stdin()
        for fd in (self.stdout, self.stderr):
            if fd >= 0:
                os.close(fd)
        self.stdout = self.stderr = -1

    @abstractmethod
    def kill(self) -> None:
        """End everything in the sandbox and wait until nothing of it runs.  Idempotent."""

    @abstractmethod
    def close(self) -> None:
        """`kill`, then give back descriptors, cgroups and files.  Idempotent."""


class Backend(ABC):
    """One way to isolate programs."""

    name: ClassVar[str]

    @property
    @abstractmethod
    def weaknesses(self) -> tuple[str, ...]:
        """The protections that this backend does not enforce on this machine, in words for the
        status page.
        """

    @abstractmethod
    def spawn(self, spec: Spec) -> Process:
        """Start a program.  `SandboxError` where the machine cannot."""

    def spawn_all(self, specs: Sequence[Spec]) -> list[Process]:
        """Start several programs, each in a sandbox of its own; all of them or, on
        `SandboxError`, none.  A backend may overlap their starts."""
        with ExitStack() as undo:
            started = []
            for spec in specs:
                process = self.spawn(spec)
                undo.callback(process.close)
                started.append(process)
            undo.pop_all()
        return started

    def sweep(self) -> None:  # noqa: B027  most backends have nothing to sweep
        """End and remove what is left of launchers that were killed themselves.

        Their sandboxes die with them but for what was just being made: worth a call after a
        judger did not end by itself.  Costs some ms.
        """

    @abstractmethod
    def describe(self) -> JSON:
        """What `isolation.restore` needs to make this backend again, in another process: a worker
        hands it on, so that not every judger tests it again."""
