"""Control groups: where this process may make some, one for each run.

They lie below the platform's own group, so that limits set on the platform hold for the bots as
well.  Both versions of the kernel's interface are served; `find` returns what this machine has.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from games.engine import JSON
from sandbox.errors import SandboxError
from sandbox.isolation.base import Wall
from sandbox.isolation.proctree import Owner
from sandbox.isolation.running.groups import (
    CORE,
    FREEZER,
    Group,
    GroupV1,
    GroupV2,
    members,
    read,
    serial,
    write,
)
from sandbox.limits import Limits

_PREFIX = "arbiter-"
_HOST = "arbiter-host"
"""Version 2 only: where the platform's own processes go, as a group with controllers for its
children must be empty itself."""
_SWEEP_S = 1.0
"""How long to wait for what is dying in the group of a dead maker; the next sweep does the rest."""
_MOVES = 5
"""How often to look for processes to move: some may fork meanwhile."""
_V1 = frozenset({"memory", "pids", "cpuacct", "cpu"})
"""The controllers that are used."""
_NONE: frozenset[Wall] = frozenset()


class Tree(ABC):
    """Where this process may make groups: for each of memory, pids and CPU, the parent group."""

    group: ClassVar[type[Group]]
    version: ClassVar[int]

    def __init__(self, parents: dict[str, Path], *, trusted: bool = False) -> None:
        self.parents = parents
        if not trusted:
            self.create(Limits()).remove()

    def describe(self) -> JSON:
        """What `restore` makes the same tree from."""
        return {"version": self.version, "parents": {k: str(v) for k, v in self.parents.items()}}

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
    def shares(self) -> bool:
        """Whether groups get equal shares of a processor, however many processes are in each."""
        return "cpu" in self.parents

    @property
    def freezes(self) -> bool:
        """Whether a group can be paused as a whole."""
        return CORE in self.parents or FREEZER in self.parents

    def create(self, limits: Limits, without: frozenset[Wall] = _NONE) -> Group:
        """A fresh group.  Without the wall SHARE, it is in no hierarchy that shares processors
        alone; what else is missing, the group knows."""
        name = f"{_PREFIX}{Owner.ourselves()}-{next(serial)}"
        parents = dict(self.parents)
        if Wall.SHARE in without and list(parents.values()).count(parents.get("cpu", Path())) == 1:
            del parents["cpu"]
        return self.group({k: parent / name for k, parent in parents.items()}, limits, without)

    def sweep(self) -> None:
        """Remove groups whose maker died before it could, with what is in them."""
        for parent in dict.fromkeys(self.parents.values()):
            for directory in parent.glob(f"{_PREFIX}*-*-*-*"):
                owner = Owner.parse(directory.name.removeprefix(_PREFIX))
                if owner is not None and not owner.is_alive():
                    with contextlib.suppress(OSError, SandboxError, ValueError):
                        self._remove(directory)

    def _remove(self, directory: Path) -> None:
        """Remove a group and those within it."""
        for within in filter(Path.is_dir, directory.iterdir()):
            self._remove(within)
        deadline = time.monotonic() + _SWEEP_S
        while directory.exists() and time.monotonic() < deadline:
            for pid in members(directory):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            with contextlib.suppress(FileNotFoundError):
                write(directory / "freezer.state", "THAWED")
            try:
                directory.rmdir()
            except OSError as error:
                if error.errno != errno.EBUSY:
                    raise
                time.sleep(0.001)


class TreeV1(Tree):
    group = GroupV1
    version = 1

    @property
    def cpu(self) -> bool:
        return "cpuacct" in self.parents


class TreeV2(Tree):
    group = GroupV2
    version = 2

    @property
    def cpu(self) -> bool:
        return True


def restore(description: JSON) -> Tree:
    """The tree that was described, trusted to be there.  `SandboxError` for anything else."""
    try:
        make = {1: TreeV1, 2: TreeV2}[description["version"]]
        parents = {str(name): Path(path) for name, path in description["parents"].items()}
    except (KeyError, TypeError, AttributeError) as error:
        raise SandboxError(f"these are no control groups: {description!r}") from error
    if missing := [str(path) for path in parents.values() if not os.access(path, os.W_OK)]:
        raise SandboxError(f"there are no such control groups for us: {', '.join(missing)}")
    return make(parents, trusted=True)


def find() -> Tree | None:
    """The tree that holds most on this machine, or None.  Groups of dead makers are swept there."""
    if tree := _best():
        tree.sweep()
    return tree


def _best() -> Tree | None:
    trees: list[Tree] = []
    for make in (find_v2, _find_v1):
        with contextlib.suppress(OSError, SandboxError, StopIteration):
            if tree := make():
                trees.append(tree)
    return max(
        trees, key=lambda tree: (tree.memory, tree.processes, tree.cpu, tree.shares), default=None
    )


def groups(pattern: str) -> list[Path]:
    """The platform's groups on this machine whose names match the pattern, also those that dead
    makers left."""
    tree = _best()
    parents = dict.fromkeys(tree.parents.values()) if tree else ()
    return [group for parent in parents for group in parent.glob(pattern)]


def _find_v1() -> Tree | None:
    parents: dict[str, Path] = {}
    freezers: list[dict[str, Path]] = [{}]
    for mount in _mounts():
        if mount.version == 2 and _is_ours(mount.own):
            # Often mounted beside version 1, and far quicker at freezing.
            freezers.insert(0, {CORE: mount.own})
        if mount.version == 1 and os.access(mount.own, os.W_OK):
            if FREEZER in mount.controllers:
                freezers.insert(-1, {FREEZER: mount.own})
            for controller in mount.controllers & _V1:
                parents[controller] = mount.own
    for freezer in sorted(freezers, key=lambda found: (CORE not in found, not found)):
        with contextlib.suppress(OSError, SandboxError):
            return TreeV1({**parents, **freezer}) if parents else None
    return None


def find_v2() -> Tree | None:
    own = next(mount.own for mount in _mounts() if mount.version == 2)
    parent = own.parent if own.name == _HOST else own
    if not _is_ours(parent):
        return None
    wanted = set(read(parent / "cgroup.controllers").split()) & {"memory", "pids", "cpu"}
    held = wanted & set(read(parent / "cgroup.subtree_control").split())
    if wanted > held and (parent / "cgroup.type").exists():  # but for the root of the hierarchy
        with contextlib.suppress(OSError):
            _empty(parent)
    # One by one: the kernel refuses some where others would do (cpu beside real-time processes).
    for controller in sorted(wanted - held):
        with contextlib.suppress(OSError):  # what we may not enable we do without
            write(parent / "cgroup.subtree_control", f"+{controller}")
            held.add(controller)
    # CPU time is counted, and freezing and `cgroup.kill` work, with no controller at all.
    return TreeV2(dict.fromkeys((*held, CORE), parent))


def _is_ours(directory: Path) -> bool:
    """Whether we may make groups of version 2 there, and move our processes into them."""
    return os.access(directory, os.W_OK) and os.access(directory / "cgroup.procs", os.W_OK)


def _empty(parent: Path) -> None:
    """Move the processes of a group into one below it.

    A group with processes can have no controllers for its children; with some (cpu, pids) the
    kernel makes it a group of threads instead, in which ours could not be made any more.
    """
    host = parent / _HOST
    host.mkdir(exist_ok=True)
    for _ in range(_MOVES):
        for pid in read(parent / "cgroup.procs").split():
            with contextlib.suppress(ProcessLookupError):
                write(host / "cgroup.procs", pid)


@dataclass(frozen=True, slots=True)
class _Mount:
    version: int
    controllers: frozenset[str]
    own: Path
    """This process's own group."""


def _mounts() -> Iterator[_Mount]:
    """Mounted hierarchies; see cgroups(7) and proc_pid_mountinfo(5)."""
    own: dict[frozenset[str], str] = {}
    for line in read(Path("/proc/self/cgroup")).splitlines():
        _, names, path = line.split(":", 2)
        own[frozenset(names.split(",")) - {""}] = path
    for line in read(Path("/proc/self/mountinfo")).splitlines():
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
