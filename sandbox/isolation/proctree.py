"""The processes below one, as /proc shows them, and the memory and the files that they hold."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")
_KIB = 1024


def children(pid: int) -> list[int]:
    """Empty also for a process that is gone."""
    found: list[int] = []
    try:
        for task in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{task}/children", "rb", buffering=0) as file:
                found += map(int, file.readall().split())
    except OSError:
        pass  # it ended while we looked
    return found


def descendants(pid: int) -> list[int]:
    """All below ``pid``, parents first.  Complete where ``pid`` is the first of a namespace, to
    which the kernel gives every orphan."""
    found = children(pid)
    for each in found:
        found += children(each)
    return found


def arguments() -> Iterator[tuple[int, list[str]]]:
    """Every process with its command line."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue  # it ended while we looked
        yield int(name), os.fsdecode(words).split("\0")


def user_namespace(pid: int) -> int:
    """Its number."""
    return os.stat(f"/proc/{pid}/ns/user").st_ino


def members(wanted: int) -> list[int]:
    """Every living process in a user namespace, wherever it hangs in the tree."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if user_namespace(int(name)) == wanted and _state(int(name)) != "Z":
                found.append(int(name))
        except OSError:
            continue  # it ended, or is another user's
    return found


def _state(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def open_files(pid: int) -> int:
    """How many descriptors a process has open; 0 once it has ended."""
    try:
        # Linux keeps the count there since 6.2.
        return os.stat(f"/proc/{pid}/fd").st_size or len(os.listdir(f"/proc/{pid}/fd"))
    except OSError:
        return 0


def threads(pid: int) -> int:
    """How many threads a process has; 0 once it has been buried."""
    try:
        return os.stat(f"/proc/{pid}/task").st_nlink - 2
    except OSError:
        return 0


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of some processes together: what is theirs alone, and what a file, which may be one
    that lies in memory, or a shared mapping stands behind."""

    private: int
    shared: int


def resident(pids: Iterable[int]) -> int:
    """Bytes in memory, pages that several share counted for each: cheap, and never too little."""
    total = 0
    for pid in pids:
        try:
            with open(f"/proc/{pid}/statm", "rb", buffering=0) as file:
                total += int(file.readall().split()[1])
        except (OSError, IndexError):
            continue
    return total * _PAGE


def proportional(pids: Iterable[int]) -> Memory:
    """The same with shared pages divided among those that share them (Pss), which after a fork
    is most of them.  Programs and libraries are left out: the machine has them once for all.
    Costs some ms a GB."""
    private = shared = 0
    for pid in pids:
        try:
            lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        except OSError:
            continue
        for line in lines:
            key, _, rest = line.partition(":")
            if key == "Pss_Anon":
                private += int(rest.split()[0]) * _KIB
            elif key == "Pss_Shmem":
                shared += int(rest.split()[0]) * _KIB
    return Memory(private, shared)
