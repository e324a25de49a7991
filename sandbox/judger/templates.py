"""Judgers that start as forks of a template (`sandbox.judger.template`), for a worker.

A judger that starts from nothing loads Python, itself and its game; a fork has all of that.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from sandbox.errors import SandboxError
from sandbox.judger.client import ROOT, JudgerProcess, environment
from sandbox.judger.job import Job
from sandbox.judger.template import IDLE_S, LEAST_AVAILABLE, Key

START_S = 30.0
"""A template answers within milliseconds once it has loaded its game."""
ENDING_S = 1.0
"""A process that has closed its sockets has ended a moment later."""
_LOST = -signal.SIGKILL
"""The status of a judger whose template was killed, and so was it."""


class ForkedJudger:
    """A judger that a template has forked.  ``told`` gives its pid, then its exit status."""

    def __init__(self, told: socket.socket) -> None:
        self._told = told
        told.settimeout(START_S)
        data, descriptors, _, _ = socket.recv_fds(told, 64, 1)
        if not descriptors:
            raise ConnectionError("the template of the judger has ended")
        first, _, self._rest = data.partition(b"\n")
        self.pid = int(first)
        self._pidfd = descriptors[0]
        self._status: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        if self._status is None:
            self._told.settimeout(timeout)
            try:
                while b"\n" not in self._rest and (data := self._told.recv(64)):
                    self._rest += data
            except TimeoutError:
                raise subprocess.TimeoutExpired("judger", timeout or 0.0) from None
            except ConnectionError:
                self._rest = b""
            self._status = int(self._rest) if self._rest else _LOST
            self._told.close()
            os.close(self._pidfd)
        return self._status

    def send_signal(self, sig: int) -> None:
        if self._status is None:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self._pidfd, sig)


class Templates:
    """The template of this process, started when it is first needed and again where it has ended.

    Use it from the main thread: the template ends with the thread that started it.
    """

    def __init__(self, *, idle_s: float = IDLE_S, least_available: float = LEAST_AVAILABLE) -> None:
        self._bounds = idle_s, least_available
        self._process: subprocess.Popen[bytes] | None = None
        self._requests: socket.socket | None = None

    @property
    def pid(self) -> int | None:
        """The process of the template; None before the first match."""
        return None if self._process is None else self._process.pid

    def start(self, job: Job, descriptors: Sequence[int]) -> JudgerProcess:
        """A `sandbox.judger.client.Start`.

        `OSError` where it loses its templates, as those that are killed, `SandboxError` where
        they end or hang by themselves.
        """
        key = Key.of(job)
        try:
            return self._ask(key, descriptors)
        except OSError:  # it was killed since the last match
            self.close()
        try:
            return self._ask(key, descriptors)
        except OSError as error:
            if isinstance(error, TimeoutError) or self._has_left():
                raise SandboxError(f"no judger could be started: {error}") from error
            raise

    def _has_left(self) -> bool:
        """Whether the common template has ended by itself.  One that lives has lost its game's."""
        with suppress(subprocess.TimeoutExpired):
            return self._process is not None and self._process.wait(ENDING_S) >= 0
        return False

    def _ask(self, key: Key, descriptors: Sequence[int]) -> ForkedJudger:
        if self._requests is None:
            self._requests = self._begin()
        ours, theirs = socket.socketpair()
        with theirs:
            socket.send_fds(self._requests, [key.to_bytes()], [*descriptors, theirs.fileno()])
        return ForkedJudger(ours)

    def _begin(self) -> socket.socket:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "sandbox.judger.template", *map(str, self._bounds)],
                cwd=ROOT,
                env=environment(),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        return ours

    def close(self) -> None:
        """End the template, and with it the judgers that still play."""
        if self._requests is not None:
            self._requests.close()
            self._requests = None
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
            self._process = None
