"""Programs of the author's own, run as plain processes: no sandbox is around them."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from games.texts import printable
from sandbox.foreign.command.guardian import descendants
from sandbox.foreign.command.loop import CHUNK, READ, Loop, Outbox

STDERR_BYTES = 256 << 10
"""The length of a program's standard error that is passed on, at most."""

_PR_SET_PDEATHSIG = 1
_STATUS_NS = 200_000_000
_libc = ctypes.CDLL(None)


def _die_with_us() -> None:
    _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


class Child:
    """A running program, in a session of its own.  OSError where it cannot be started.

    Standard error is passed on from the start, each line with ``label``.  Standard output and the
    end of the program are left alone until `listen` says who wants them.
    """

    def __init__(
        self, loop: Loop, label: str, argv: Sequence[str], env: dict[str, str] | None = None
    ) -> None:
        self.label = label
        self._loop = loop
        self._process = subprocess.Popen(
            argv,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=env,
            bufsize=0,
            start_new_session=True,
            preexec_fn=_die_with_us,  # noqa: PLW1509 - there are no threads
        )
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self.inbox = Outbox(loop, os.dup(stdin.fileno()))
        stdin.close()
        self._stdout, self._stderr = stdout, stderr
        self._pidfd = os.pidfd_open(self._process.pid)
        self._output: Callable[[bytes], None] | None = None
        self._end: Callable[[int | None], None] | None = None
        self._paused = False
        self._closed = False
        self.due: int | None = None
        """When to call `tick`: it has closed its output, and its exit status is waited for."""
        self._errors = Errors(label)
        for stream in (stdout, stderr):
            os.set_blocking(stream.fileno(), False)
        loop.watch(stderr.fileno(), READ, self._read_stderr)

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def running(self) -> bool:
        return self._process.poll() is None

    def listen(self, output: Callable[[bytes], None], end: Callable[[int | None], None]) -> None:
        """From now on tell what the program says, and of its end: once, after all output."""
        self._output, self._end = output, end
        self._loop.watch(self._stdout.fileno(), READ, self._read_stdout)
        self._loop.watch(self._pidfd, READ, self._on_exit)

    def pause(self, paused: bool) -> None:
        """Leave what it says in its pipe for now, or read on."""
        if self._output is not None and self.due is None and paused != self._paused:
            self._paused = paused
            self._loop.watch(self._stdout.fileno(), 0 if paused else READ, self._read_stdout)
            self._loop.watch(self._pidfd, 0 if paused else READ, self._on_exit)

    def tick(self, now: int) -> None:
        if self.due is not None and now >= self.due:
            self._report(self._process.poll())

    def settle(self) -> None:
        """Report at once what it said last and its end, if it has ended."""
        if self._output is not None and not self.running:
            self._on_exit()

    def kill(self) -> None:
        """End the program and what it has started, as far as that is still below it."""
        self._output = self._end = None
        self.due = None
        pids = [self._process.pid, *descendants(self._process.pid)] if self.running else []
        for pid in pids:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._close()

    def _close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self.inbox.close()
        for _ in range(STDERR_BYTES // CHUNK + 1):  # somebody may still be writing
            if not self._read_stderr():
                break
        for stream in (self._stdout, self._stderr):
            self._loop.remove(stream.fileno())
            stream.close()
        self._loop.remove(self._pidfd)
        os.close(self._pidfd)
        self._errors.finish()

    def _read_stdout(self) -> bool:
        """Take one chunk; whether there may be more."""
        try:
            data = os.read(self._stdout.fileno(), CHUNK)
        except BlockingIOError:
            return False
        if not data:
            # The end of a pipe is seen a moment before the exit status of its last writer.
            self._loop.remove(self._stdout.fileno())
            self.due = time.monotonic_ns() + _STATUS_NS
            return False
        if self._output is not None:
            self._output(data)
        return self._output is not None and not self._closed

    def _on_exit(self) -> None:
        """It has ended, whoever may still hold its output."""
        while not self._closed and self.due is None and self._read_stdout():
            pass
        self._report(self._process.poll())

    def _report(self, status: int | None) -> None:
        if self._closed:
            return
        self.due = None
        self._loop.remove(self._pidfd)
        self._loop.remove(self._stdout.fileno())
        end = self._end
        self._output = self._end = None
        if end is not None:
            end(status)

    def _read_stderr(self) -> bool:
        """Pass one chunk on; whether there may be more."""
        try:
            data = os.read(self._stderr.fileno(), CHUNK)
        except BlockingIOError:
            return False
        if data:
            self._errors.take(data)
        else:
            self._loop.remove(self._stderr.fileno())
        return bool(data)


class Errors:
    """Passes a program's standard error on, a line at a time, up to a limit."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._left = STDERR_BYTES
        self._line = bytearray()

    def take(self, data: bytes) -> None:
        if self._left <= 0:
            return
        self._line += data[: self._left]
        self._left -= len(data)
        *lines, rest = self._line.split(b"\n")
        self._line = rest
        for line in lines:
            self._print(line)
        if self._left <= 0:
            self.finish()
            self._print(b"(more than can be shown: the rest is dropped)")

    def finish(self) -> None:
        """The rest of the output is a line as well."""
        if self._line:
            self._print(self._line)
            self._line = bytearray()

    def _print(self, line: bytes | bytearray) -> None:
        shown = printable(line.decode(errors="replace"))
        with suppress(OSError):
            print(f"[{self._label}] {shown}", file=sys.stderr, flush=True)
