"""The control group of one run: what bounds, counts, pauses and ends a whole process tree.

A run gets a fresh group, because a frozen or half-dead one would take the next run with it.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import select
import signal
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import ClassVar

from sandbox.errors import SandboxError
from sandbox.isolation.base import Wall
from sandbox.limits import MIB, Limits

HELPERS = 2
"""Processes of bubblewrap in each sandbox: one watches from outside, one is pid 1 inside."""
CORE = "core"
"""The directory, in a hierarchy of version 2, that freezes and kills; it needs no controller."""
FREEZER = "freezer"
"""The one that freezes where only version 1 is mounted."""
_PROGRAM = "program"
"""A group of version 2 within `CORE` for the program alone."""
_NEAR = 4 * MIB
"""How far below its limit a group may be when a large page no longer fits in."""
_GONE_S = 5.0
_NONE: frozenset[Wall] = frozenset()


class Group(ABC):
    """A directory in each hierarchy that the tree uses."""

    _throttled: ClassVar[tuple[str, int]]
    """The field of ``cpu.stat`` for the time that a quota held the group up, and its unit in ns."""
    _share: ClassVar[tuple[str, int]]
    """The file that says how much of a processor the group gets, and the most that it takes."""

    def __init__(
        self, directories: dict[str, Path], limits: Limits, without: frozenset[Wall] = _NONE
    ) -> None:
        self.directories = directories
        self._cpu_fd = self._freeze_fd = -1
        self._values = (b"1", b"0") if CORE in directories else (b"FROZEN", b"THAWED")
        self._program: Path | None = None
        try:
            for directory in self._unique():
                os.mkdir(directory)
            self._limit(limits, without)
            self._cpu_fd = self._open_cpu()
            self._freeze_fd = self._open_freezer()
        except OSError as error:
            self.remove()
            raise SandboxError(f"no control group could be made: {error}") from error

    def add(self, pid: int) -> None:
        """Move a process here; its later children are born here."""
        for directory in self._unique():
            write(directory / "cgroup.procs", pid)

    def pause_only(self, pid: int) -> None:
        """From now on, `freeze` pauses ``pid``, which has no children yet, and what it starts.

        The other processes of the group are `HELPERS` that only wait.  The kernel would wake up
        each of them for every pause, and again for its end.  Version 1 pauses all of the group.
        """
        if CORE not in self.directories:
            return
        program = self.directories[CORE] / _PROGRAM
        try:
            os.mkdir(program)
            self._program = program
            with contextlib.suppress(ProcessLookupError):  # it was killed, which shows as its end
                write(program / "cgroup.procs", pid)
            narrow = _open(program / "cgroup.freeze", os.O_WRONLY)
            os.close(self._freeze_fd)
            self._freeze_fd = narrow
        except OSError as error:
            raise SandboxError(f"no control group could be made: {error}") from error

    @abstractmethod
    def cpu_ns(self) -> int: ...

    @abstractmethod
    def peak_memory(self) -> int | None:
        """In bytes; None where the kernel does not say."""

    @abstractmethod
    def out_of_memory(self) -> bool:
        """Whether something was killed because the group reached its own limit.

        A group above, or the machine, may run out as well: that is not the program's doing.
        """

    def no_memory(self) -> bool:
        """Whether the kernel killed something for memory though the group was within its limit: a
        group above, or the machine, had none left."""
        return self._killed() > 0 and not self.out_of_memory()

    @abstractmethod
    def _killed(self) -> int:
        """The number of processes that the kernel killed here for memory, whoever ran out of it."""

    def throttled_ns(self) -> int:
        """How long a quota of the group's own, of which the platform sets none, held it up."""
        name, unit = self._throttled
        if directory := self.directories.get("cpu"):
            with contextlib.suppress(FileNotFoundError):  # a kernel without quotas
                return field(directory / "cpu.stat", name) * unit
        return 0

    def out_of_processes(self) -> bool:
        """Whether a new process or thread was refused because there were too many in the group."""
        directory = self.directories.get("pids")
        return directory is not None and field(directory / "pids.events", "max") > 0

    @property
    def freezes(self) -> bool:
        return self._freeze_fd >= 0

    def freeze(self) -> None:
        """Ask the kernel to let nothing in the group run; it does so at once, and without a wait.

        A task on another processor gets an interrupt, one that waits for this processor stops
        before it is back in its own code: the file that says "frozen" comes later, and
        is not waited for.
        """
        os.pwrite(self._freeze_fd, self._values[0], 0)

    def thaw(self) -> None:
        os.pwrite(self._freeze_fd, self._values[1], 0)

    def kill(self) -> None:
        """Send SIGKILL to whatever is still in the group, and let it run so that it dies."""
        if CORE in self.directories:
            with contextlib.suppress(FileNotFoundError):  # since Linux 5.14, and gone with it
                write(self.directories[CORE] / "cgroup.kill", 1)
                return
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        if self.freezes:
            self.thaw()

    def processes(self) -> list[int]:
        """Processes in the group, as pids of this process's namespace."""
        found: set[int] = set()
        for directory in self._all():
            with contextlib.suppress(FileNotFoundError):
                found.update(members(directory))
        return sorted(found)

    def remove(self) -> None:
        """Give the group back; whatever is still in it is killed.  Idempotent."""
        deadline = time.monotonic() + _GONE_S
        for directory in self._all():
            while not _removed(directory):
                if time.monotonic() > deadline:
                    raise SandboxError(
                        f"the control group {directory} stays busy with {self.processes()}"
                    )
                self.kill()
                self._wait_a_little()
        for fd in (self._cpu_fd, self._freeze_fd):
            if fd >= 0:
                os.close(fd)
        self._cpu_fd = self._freeze_fd = -1

    def _wait_a_little(self) -> None:
        """Until the group may be empty, or a few ms."""
        core = self.directories.get(CORE)
        if core is None or not core.exists():
            time.sleep(0.001)
            return
        with open(core / "cgroup.events", "rb", buffering=0) as events:
            if b"populated 1" in events.read(256):
                poll = select.poll()
                poll.register(events, select.POLLPRI)
                poll.poll(5)
            else:  # the other hierarchies follow within microseconds
                time.sleep(0.0002)

    def _unique(self) -> list[Path]:
        return list(dict.fromkeys(self.directories.values()))

    def _all(self) -> list[Path]:
        """Those within others first, as they are to be removed."""
        return ([self._program] if self._program else []) + self._unique()

    def _open_freezer(self) -> int:
        if core := self.directories.get(CORE):
            return _open(core / "cgroup.freeze", os.O_WRONLY)
        if directory := self.directories.get(FREEZER):
            return _open(directory / "freezer.state", os.O_WRONLY)
        return -1

    def _limit(self, limits: Limits, without: frozenset[Wall]) -> None:
        directory = self.directories.get("memory")
        if directory and Wall.MEMORY not in without:
            self._limit_memory(directory, limits.memory_mb * MIB)
        directory = self.directories.get("pids")
        if directory and Wall.COUNT not in without:
            write(directory / "pids.max", limits.processes + HELPERS)
        directory = self.directories.get("cpu")
        if directory and Wall.SHARE in without:
            write(directory / self._share[0], self._share[1])

    @abstractmethod
    def _limit_memory(self, directory: Path, size: int) -> None: ...

    @abstractmethod
    def _open_cpu(self) -> int:
        """A descriptor to read the CPU time from; -1 where it is not counted."""


class GroupV1(Group):
    _share = ("cpu.shares", 262_144)
    _throttled = ("throttled_time", 1)

    def cpu_ns(self) -> int:
        return int(os.pread(self._cpu_fd, 32, 0))

    def peak_memory(self) -> int | None:
        return int(read(self.directories["memory"] / "memory.max_usage_in_bytes"))

    def out_of_memory(self) -> bool:
        directory = self.directories["memory"]
        # Newer kernels no longer count how often the limit was reached: the peak tells.
        peak = int(read(directory / "memory.max_usage_in_bytes"))
        reached = peak > int(read(directory / "memory.limit_in_bytes")) - _NEAR
        return reached and self._killed() > 0

    def _killed(self) -> int:
        return field(self.directories["memory"] / "memory.oom_control", "oom_kill")

    def _limit_memory(self, directory: Path, size: int) -> None:
        write(directory / "memory.limit_in_bytes", size)
        with contextlib.suppress(FileNotFoundError):  # only where the kernel counts swap
            write(directory / "memory.memsw.limit_in_bytes", size)

    def _open_cpu(self) -> int:
        directory = self.directories.get("cpuacct")
        return -1 if directory is None else _open(directory / "cpuacct.usage")


class GroupV2(Group):
    _share = ("cpu.weight", 10_000)
    _throttled = ("throttled_usec", 1000)

    def cpu_ns(self) -> int:
        # "usage_usec 1234\n..." is always the first line.
        return int(os.pread(self._cpu_fd, 64, 0).split(None, 2)[1]) * 1000

    def peak_memory(self) -> int | None:
        with contextlib.suppress(FileNotFoundError):  # since Linux 5.19
            return int(read(self.directories["memory"] / "memory.peak"))
        return None

    def out_of_memory(self) -> bool:
        events = self.directories["memory"] / "memory.events"
        return field(events, "oom") > 0 and self._killed() > 0

    def _killed(self) -> int:
        return field(self.directories["memory"] / "memory.events", "oom_kill")

    def _limit_memory(self, directory: Path, size: int) -> None:
        write(directory / "memory.max", size)
        write(directory / "memory.oom.group", 1)
        with contextlib.suppress(FileNotFoundError):  # only where the kernel counts swap
            write(directory / "memory.swap.max", 0)

    def _open_cpu(self) -> int:
        return _open(self.directories[CORE] / "cpu.stat")


def members(directory: Path) -> list[int]:
    """The processes of a group, but for those of namespaces that we cannot see: the kernel gives
    their pids as 0, which to `os.kill` means our own process group."""
    return [pid for pid in map(int, read(directory / "cgroup.procs").split()) if pid]


def read(file: Path) -> str:
    return file.read_text()


def write(file: Path, value: object) -> None:
    """In one write, as the kernel wants it.  Never creates a file."""
    fd = _open(file, os.O_WRONLY)
    try:
        os.write(fd, str(value).encode())
    finally:
        os.close(fd)


def field(file: Path, key: str) -> int:
    """The number after ``key`` in a file of lines "key number"; 0 where there is none."""
    for line in read(file).splitlines():
        name, _, number = line.partition(" ")
        if name == key:
            return int(number)
    return 0


def _removed(directory: Path) -> bool:
    try:
        os.rmdir(directory)
    except FileNotFoundError:
        return True
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        return False
    return True


def _open(file: Path, flags: int = os.O_RDONLY) -> int:
    return os.open(file, flags | os.O_CLOEXEC)


serial = itertools.count()
"""Tells the groups of one process apart."""
