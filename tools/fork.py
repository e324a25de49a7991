"""A child process that goes on with what its parent has loaded, instead of a program of its own.

The parent must have one thread only.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

_LIBC = ctypes.CDLL(None)
_PR_SET_PDEATHSIG = 1


def die_with_parent() -> None:
    """Let the kernel kill this process when its parent ends."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


class Fork:
    """What `subprocess.Popen` is for a program: the child runs ``main`` and ends with its status.

    It leads a session of its own, has ``stdout`` and ``stderr`` (descriptors) as its outputs and no
    other file of its parent's.
    """

    def __init__(self, main: Callable[[], object], stdout: int, stderr: int) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        parent = os.getpid()
        self.returncode: int | None = None
        self.pid = os.fork()
        if self.pid == 0:
            _become(main, stdout, stderr, parent)
        self._pidfd = os.pidfd_open(self.pid)

    def poll(self) -> int | None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(0)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """The exit status; `subprocess.TimeoutExpired` after ``timeout`` seconds."""
        if self.returncode is None:
            if not select.select([self._pidfd], [], [], timeout)[0]:
                raise subprocess.TimeoutExpired("fork", timeout or 0.0)
            self.returncode = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            os.close(self._pidfd)
        return self.returncode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


def _become(main: Callable[[], object], stdout: int, stderr: int, parent: int) -> NoReturn:
    """Run as the child: drop everything of the parent, and never return to the parent's code."""
    status = 1
    try:
        os.setsid()
        die_with_parent()
        if os.getppid() != parent:
            os._exit(1)
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.dup2(os.dup(stderr), 2)  # a copy: one of the two may be the other's number
        os.dup2(stdout, 1)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        main()
        status = 0
    except SystemExit as leaving:
        status = _status(leaving.code)
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _status(code: object) -> int:
    """The exit status that Python gives to an argument of `sys.exit`."""
    if code is None or isinstance(code, int):
        return code or 0
    sys.stderr.write(f"{code}\n")
    return 1
