"""The two processes of a judger: one does the work, the other sees to it that nothing outlives it.

If the worker is killed, its guardian ends all the programs.  If the guardian is killed, which is
the process that people see, the worker is told to stop and ends them.  Each adopts what the
programs leave behind, daemons included.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from types import FrameType

from sandbox.errors import SandboxError
from sandbox.isolation import proctree
from sandbox.judger.signals import Terminated, die_with_parent

_PR_SET_CHILD_SUBREAPER = 36
_PATIENCE_S = 10


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, so that none gets lost."""
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise SandboxError(f"prctl(PR_SET_CHILD_SUBREAPER): {os.strerror(ctypes.get_errno())}")


def descendants(root: int) -> list[int]:
    """All living processes below ``root``, in whatever session or group they are."""
    return [pid for pid in proctree.descendants(root) if proctree.lives(pid)]


def reap_orphans(known: set[int]) -> None:
    """Take the exit statuses of adopted processes; of ``known`` ones somebody else does."""
    for pid in proctree.children(os.getpid()):
        if pid not in known:
            with suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)


def end_descendants() -> None:
    """Kill everything below this process, again and again until nothing is left, zombies included.

    They would go to the machine's first process, which in a container may leave them for ever.
    """
    until = time.monotonic() + _PATIENCE_S
    while (left := descendants(os.getpid())) and time.monotonic() < until:
        for pid in left:
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.005)
        _reap()
    _reap()


def _reap() -> None:
    """Take the exit statuses of all children that have ended."""
    with suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


INTERRUPTED = 130
STOPPED = 143

_PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def keep(work: Callable[[], int]) -> int:
    """Do ``work`` in a process of its own and return its status; every program is dead then."""
    adopt_orphans()
    sys.stdout.flush()
    sys.stderr.flush()
    signal.pthread_sigmask(signal.SIG_BLOCK, _PASSED_ON)
    guardian = os.getpid()
    worker = os.fork()
    if worker == 0:
        os._exit(_work(work, guardian))
    for number in _PASSED_ON:
        signal.signal(number, lambda number, _frame: os.kill(worker, number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _PASSED_ON)
    _, status = os.waitpid(worker, 0)
    for number in _PASSED_ON:
        signal.signal(number, signal.SIG_IGN)
    end_descendants()
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _work(work: Callable[[], int], guardian: int) -> int:
    status = STOPPED
    try:
        for number in _PASSED_ON:
            signal.signal(number, _interrupt)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _PASSED_ON)
        adopt_orphans()
        die_with_parent(guardian)
        status = work()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (Terminated, BrokenPipeError):
        status = STOPPED  # told to stop, or nobody reads what we say
    except BaseException:
        traceback.print_exc()
        status = 1
    finally:
        for number in _PASSED_ON:
            signal.signal(number, signal.SIG_IGN)
        end_descendants()
        _flush()
    return status


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _interrupt(number: int, _frame: FrameType | None) -> None:
    """Only the first signal counts: clean-up is not disturbed."""
    for other in _PASSED_ON:
        signal.signal(other, signal.SIG_IGN)
    raise KeyboardInterrupt if number == signal.SIGINT else Terminated
