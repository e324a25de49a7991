"""Starting a process as another user without a copy of the one that asks.

`subprocess` can change the user only after a true fork, which for a large process costs several
times the rest of the start.  Here the calling *thread* becomes that user for a moment, as in Linux
identities belong to threads, and the child, which shares its memory until it becomes a program,
inherits the identity.  A saved uid of 0 leads the thread back, and ends with the child's exec.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import select
import signal
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sandbox.errors import SandboxError
from sandbox.isolation.proctree import children

_USUAL = (
    signal.SIGPIPE,
    signal.SIGXFSZ,
    signal.SIGINT,
    signal.SIGQUIT,
    signal.SIGHUP,
    signal.SIGCHLD,
)
"""Signals reset to their default action: Python ignores two of them, a shell lets what it puts into
the background ignore others, and CPU time is lost where the last one is ignored."""
_PR_SET_PDEATHSIG, _PR_GET_PDEATHSIG, _PR_GET_DUMPABLE, _PR_SET_DUMPABLE = 1, 2, 3, 4
_CLOEXEC = 1 << 2
_ALL = ctypes.c_uint(-1).value
_DEAD_S = 10.0
_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True)
class User:
    """The user that a program runs as: ``uid`` is also its one group.  ``calls`` are the
    numbers of the system calls that change the user of one thread, as the C library's functions
    change all threads and not just one."""

    uid: int
    calls: Mapping[str, int]


class Child:
    """A child process: its pid is its own until `poll` or `wait` has buried it."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.status: int | None = None
        """The exit status as `subprocess` gives it, once it is known."""

    def poll(self) -> int | None:
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status

    def wait(self) -> int:
        """However long it takes: for a child that is dying."""
        if self.status is None:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        return self.status

    def kill(self) -> None:
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """Kill it and its children, and wait for them.  Idempotent.

        For a bubblewrap in the middle of its work: its death takes its child along only from a
        moment after the child's birth on.  Once it is stopped it can have no more.
        """
        if self.status is not None:
            return
        os.kill(self.pid, signal.SIGSTOP)
        status = os.waitpid(self.pid, os.WUNTRACED)[1]
        if not os.WIFSTOPPED(status):
            self.status = os.waitstatus_to_exitcode(status)
            return
        for child in children(self.pid):  # which a stopped parent does not bury
            pidfd = os.pidfd_open(child)
            signal.pidfd_send_signal(pidfd, signal.SIGKILL)
            ends(pidfd, _DEAD_S)
            os.close(pidfd)
        self.kill()
        self.wait()


def spawn(
    path: str,
    argv: list[str],
    environment: Mapping[str, str],
    fds: Sequence[int],
    user: User | None,
) -> Child:
    """Start the program at ``path``.  Its descriptors 0, 1, 2 ... are copies of ``fds``, and it has
    no others.

    ``user`` of None leaves it ours.  `OSError` where it does not start.
    """
    _close_on_exec()
    # First out of each other's way, then where they belong.
    above = max(*fds, len(fds)) + 1
    actions: list[tuple[int, ...]] = []
    actions += [(os.POSIX_SPAWN_DUP2, fd, above + n) for n, fd in enumerate(fds)]
    actions += [(os.POSIX_SPAWN_DUP2, above + n, n) for n in range(len(fds))]
    actions += [(os.POSIX_SPAWN_CLOSE, above + n) for n in range(len(fds))]
    with as_user(user):
        return Child(
            os.posix_spawn(
                path,
                argv,
                environment,
                file_actions=actions,
                setsigmask=(),
                setsigdef=_USUAL,
            )
        )


def ends(pidfd: int, seconds: float) -> bool:
    """Whether a process ends in that time."""
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        if poll.poll(left * 1000):
            return True
    return False


def _close_on_exec() -> None:
    """Let children inherit nothing by accident, be it a descriptor that some library opened."""
    close_range = getattr(_libc, "close_range", None)
    if close_range is None or close_range(3, _ALL, _CLOEXEC) != 0:  # Linux 5.11, glibc 2.34
        for name in os.listdir("/proc/self/fd"):
            if int(name) > 2:
                with contextlib.suppress(OSError):  # the listing's own is closed by now
                    os.set_inheritable(int(name), False)


@contextlib.contextmanager
def as_user(user: User | None) -> Iterator[None]:
    """This thread, and what it starts, as ``user`` and nobody's groups; for root alone.  None
    changes nothing."""
    if user is None:
        yield
        return
    uid, calls = user.uid, user.calls
    groups, users, our_groups = os.getgroups(), os.getresuid(), os.getresgid()
    # A change of user takes both away: that our parent's end ends us, and that we may be watched.
    ends, seen, parent = ctypes.c_int(), _libc.prctl(_PR_GET_DUMPABLE), os.getppid()
    _libc.prctl(_PR_GET_PDEATHSIG, ctypes.byref(ends))
    try:
        _call(calls["setgroups"], 0, 0)
        _call(calls["setresgid"], uid, uid, our_groups[1])
        _call(calls["setresuid"], uid, uid, 0)
        yield
    finally:
        _call(calls["setresuid"], -1, 0, -1)
        _call(calls["setresuid"], *users)
        _call(calls["setresgid"], *our_groups)
        _call(calls["setgroups"], len(groups), (ctypes.c_uint32 * len(groups))(*groups))
        _libc.prctl(_PR_SET_DUMPABLE, seen, 0, 0, 0)
        if ends.value:
            _libc.prctl(_PR_SET_PDEATHSIG, ends.value, 0, 0, 0)
            if os.getppid() != parent:
                os.kill(os.getpid(), ends.value)


def _call(number: int, *arguments: object) -> None:
    words = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    if _libc.syscall(ctypes.c_long(number), *words) != 0:
        reason = os.strerror(ctypes.get_errno())
        raise SandboxError(f"the sandbox's user cannot be assumed: {reason}")
