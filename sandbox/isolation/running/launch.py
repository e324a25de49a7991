"""The steps of a start: pipes, places in control groups, and the wait until a sandbox stands."""

from __future__ import annotations

import contextlib
import fcntl
import functools
import os
import re
import select
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path

from sandbox.errors import Cause, MachineFault, SandboxError
from sandbox.isolation.base import Spec
from sandbox.isolation.proctree import children
from sandbox.isolation.running.groups import Group
from sandbox.isolation.running.process import Inner
from sandbox.isolation.running.spawner import Child

_DIES_FIRST = b"1000"
"""Where the machine runs out of memory, the kernel kills all programs before the platform, whatever
the platform has: the part of the memory that a process uses counts 1000 at most."""
_SETUP_S = 10.0
"""A sandbox stands within milliseconds; a machine that takes this long is ill."""
_SEALS = fcntl.F_SEAL_WRITE | fcntl.F_SEAL_GROW | fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_SEAL
_UIDS = range(0x70000000, 0x7FFF0000)
"""Uids for sandboxes, of which systemd's table of uid ranges says that no one uses them."""
_FEW_UIDS = range(60706, 61184)
"""The same where the platform itself runs in a user namespace with 65536 uids."""


class Pipes:
    """Every descriptor of a start; what stays open is closed by ``undo``.  The child's ends get
    the numbers of `sandbox.isolation.layout`."""

    def __init__(self, undo: ExitStack, uid: int | None, filtered: bytes, launcher: bytes) -> None:
        self._open: set[int] = set()
        undo.callback(self._close_all)
        stdin, self.stdin = self._pipe()
        self.stdout, stdout = self._pipe()
        self.stderr, stderr = self._pipe()
        self._ready, ready = self._pipe()
        go, self._go = self._pipe()
        args, self._args = self._pipe()
        # A file, as bubblewrap would end at a pipe that nobody reads any more, and leave a process.
        self._errors = self._file("errors")
        rules = self._file("seccomp", filtered)
        if uid is not None:
            # Programs may open /dev/stdin and its like, for which they must own the pipe.
            for end in (stdin, stdout, stderr):
                os.fchown(end, uid, uid)
        code = (self._program(launcher),) if launcher else ()
        self._ours = (stdin, stdout, stderr, ready, go, args, rules, *code)
        nothing = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
        self._open.add(nothing)
        self.child = (nothing, nothing, self._errors, *self._ours)
        """The descriptors that bubblewrap or the launcher gets, in the order of their numbers."""

    def close_child_ends(self) -> None:
        self._close(*self._ours)

    def close_rest(self) -> None:
        """Close all but the program's pipes, which the process object owns from now on."""
        self._open.difference_update((self.stdin, self.stdout, self.stderr))
        self._close_all()

    def hand_over(self, words: Iterable[str]) -> None:
        """Tell it, which has been waiting for that, the rest of its command line."""
        data = os.fsencode("\0".join((*words, "")))
        try:
            while data:
                data = data[os.write(self._args, data) :]
        except BrokenPipeError:
            pass  # it has failed, and says why on its standard error
        self._close(self._args)

    def wait_until_it_stands(self, outer: Child) -> None:
        poll = select.poll()
        poll.register(self._ready, select.POLLIN)
        if not poll.poll(_SETUP_S * 1000):
            reason = f"a sandbox did not stand after {_SETUP_S:g} s: {self._complaint()}"
            raise MachineFault(reason, Cause.SANDBOX)
        if not os.read(self._ready, 1):
            raise self._failed(outer)

    def find_inner(self, outer: Child) -> Inner:
        """Known while the starter waits, as a program might end before we could look."""
        try:
            pid = next(iter(children(outer.pid)), 0)
            if not pid:
                raise self._failed(outer)
            return Inner(pid, os.pidfd_open(pid), next(iter(children(pid)), pid))
        except ProcessLookupError:
            raise self._failed(outer) from None

    def let_go(self) -> None:
        """Let the starter become the program."""
        with contextlib.suppress(BrokenPipeError):  # it was killed, which shows as its end
            os.write(self._go, b"\n")

    def _complaint(self) -> str:
        """The standard error of bubblewrap or the launcher, which knows errors by number alone."""
        words = os.pread(self._errors, 4096, 0).decode(errors="replace").strip()
        return re.sub(r"\berror (\d+)$", lambda found: os.strerror(int(found[1])), words)

    def _failed(self, outer: Child) -> SandboxError:
        outer.end()
        reason = self._complaint() or "no reason given"
        return MachineFault(f"no sandbox (status {outer.status}): {reason}", Cause.SANDBOX)

    def _pipe(self) -> tuple[int, int]:
        ends = os.pipe2(os.O_CLOEXEC)
        self._open.update(ends)
        return ends

    def _file(self, name: str, content: bytes = b"") -> int:
        """A descriptor of an anonymous file, at its beginning."""
        fd = os.memfd_create(name)
        self._open.add(fd)
        if content:
            os.write(fd, content)
            os.lseek(fd, 0, os.SEEK_SET)
        return fd

    def _program(self, code: bytes) -> int:
        """The same of a program that nobody can change."""
        fd = os.memfd_create("launcher", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        self._open.add(fd)
        os.write(fd, code)
        fcntl.fcntl(fd, fcntl.F_ADD_SEALS, _SEALS)
        return fd

    def _close(self, *fds: int) -> None:
        for fd in fds:
            self._open.discard(fd)
            os.close(fd)

    def _close_all(self) -> None:
        self._close(*tuple(self._open))


def place(pid: int, spec: Spec, group: Group | None) -> None:
    """Bound and pin bubblewrap while it still waits, so that all that follows is born so."""
    try:
        if group is not None:
            group.add(pid)
        if spec.cpu is not None:
            os.sched_setaffinity(pid, {spec.cpu})
        with open(f"/proc/{pid}/oom_score_adj", "wb", buffering=0) as file:
            file.write(_DIES_FIRST)
    except ProcessLookupError:
        pass  # it has failed already, which shows in the next step
    except OSError as error:
        raise SandboxError(f"the sandbox cannot be set up: {error}") from error


def fresh_uid() -> int | None:
    """The uid that bubblewrap runs as; None for our own.  Where that is root, it must be another
    before it starts: a limit on the number of processes does not bind root, whatever uid the user
    namespace shows.  A root without another uid, in a user namespace of one uid, stays."""
    if os.geteuid() != 0:
        return None
    uids = _free_uids(os.stat("/proc/self/ns/user").st_ino)
    # What `secrets` would do, which takes longer to load than a sandbox to start.
    return uids[int.from_bytes(os.urandom(8), "big") % len(uids)] if uids else None


@functools.cache
def _free_uids(namespace: int) -> range:
    """Those that this user namespace, told by its inode, has; empty where there are none."""
    for uids in (_UIDS, _FEW_UIDS):
        for line in Path("/proc/self/uid_map").read_text().splitlines():
            inside, _, count = map(int, line.split())
            if inside <= uids[-1] < inside + count:
                return uids
    return range(0)
