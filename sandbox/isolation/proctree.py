"""The processes below one, as /proc shows them: the memory and the files that they hold, their CPU
time and their pauses where no control group counts or stops them; and a process told from others.
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import time
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
            if user_namespace(int(name)) == wanted and lives(int(name)):
                found.append(int(name))
        except OSError:
            continue  # it ended, or is another user's
    return found


def lives(pid: int) -> bool:
    """Whether the process has not ended, or been buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


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


_ROUNDS = 8
"""How often to look for processes that were made while others were being stopped."""


class SignalPause:
    """Stops and continues, one by one, what is below ``root``, and ``root`` only if ``itself``.

    A program that forks faster than the search runs on, and programs can see that they were
    stopped.
    """

    def __init__(self, root: int, *, itself: bool = False) -> None:
        self._root = root
        self._itself = itself
        self._stopped: set[int] = set()

    def freeze(self) -> None:
        for _ in range(_ROUNDS):
            new = self._tree() - self._stopped
            if not new:
                return
            for pid in new:
                _send(pid, signal.SIGSTOP)
            self._stopped |= new

    def thaw(self) -> None:
        # Nobody has run since, so that no pid is another process's by now: parents reap, and the
        # first of the namespace only its own orphans.
        for pid in self._stopped & self._tree():
            _send(pid, signal.SIGCONT)
        self._stopped.clear()

    def _tree(self) -> set[int]:
        below = set(descendants(self._root))
        return below | {self._root} if self._itself else below


def _send(pid: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


_WALK_NS = 20_000_000
"""How old the count of the helpers may get: walking /proc costs far more than one clock."""
_TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")


def process_ns(pid: int) -> int:
    """The clock of a process, all threads together; 0 once it is gone."""
    # Linux keeps the pid's complement above three bits, of which 2 means time on a processor.
    try:
        return time.clock_gettime_ns((~pid << 3) | 2)
    except OSError:
        return 0


class TreeClock:
    """CPU time of ``pid`` and its descendants, in ns.  ``pid`` must outlive them.

    The only child of ``pid`` is the program: its clock is read every time.  Others are looked up
    now and then.  An ended process stays in the tree until its parent has waited for it, and
    counts as the parent's from then on; ``pid`` waits for orphans.  Only children of a
    parent that ignores SIGCHLD would be lost, which the filter of system calls prevents
    (`seccomp.COUNTED`).
    """

    def __init__(self, pid: int) -> None:
        self._root = pid
        self._program = next(iter(children(pid)), pid)
        self._others = 0
        self._walked = 0
        self._most = 0

    def ns(self) -> int:
        """Never less than before."""
        now = time.monotonic_ns()
        if now - self._walked > _WALK_NS:
            self._walked = now
            self._others = self._walk()
        self._most = max(self._most, process_ns(self._program) + self._others)
        return self._most

    def _walk(self) -> int:
        """CPU time of everything but the program's own threads."""
        total, waiting = 0, [self._root]
        while waiting:
            pid = waiting.pop()
            waiting += children(pid)
            total += _reaped(pid)
            if pid != self._program:
                total += process_ns(pid)
        return total


def _reaped(pid: int) -> int:
    """CPU time of the descendants that ``pid`` has waited for."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[13]) + int(fields[14])) * _TICK_NS


@dataclass(frozen=True, slots=True)
class Owner:
    """A process as the name of a group tells it; the start tells it from a later one's pid, and
    the namespace from another container's that shares the hierarchy."""

    namespace: int
    pid: int
    start: int

    def __str__(self) -> str:
        return f"{self.namespace}-{self.pid}-{self.start}"

    @classmethod
    def of(cls, pid: int) -> Owner:
        # The command's name, in parentheses, may hold anything; the start time is field 22.
        start = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19])
        return cls(os.stat("/proc/self/ns/pid").st_ino, pid, start)

    @classmethod
    def ourselves(cls) -> Owner:
        return _of_us(os.getpid())

    @classmethod
    def parse(cls, name: str) -> Owner | None:
        """The owner in "owner-serial", the end of a group's name; None where there is none."""
        try:
            namespace, pid, start, _ = map(int, name.split("-"))
        except ValueError:
            return None
        return cls(namespace, pid, start)

    def is_alive(self) -> bool:
        """True also where it cannot be known."""
        if self.namespace != os.stat("/proc/self/ns/pid").st_ino:
            return True
        try:
            return Owner.of(self.pid) == self
        except (FileNotFoundError, ProcessLookupError):
            return False


@functools.cache
def _of_us(pid: int) -> Owner:
    """By pid, as a fork is another owner."""
    return Owner.of(pid)
