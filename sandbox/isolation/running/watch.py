"""The usage of each limit of a sandbox, and the limits that it exceeded."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass

from games.engine import EndState, Excess
from sandbox.isolation import layout, proctree
from sandbox.isolation.running.spawner import User, as_user
from sandbox.limits import MIB, Limits

_S = 1_000_000_000

Verdict = tuple[EndState, Excess]


@dataclass(frozen=True, slots=True)
class Filled:
    """How much lies in the writable places together, and how much in the fullest of them."""

    total: int
    fullest: int
    full: bool
    files: int


class Scratch:
    """The writable places of a sandbox, seen from outside.

    The descriptors keep the file systems, not the sandbox: what lay in them at its end is still
    known after it.  They are opened before the program starts, which therefore cannot have put
    anything else there.  ``user`` is that of the sandbox.
    """

    def __init__(self, root: int, places: tuple[str, ...], user: User | None) -> None:
        self._fds: dict[str, int] = {}
        self._before: dict[str, int] = {}
        for place in places:
            try:
                fd = _look_at(f"/proc/{root}/root{place}", user)
            except OSError:
                continue  # a machine that does not let us look
            self._fds[place] = fd
            self._before[place] = _files(os.fstatvfs(fd))

    def filled(self) -> Filled:
        total = fullest = files = 0
        full = False
        for place, fd in self._fds.items():
            state = os.fstatvfs(fd)
            used = (state.f_blocks - state.f_bfree) * state.f_frsize
            total, fullest = total + used, max(fullest, used)
            full = full or (state.f_blocks > 0 and state.f_bfree == 0)
            files = max(files, _files(state) - self._before[place])
        return Filled(total, fullest, full, files)

    def descriptor(self, place: str) -> int | None:
        """Of the place; None where the machine does not let us look."""
        return self._fds.get(place)

    def close(self) -> None:
        while self._fds:
            os.close(self._fds.popitem()[1])


def _look_at(place: str, user: User | None) -> int:
    try:
        return os.open(place, os.O_RDONLY | os.O_DIRECTORY)
    except PermissionError:
        if user is None:
            raise
    with as_user(user):  # root without CAP_SYS_PTRACE, as in some containers
        return os.open(place, os.O_RDONLY | os.O_DIRECTORY)


class Watch:
    """Finds what is over a limit.  It ends nothing itself."""

    def __init__(self, root: int, program: int, limits: Limits, scratch: Scratch) -> None:
        self._root = root
        self._program = program
        self._limits = limits
        self._scratch = scratch
        self._open_files = layout.open_files(limits)
        self.peak = 0
        """The most memory that was seen, in bytes; 0 where nobody looked."""
        self.standing: Verdict | None = None
        """The limit at which the program stood at the last `look` that found it alive."""

    def look(self, *, processes: bool) -> None:
        """See whether some process has as many files open as it may, and, if ``processes``, whether
        there are as many of them as the kernel lets be, where no group counts those it refuses.

        The kernel keeps no count of refused files, and of ended processes no table of files.  A
        program that fills its table, says nothing of it and is gone before the next look has
        crashed, and that is all.  The exact ways have a price at every turn: a tracepoint on what
        system calls return, for root alone, doubled what each call on the machine costs; a stop at
        the exit, by ptrace, made a signal to the program cost 60 µs and not 3, and let the program
        keep the judger busy.  Of processes that are refused, the same is true.
        """
        if not proctree.open_files(self._program):
            return  # it has ended, or is about to
        pids = proctree.descendants(self._root)
        files, limit = max(map(proctree.open_files, pids), default=0), self._open_files
        self.standing = None
        if files >= limit:
            self.standing = EndState.FILES, Excess("open files", limit, files, "files")
        elif processes and (count := sum(map(proctree.threads, pids))) > self._limits.processes:
            self.standing = out_of_processes(self._limits, count)

    def memory(self) -> Verdict | None:
        """All that the processes hold, and what lies in the scratch, which is memory too.

        Only where the cheap count is over the limit is the dear one asked.
        """
        limit = self._limits.memory_mb * MIB
        pids = proctree.descendants(self._root)
        files = self._scratch.filled().total
        rough = proctree.resident(pids) + files
        if rough > limit:
            held = proctree.proportional(pids)
            # Shared memory may be a mapped file of the scratch: it must not count twice.
            rough = held.private + max(held.shared, files)
        self.peak = max(self.peak, rough)
        return out_of_memory(self._limits, rough) if rough > limit else None

    def files(self) -> Verdict | None:
        used, limit = self._scratch.filled().files, self._limits.scratch_files
        if used <= limit:
            return None
        return EndState.DISK, Excess("files in the scratch", limit, used, "files")

    def cpu(self, cpu_ns: int) -> Verdict | None:
        limit = self._limits.cpu_s
        if cpu_ns <= limit * _S:
            return None
        return out_of_time(self._limits, cpu_ns)

    def scratch(self) -> Verdict | None:
        """Whether a writable place is full, which a program meets as an error and may survive."""
        filled = self._scratch.filled()
        if not filled.full:
            return None
        limit = self._limits.scratch_mb
        return EndState.DISK, Excess("scratch", limit, round(filled.fullest / MIB, 1), "MB")

    def by_status(self, status: int | None, cpu_ns: int) -> Verdict | None:
        """The verdict that follows from the signal that ended a program."""
        if status == -signal.SIGXFSZ:
            limit = self._limits.file_mb
            return EndState.DISK, Excess("file size", limit, limit, "MB")
        over = cpu_ns >= self._limits.cpu_s * _S
        if status == -signal.SIGXCPU or (status == -signal.SIGKILL and over):
            return out_of_time(self._limits, cpu_ns)
        return None


def out_of_memory(limits: Limits, used: int | None) -> Verdict:
    """``used`` in bytes; None where it is known only that the limit was reached."""
    megabytes = limits.memory_mb if used is None else round(used / MIB, 1)
    return EndState.MEMORY, Excess("memory", limits.memory_mb, megabytes, "MB")


def out_of_processes(limits: Limits, used: int) -> Verdict:
    excess = Excess("processes and threads", limits.processes, used, "processes")
    return EndState.PROCESSES, excess


def out_of_time(limits: Limits, cpu_ns: int) -> Verdict:
    # The kernel's own count, by which it ends programs, is coarser than ours.
    used = max(limits.cpu_s, round(cpu_ns / _S, 3))
    return EndState.TIMEOUT, Excess("CPU time of the whole program", limits.cpu_s, used, "s")


def _files(state: os.statvfs_result) -> int:
    return state.f_files - state.f_ffree
