"""Rows: programs that are after an opponent, or would talk to an accomplice."""

from __future__ import annotations

import ctypes
import os
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sandbox.isolation.base import PROGRAM, Wall
from sandbox.tests.hostile import files
from sandbox.tests.hostile.alone import Alone, Beside
from sandbox.tests.hostile.grounds import EVERYTHING
from sandbox.tests.hostile.kinds import Fact, Hostile, Refused, Required, possible

_CALLS = frozenset({Wall.CALLS})
_CALLS_AND_IPC = frozenset({Wall.CALLS, Wall.IPC})
_POINTED = ("{pid}", "{said0}", "{said1}", "{said2}")
_ABSENT = Refused("ENOENT")
_FORBIDDEN = Refused("EPERM")
_KEYCTL = 250
_JOIN_SESSION = 1


def _open_session() -> None:
    """Give this process a session keyring, as a log-in does, which its children inherit."""
    ctypes.CDLL(None).syscall(_KEYCTL, _JOIN_SESSION, None)


def _peek(name: str, tries: str, program: str, required: Required) -> Beside:
    """A look for the secret that the opponent has in its memory."""
    return Beside(
        name=name,
        tries=tries,
        program=program,
        arguments=_POINTED,
        required=required,
        walls=EVERYTHING,
        finds="the opponent's secret",
    )


def _channel(
    name: str,
    tries: str,
    program: str,
    required: Required,
    walls: frozenset[Wall],
    before: Callable[[], object] = possible,
) -> Beside:
    """A message from an accomplice, which is the same program."""
    return Beside(
        name=name,
        tries=tries,
        program=program,
        arguments=("get", "{secret}"),
        victim=program,
        victims_arguments=("put",),
        required=required,
        walls=walls,
        finds="the message",
        before=before,
    )


def _letter_box(
    call: str,
    tries: str,
    reason: str,
    walls: frozenset[Wall] = _CALLS,
    unless: Fact = possible,
) -> Alone:
    """A call that asks or changes what all sandboxes see of a file that they can read."""
    return Alone(
        name=f"page cache: {call}",
        tries=tries,
        program="page_cache.c",
        arguments=(call,),
        required=Refused(reason),
        walls=walls,
        unless=unless,
    )


def _kernel_before(major: int, minor: int) -> str:
    found = tuple(map(int, re.findall(r"\d+", os.uname().release)[:2]))
    return "" if found >= (major, minor) else f"Linux {major}.{minor} brought the call"


def _no_merging() -> str:
    return "" if Path("/sys/kernel/mm/ksm").exists() else "this kernel merges no memory"


def _no_times() -> str:
    noted = not os.statvfs(files.folder()).f_flag & os.ST_NOATIME
    return "" if noted else "this file system notes no times of access"


_PAGE_CACHE = (
    _letter_box("fadvise64", "drop a shared file from the page cache", "EPERM"),
    _letter_box("readahead", "fetch a shared file into the page cache", "EPERM"),
    _letter_box("preadv2", "see by RWF_NOWAIT whether a page is in the page cache", "ENOSYS"),
    _letter_box("mincore", "ask which pages of a shared file are in memory", "ENOSYS"),
    _letter_box(
        "cachestat",
        "count the pages of a shared file that are in memory",
        "ENOSYS",
        frozenset({Wall.CALLS, Wall.USER}),
        partial(_kernel_before, 6, 5),
    ),
    _letter_box("cold", "let the kernel drop pages of a shared file first", "ENOSYS"),
    _letter_box("pageout", "have the kernel drop pages of a shared file", "ENOSYS"),
    _letter_box(
        "mergeable",
        "share equal pages of memory with an accomplice",
        "ENOSYS",
        unless=_no_merging,
    ),
    _letter_box("sync range", "have pages of a shared file written", "ENOSYS"),
    _letter_box("lock", "lock a shared file by its open description", "ENOSYS"),
    Alone(
        name="time of access",
        tries="leave the time of a reading in a file that others read",
        program="read_time.py",
        arguments=(f"{PROGRAM}/{files.SCENT}",),
        required=Refused("none"),
        walls=frozenset({Wall.READ_ONLY}),
        unless=_no_times,
    ),
    Alone(
        name="machine's statistics",
        tries="read numbers of the machine that an accomplice can move",
        program="machine_statistics.py",
        required=Refused("none"),
        walls=frozenset({Wall.PROCESSES}),
    ),
)

SPIES: tuple[Hostile, ...] = (
    *_PAGE_CACHE,
    Beside(
        name="list of processes",
        tries="find the opponent among the processes it can see",
        program="list_processes.py",
        required=Refused("nobody"),
        walls=frozenset({Wall.PROCESSES}),
        finds="the opponent",
    ),
    Beside(
        name="killer",
        tries="kill the opponent by its number on the host",
        program="signal_victim.py",
        arguments=("{pid}",),
        required=Refused("ESRCH"),
        walls=frozenset({Wall.PROCESSES, Wall.USER}),
        kills=True,
    ),
    Beside(
        name="opponent's files",
        tries="find the opponent's files in shared folders and through /proc",
        program="victim_files.py",
        arguments=("{pid}",),
        required=Refused("none"),
        walls=EVERYTHING,
        finds="the opponent's file",
    ),
    _peek(
        "opponent's memory", "read the opponent's memory through /proc", "victim_memory.py", _ABSENT
    ),
    _peek("opponent's pipes", "open the opponent's pipe through /proc", "victim_pipes.py", _ABSENT),
    _peek(
        "process_vm_readv", "read the opponent's memory by a system call", "vm_readv.c", _FORBIDDEN
    ),
    Beside(
        name="debugger",
        tries="attach to the opponent as a debugger does",
        program="ptrace_victim.c",
        arguments=_POINTED,
        required=_FORBIDDEN,
        walls=EVERYTHING,
    ),
    _peek(
        "pidfd_getfd", "take a descriptor out of the opponent", "pidfd_getfd.c", Refused("ESRCH")
    ),
    Beside(
        name="file lock",
        tries="hear from an accomplice by a lock on a file that both can read",
        program="lock_channel.py",
        victim="lock_victim.py",
        required=_FORBIDDEN,
        walls=_CALLS,
    ),
    Alone(
        name="times of a device",
        tries="leave a message in the times of a device that all share",
        program="device_times.py",
        required=_FORBIDDEN,
        walls=_CALLS,
    ),
    Beside(
        name="inotify",
        tries="see when the opponent opens a file that both can read",
        program="inotify.c",
        required=_FORBIDDEN,
        walls=_CALLS,
    ),
    _channel(
        "keyring",
        "hear from an accomplice by a key in the kernel's keyring",
        "keyring.c",
        _FORBIDDEN,
        _CALLS,
        before=_open_session,
    ),
    _channel(
        "shared memory of System V",
        "hear from an accomplice by shared memory with a number",
        "sysv_shm.c",
        Refused("ENOSYS"),
        _CALLS_AND_IPC,
    ),
    _channel(
        "POSIX message queue",
        "hear from an accomplice by a queue with a name",
        "posix_queue.c",
        Refused("ENOSYS"),
        _CALLS_AND_IPC,
    ),
    Alone(
        name="abstract socket",
        tries="connect to a socket that has a name and no file",
        program="abstract_socket.py",
        arguments=("{abstract}",),
        required=_FORBIDDEN,
        walls=frozenset({Wall.CALLS, Wall.NETWORK}),
    ),
)
