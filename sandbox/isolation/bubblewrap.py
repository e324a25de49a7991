"""Isolation by namespaces, a system call filter and control groups, with bubblewrap.

Works as root, which gives each sandbox a uid of its own before bubblewrap starts, and as an
ordinary user.  Spawn from the main thread: the kernel ends a sandbox with the thread that made it.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import select
import signal
import subprocess
import time
from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from sandbox.errors import SandboxError
from sandbox.isolation import cgroups, layout, seccomp
from sandbox.isolation.base import PROGRAM, Backend, Process, Spec, Usage
from sandbox.isolation.cgroups import HELPERS, Group
from sandbox.isolation.treeclock import TreeClock

_SETUP_S = 10.0
"""A sandbox stands within milliseconds; a machine where it takes so long is ill."""
_DEAD_S = 10.0
_SIGNALS = frozenset(signal.Signals)
_UIDS = range(0x70000000, 0x7FFF0000)
"""Uids for sandboxes, of which systemd's table of uid ranges says that nobody else uses them."""
_FEW_UIDS = range(60706, 61184)
"""The same where the platform itself runs in a user namespace with 65536 uids."""


class BubblewrapProcess(Process):
    """A sandbox that stands; made by `Bubblewrap.spawn` alone."""

    def __init__(
        self,
        outer: subprocess.Popen[bytes],
        inner: _Inner,
        pipes: tuple[int, int, int],
        group: Group | None,
        tree: cgroups.Tree | None,
    ) -> None:
        self.pid = outer.pid
        self.stdin, self.stdout, self.stderr = pipes
        self._outer = outer
        self._inner = inner.pidfd
        self._group = group
        self._holds_memory = tree is not None and tree.memory
        self._clock = TreeClock(inner.pid) if tree is None or not tree.cpu else None
        self._usage: Usage | None = None
        self._start = 0
        self._start = self.cpu_ns()  # bubblewrap's own work is not the program's

    def cpu_ns(self) -> int:
        if self._usage is not None:
            return self._usage.cpu_ns
        if self._clock is not None:
            return self._clock.ns() - self._start
        assert self._group is not None
        return self._group.cpu_ns() - self._start

    def usage(self) -> Usage:
        if self._usage is not None:
            return self._usage
        if self._group is None or not self._holds_memory:
            return Usage(self.cpu_ns(), None, out_of_memory=False)
        return Usage(self.cpu_ns(), self._group.peak_memory(), self._group.out_of_memory())

    def poll(self) -> int | None:
        status = self._outer.poll()
        # Bubblewrap passes a signal on as shells do.
        if status is not None and status - 128 in _SIGNALS:
            return 128 - status
        return status

    def kill(self) -> None:
        if self._inner < 0:
            return
        # Pid 1 of the namespace: the kernel ends everything else in it before it is gone itself.
        # Bubblewrap's outer process then ends too, after having waited for it: no zombie is left.
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._inner, signal.SIGKILL)
        if not _ends(self._inner, _DEAD_S):
            raise SandboxError(f"a sandbox (process {self.pid}) does not die")
        os.close(self._inner)
        self._inner = -1
        try:
            self._outer.wait(1.0)
        except subprocess.TimeoutExpired:
            self._outer.kill()
            self._outer.wait(_DEAD_S)

    def close(self) -> None:
        self.kill()
        if self._usage is None:
            self._usage = self.usage()
        self.close_stdin()
        for fd in (self.stdout, self.stderr):
            if fd >= 0:
                os.close(fd)
        self.stdout = self.stderr = -1
        if self._group is not None:
            self._group.remove()


class Bubblewrap(Backend):
    """``tree`` is where control groups are made, None for a machine without them; ``proc`` is
    False where sandboxes cannot have a /proc of their own, as in some containers."""

    name = "bubblewrap"

    def __init__(self, tree: cgroups.Tree | None, *, proc: bool = True) -> None:
        if not os.access(layout.BWRAP, os.X_OK):
            raise SandboxError(f"{layout.BWRAP} is missing; install the package bubblewrap")
        self.tree = tree
        self.proc = proc

    @property
    def weaknesses(self) -> tuple[str, ...]:
        found = []
        tree = self.tree
        if tree is None or not tree.memory:
            found.append(
                "memory is limited for each process, not for a program's processes together, and "
                "files in the scratch come on top: give the service control groups (Delegate=yes)"
            )
        if tree is None or not tree.cpu:
            found.append(
                "the CPU time of short-lived child processes can be hidden from the clocks: "
                "give the service control groups (Delegate=yes)"
            )
        if tree is None or not tree.shares:
            found.append(
                "a program with many processes can take most of a processor from the others on "
                "it: give the service control groups (Delegate=yes)"
            )
        if not self.proc:
            found.append("programs have no /proc, without which Java does not start")
        return tuple(found)

    def spawn(self, spec: Spec) -> BubblewrapProcess:
        _check(spec)
        with ExitStack() as undo:
            group = self.tree.create(spec.limits) if self.tree else None
            if group is not None:
                undo.callback(group.remove)
            uid = _fresh_uid()
            pipes = _Pipes(undo, uid)
            outer = self._start(spec, uid, pipes, undo)
            _place(outer.pid, spec, group)
            pipes.hand_over(layout.mounts(spec, proc=self.proc))
            _wait_until_it_stands(outer, pipes)
            inner = _find_inner(outer, pipes)
            undo.callback(os.close, inner.pidfd)
            process = BubblewrapProcess(outer, inner, pipes.program(), group, self.tree)
            pipes.let_go()
            undo.pop_all()
        pipes.close_rest()
        return process

    def _start(
        self, spec: Spec, uid: int | None, pipes: _Pipes, undo: ExitStack
    ) -> subprocess.Popen[bytes]:
        limits = layout.ulimits(
            spec.limits,
            address_space=self.tree is None or not self.tree.memory,
            processes=spec.limits.processes + HELPERS,
        )
        seccomp_fd = _memory_file("seccomp", seccomp.program(spec.profile))
        try:
            outer = subprocess.Popen(
                [
                    *(layout.BWRAP, *layout.namespaces(seccomp_fd, pipes.info)),
                    *("--args", str(pipes.args[0]), "--"),
                    *layout.starter(pipes.stdin[0], pipes.stdout[1], pipes.stderr[1],
                                    pipes.ready[1], pipes.go[0], limits),
                    *spec.argv,
                ],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=pipes.errors,
                pass_fds=(seccomp_fd, pipes.info, *pipes.child_ends()),
                env={},
                cwd="/",
                user=uid,
                group=uid,
                extra_groups=None if uid is None else [],
            )  # fmt: skip
        except (OSError, subprocess.SubprocessError) as error:
            raise SandboxError(f"{layout.BWRAP} does not start: {error}") from error
        finally:
            os.close(seccomp_fd)
        undo.callback(outer.wait)
        undo.callback(outer.kill)
        pipes.close_child_ends()
        return outer


class _Pipes:
    """Every pipe of a sandbox as (read end, write end); what stays open is closed by ``undo``."""

    def __init__(self, undo: ExitStack, uid: int | None) -> None:
        self._open: set[int] = set()
        undo.callback(self._close_all)
        self.stdin, self.stdout, self.stderr = self._pipe(), self._pipe(), self._pipe()
        self.args, self.ready, self.go = self._pipe(), self._pipe(), self._pipe()
        # Files, as bubblewrap would end at a pipe that nobody reads any more, and leave a process.
        self.info, self.errors = _memory_file("info", b""), _memory_file("errors", b"")
        self._open.update((self.info, self.errors))
        if uid is not None:
            # Programs may open /dev/stdin and its like, for which they must own the pipe.
            for end, _ in (self.stdin, self.stdout, self.stderr):
                os.fchown(end, uid, uid)

    def child_ends(self) -> tuple[int, ...]:
        pipes_in, pipes_out = (
            (self.stdin, self.args, self.go),
            (self.stdout, self.stderr, self.ready),
        )
        return (*(read for read, _ in pipes_in), *(write for _, write in pipes_out))

    def program(self) -> tuple[int, int, int]:
        return self.stdin[1], self.stdout[0], self.stderr[0]

    def close_child_ends(self) -> None:
        self._close(*self.child_ends())

    def close_rest(self) -> None:
        """Close all but the program's pipes, which the process object owns from now on."""
        self._open.difference_update(self.program())
        self._close_all()

    def hand_over(self, words: Iterable[str]) -> None:
        """Tell bubblewrap, which has been waiting for it, the rest of its command line."""
        data = b"".join(os.fsencode(word) + b"\0" for word in words)
        try:
            while data:
                data = data[os.write(self.args[1], data) :]
        except BrokenPipeError:
            pass  # it has failed, and says why on its standard error
        self._close(self.args[1])

    def let_go(self) -> None:
        """Let the starter become the program."""
        with contextlib.suppress(BrokenPipeError):  # it was killed, which shows as its end
            os.write(self.go[1], b".")

    def complaint(self) -> str:
        """What bubblewrap or the starter said on standard error."""
        return os.pread(self.errors, 4096, 0).decode(errors="replace").strip()

    def _pipe(self) -> tuple[int, int]:
        ends = os.pipe2(os.O_CLOEXEC)
        self._open.update(ends)
        return ends

    def _close(self, *fds: int) -> None:
        for fd in fds:
            self._open.discard(fd)
            os.close(fd)

    def _close_all(self) -> None:
        self._close(*tuple(self._open))


def _check(spec: Spec) -> None:
    """What would fail inside, where it would look like the program's own failure."""
    if not spec.files.is_dir():
        raise SandboxError(f"there is no folder {spec.files} with the program's files")
    program = spec.argv[0]
    if not program.startswith("/"):
        raise SandboxError(f"{program} is not an absolute path inside the sandbox")
    if program.startswith(f"{PROGRAM}/"):
        host = spec.files / program.removeprefix(f"{PROGRAM}/")
        if not host.is_file() or not host.stat().st_mode & 0o111:
            raise SandboxError(
                f"{program} is not an executable file of the program in {spec.files}"
            )
    elif program.startswith("/usr/") and not Path(program).exists():
        raise SandboxError(f"{program} is missing on this machine; install it")


def _place(pid: int, spec: Spec, group: Group | None) -> None:
    """Bound and pin bubblewrap while it still waits, so that all that follows is born so."""
    try:
        if group is not None:
            group.add(pid)
        if spec.cpu is not None:
            os.sched_setaffinity(pid, {spec.cpu})
        # Should the whole machine run out of memory, programs die before the platform does.
        Path(f"/proc/{pid}/oom_score_adj").write_text("500")
    except ProcessLookupError:
        pass  # it has failed already, which shows in the next step
    except OSError as error:
        raise SandboxError(f"the sandbox cannot be set up: {error}") from error


@dataclass(frozen=True, slots=True)
class _Inner:
    """Pid 1 of a sandbox, as it is called out here.  The descriptor is never another process's."""

    pid: int
    pidfd: int


def _find_inner(outer: subprocess.Popen[bytes], pipes: _Pipes) -> _Inner:
    """Known while the starter waits, as a program might end before we could look."""
    match = re.search(rb'"child-pid": (\d+)', os.pread(pipes.info, 4096, 0))
    if match is None:
        raise _failed(outer, pipes)
    try:
        return _Inner(int(match[1]), os.pidfd_open(int(match[1])))
    except ProcessLookupError:
        raise _failed(outer, pipes) from None


def _wait_until_it_stands(outer: subprocess.Popen[bytes], pipes: _Pipes) -> None:
    poll = select.poll()
    poll.register(pipes.ready[0], select.POLLIN)
    if not poll.poll(_SETUP_S * 1000):
        outer.kill()
        raise SandboxError(f"a sandbox did not stand after {_SETUP_S:g} s: {pipes.complaint()}")
    if not os.read(pipes.ready[0], 1):
        raise _failed(outer, pipes)


def _failed(outer: subprocess.Popen[bytes], pipes: _Pipes) -> SandboxError:
    outer.kill()
    status = outer.wait()
    reason = pipes.complaint() or "no reason given"
    return SandboxError(f"no sandbox (bubblewrap's status {status}): {reason}")


def _fresh_uid() -> int | None:
    """Who bubblewrap runs as; None for who we are.  Where that is root, it must be somebody else
    before it starts: a limit on the number of processes does not bind root, whatever uid the user
    namespace shows.  A root that can be nobody else, in a user namespace of one uid, stays."""
    if os.geteuid() != 0:
        return None
    for uids in (_UIDS, _FEW_UIDS):
        if _is_mapped(uids[-1]):
            return secrets.choice(uids)
    return None


def _is_mapped(uid: int) -> bool:
    for line in Path("/proc/self/uid_map").read_text().splitlines():
        inside, _, count = map(int, line.split())
        if inside <= uid < inside + count:
            return True
    return False


def _ends(pidfd: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(pidfd, select.POLLIN)
    deadline = time.monotonic() + seconds
    while (left := deadline - time.monotonic()) > 0:
        if poll.poll(left * 1000):
            return True
    return False


def _memory_file(name: str, content: bytes) -> int:
    """A descriptor of an anonymous file, at its beginning."""
    fd = os.memfd_create(name)
    os.write(fd, content)
    os.lseek(fd, 0, os.SEEK_SET)
    return fd
