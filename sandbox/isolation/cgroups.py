"""Control groups: what bounds and counts a whole process tree.

A run gets a fresh group, because a frozen or half-dead one would take the next run with it.  The
groups lie below the platform's own group, so that limits set on the platform hold for the bots as
well.  Both versions of the kernel's interface are served; `find` returns what this machine has.
"""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from sandbox.errors import SandboxError
from sandbox.isolation.owner import Owner
from sandbox.limits import MIB, Limits

HELPERS = 2
"""Processes of bubblewrap in each sandbox: one watches from outside, one is pid 1 inside."""
_PREFIX = "arbiter-"
_HOST = "arbiter-host"
"""Version 2 only: where the platform's own processes go, as a group with controllers for its
children must be empty itself."""
_NEAR = 4 * MIB
"""How far below its limit a group may be when a large page no longer fits in."""
_MOVES = 5
"""How often to look for processes to move: some may fork meanwhile."""
_GONE_S = 5.0
_serial = itertools.count()


class Group(ABC):
    """The group of one run: a directory in each hierarchy that the tree uses."""

    def __init__(self, directories: dict[str, Path], limits: Limits) -> None:
        self.directories = directories
        self._cpu_fd = -1
        try:
            for directory in self._unique():
                directory.mkdir()
            self._limit(limits)
            self._cpu_fd = self._open_cpu()
        except OSError as error:
            self.remove()
            raise SandboxError(f"no control group could be made: {error}") from error

    def add(self, pid: int) -> None:
        """Move a process here; its later children are born here."""
        for directory in self._unique():
            _write(directory / "cgroup.procs", pid)

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

    def kill(self) -> None:
        """Send SIGKILL to whatever is still in the group."""
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def processes(self) -> list[int]:
        """Processes in the group, as pids of this process's namespace."""
        found: set[int] = set()
        for directory in self._unique():
            with contextlib.suppress(FileNotFoundError):
                found.update(_members(directory))
        return sorted(found)

    def remove(self) -> None:
        """Give the group back; whatever is still in it is killed.  Idempotent."""
        if self._cpu_fd >= 0:
            os.close(self._cpu_fd)
            self._cpu_fd = -1
        deadline = time.monotonic() + _GONE_S
        for directory in self._unique():
            while not _removed(directory):
                if time.monotonic() > deadline:
                    raise SandboxError(
                        f"the control group {directory} stays busy with {self.processes()}"
                    )
                self.kill()
                time.sleep(0.001)

    def _unique(self) -> list[Path]:
        return list(dict.fromkeys(self.directories.values()))

    @abstractmethod
    def _limit(self, limits: Limits) -> None: ...

    @abstractmethod
    def _open_cpu(self) -> int:
        """A descriptor to read the CPU time from; -1 where it is not counted."""


class GroupV1(Group):
    def cpu_ns(self) -> int:
        return int(os.pread(self._cpu_fd, 32, 0))

    def peak_memory(self) -> int | None:
        return int(_read(self.directories["memory"] / "memory.max_usage_in_bytes"))

    def out_of_memory(self) -> bool:
        directory = self.directories["memory"]
        # Newer kernels no longer count how often the limit was reached: the peak tells.
        peak = int(_read(directory / "memory.max_usage_in_bytes"))
        reached = peak > int(_read(directory / "memory.limit_in_bytes")) - _NEAR
        return reached and _field(directory / "memory.oom_control", "oom_kill") > 0

    def _limit(self, limits: Limits) -> None:
        if directory := self.directories.get("memory"):
            size = limits.memory_mb * MIB
            _write(directory / "memory.limit_in_bytes", size)
            with contextlib.suppress(FileNotFoundError):  # only where the kernel counts swap
                _write(directory / "memory.memsw.limit_in_bytes", size)
        if directory := self.directories.get("pids"):
            _write(directory / "pids.max", limits.processes + HELPERS)

    def _open_cpu(self) -> int:
        directory = self.directories.get("cpuacct")
        return -1 if directory is None else _open(directory / "cpuacct.usage")


class GroupV2(Group):
    def cpu_ns(self) -> int:
        # "usage_usec 1234\n..." is always the first line.
        return int(os.pread(self._cpu_fd, 64, 0).split(None, 2)[1]) * 1000

    def peak_memory(self) -> int | None:
        with contextlib.suppress(FileNotFoundError):  # since Linux 5.19
            return int(_read(self.directories["memory"] / "memory.peak"))
        return None

    def out_of_memory(self) -> bool:
        events = self.directories["memory"] / "memory.events"
        return _field(events, "oom") > 0 and _field(events, "oom_kill") > 0

    def kill(self) -> None:
        try:
            _write(self.directories["cpu"] / "cgroup.kill", 1)
        except FileNotFoundError:  # since Linux 5.14, and gone with the group
            super().kill()

    def _limit(self, limits: Limits) -> None:
        if directory := self.directories.get("memory"):
            _write(directory / "memory.max", limits.memory_mb * MIB)
            _write(directory / "memory.oom.group", 1)
            with contextlib.suppress(FileNotFoundError):  # only where the kernel counts swap
                _write(directory / "memory.swap.max", 0)
        if directory := self.directories.get("pids"):
            _write(directory / "pids.max", limits.processes + HELPERS)

    def _open_cpu(self) -> int:
        return _open(self.directories["cpu"] / "cpu.stat")


class Tree(ABC):
    """Where this process may make groups: for each of memory, pids and CPU, the parent group."""

    group: ClassVar[type[Group]]

    def __init__(self, parents: dict[str, Path]) -> None:
        self.parents = parents
        self.create(Limits()).remove()
        self._sweep()

    @property
    def memory(self) -> bool:
        return "memory" in self.parents

    @property
    def processes(self) -> bool:
        return "pids" in self.parents

    @property
    @abstractmethod
    def cpu(self) -> bool:
        """Whether CPU time is counted."""

    @property
    @abstractmethod
    def shares(self) -> bool:
        """Whether groups get equal shares of a processor, however many processes are in each."""

    def create(self, limits: Limits) -> Group:
        name = f"{_PREFIX}{Owner.of(os.getpid())}-{next(_serial)}"
        return self.group({k: parent / name for k, parent in self.parents.items()}, limits)

    def _sweep(self) -> None:
        """Remove groups whose maker died before it could."""
        for parent in dict.fromkeys(self.parents.values()):
            for directory in parent.glob(f"{_PREFIX}*-*-*-*"):
                owner = Owner.parse(directory.name.removeprefix(_PREFIX))
                if owner is not None and not owner.is_alive():
                    # A dead owner's sandboxes died with it, but for what was just being started.
                    with contextlib.suppress(OSError, ValueError):
                        for pid in _members(directory):
                            os.kill(pid, signal.SIGKILL)
                        directory.rmdir()


class TreeV1(Tree):
    group = GroupV1

    @property
    def cpu(self) -> bool:
        return "cpuacct" in self.parents

    @property
    def shares(self) -> bool:
        return "cpu" in self.parents


class TreeV2(Tree):
    group = GroupV2

    @property
    def cpu(self) -> bool:
        return True

    @property
    def shares(self) -> bool:
        parent = self.parents["cpu"]
        return "cpu" in _read(parent / "cgroup.subtree_control").split()


def find() -> Tree | None:
    """The tree that holds most on this machine, or None."""
    trees: list[Tree] = []
    for make in (find_v2, _find_v1):
        with contextlib.suppress(OSError, SandboxError, StopIteration):
            if tree := make():
                trees.append(tree)
    return max(
        trees, key=lambda tree: (tree.memory, tree.processes, tree.cpu, tree.shares), default=None
    )


def _find_v1() -> Tree | None:
    parents: dict[str, Path] = {}
    for mount in _mounts():
        if mount.version == 1:
            for controller in ("memory", "pids", "cpuacct", "cpu"):
                if controller in mount.controllers:
                    parents[controller] = mount.own
    parents = {name: path for name, path in parents.items() if os.access(path, os.W_OK)}
    return TreeV1(parents) if parents else None


def find_v2() -> Tree | None:
    own = next(mount.own for mount in _mounts() if mount.version == 2)
    parent = own.parent if own.name == _HOST else own
    if not os.access(parent, os.W_OK) or not os.access(parent / "cgroup.procs", os.W_OK):
        return None
    wanted = set(_read(parent / "cgroup.controllers").split()) & {"memory", "pids", "cpu"}
    held = wanted & set(_read(parent / "cgroup.subtree_control").split())
    # One by one: the kernel refuses some where others would do (cpu beside real-time processes).
    for controller in sorted(wanted - held):
        with contextlib.suppress(OSError):  # what we may not enable we do without
            _enable(parent, controller)
            held.add(controller)
    # CPU time is counted, and `cgroup.kill` works, with no controller at all.
    return TreeV2(dict.fromkeys((*held, "cpu"), parent))


def _enable(parent: Path, controller: str) -> None:
    request = f"+{controller}"
    try:
        _write(parent / "cgroup.subtree_control", request)
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        host = parent / _HOST
        host.mkdir(exist_ok=True)
        for _ in range(_MOVES):
            for pid in _read(parent / "cgroup.procs").split():
                with contextlib.suppress(ProcessLookupError):
                    _write(host / "cgroup.procs", pid)
        _write(parent / "cgroup.subtree_control", request)


@dataclass(frozen=True, slots=True)
class _Mount:
    version: int
    controllers: frozenset[str]
    own: Path
    """This process's own group."""


def _mounts() -> Iterator[_Mount]:
    """Mounted hierarchies; see cgroups(7) and proc_pid_mountinfo(5)."""
    own: dict[frozenset[str], str] = {}
    for line in _read(Path("/proc/self/cgroup")).splitlines():
        _, names, path = line.split(":", 2)
        own[frozenset(names.split(",")) - {""}] = path
    for line in _read(Path("/proc/self/mountinfo")).splitlines():
        before, _, after = line.partition(" - ")
        root, point = before.split()[3:5]
        kind, _, options = after.split()[:3]
        if kind not in ("cgroup", "cgroup2"):
            continue
        for controllers, path in own.items():
            if controllers <= set(options.split(",")) and bool(controllers) == (kind == "cgroup"):
                # In a container the mount may show only a part, whose root is the own group.
                inside = os.path.relpath(path, root) if root != "/" else path.lstrip("/")
                directory = Path(point, inside if not inside.startswith("..") else "")
                if directory.is_dir():
                    version = 1 if controllers else 2
                    yield _Mount(version, controllers, directory)


def _members(directory: Path) -> list[int]:
    """The processes of a group, but for those of namespaces that we cannot see: the kernel gives
    their pids as 0, which to `os.kill` means our own process group."""
    return [pid for pid in map(int, _read(directory / "cgroup.procs").split()) if pid]


def _removed(directory: Path) -> bool:
    try:
        directory.rmdir()
    except FileNotFoundError:
        return True
    except OSError as error:
        if error.errno != errno.EBUSY:
            raise
        return False
    return True


def _field(file: Path, key: str) -> int:
    """The number after ``key`` in a file of lines "key number"."""
    for line in _read(file).splitlines():
        name, _, number = line.partition(" ")
        if name == key:
            return int(number)
    return 0


def _open(file: Path) -> int:
    return os.open(file, os.O_RDONLY | os.O_CLOEXEC)


def _read(file: Path) -> str:
    return file.read_text()


def _write(file: Path, value: object) -> None:
    with open(file, "w") as target:
        target.write(str(value))
