"""The two processes of a judger: one does the work, the other sees to it that nothing outlives it.

If the worker is killed, its guardian ends all the programs.  If the guardian is killed, which is
the process that people see, the worker is told to stop and ends them.  Each adopts what the
programs leave behind, daemons included.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Callable
from types import FrameType

from sandbox.foreign.command.tree import adopt_orphans, end_descendants
from sandbox.judger.signals import Terminated, die_with_parent

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
