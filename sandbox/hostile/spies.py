"""Rows: programs that are after an opponent, or would talk to an accomplice."""

from __future__ import annotations

import ctypes

from sandbox.hostile.alone import Alone, Beside
from sandbox.hostile.grounds import EVERYTHING
from sandbox.hostile.kinds import Hostile, Kind, Refused
from sandbox.isolation.base import Wall

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


SPIES: tuple[Hostile, ...] = (
    Beside(
        name="list of processes",
        tries="find the opponent among the processes it can see",
        kind=Kind.SPY,
        program="list_processes.py",
        required=Refused("nobody"),
        walls=frozenset({Wall.PROCESSES}),
        finds="the opponent",
    ),
    Beside(
        name="killer",
        tries="kill the opponent by its number on the host",
        kind=Kind.SPY,
        program="signal_victim.py",
        arguments=("{pid}",),
        required=Refused("ESRCH"),
        walls=frozenset({Wall.PROCESSES, Wall.USER}),
        kills=True,
    ),
    Beside(
        name="opponent's files",
        tries="find the opponent's files in shared folders and through /proc",
        kind=Kind.SPY,
        program="victim_files.py",
        arguments=("{pid}",),
        required=Refused("none"),
        walls=EVERYTHING,
        finds="the opponent's file",
    ),
    Beside(
        name="opponent's memory",
        tries="read the opponent's memory through /proc",
        kind=Kind.SPY,
        program="victim_memory.py",
        arguments=_POINTED,
        required=_ABSENT,
        walls=EVERYTHING,
        finds="the opponent's secret",
    ),
    Beside(
        name="opponent's pipes",
        tries="open the opponent's pipe through /proc",
        kind=Kind.SPY,
        program="victim_pipes.py",
        arguments=_POINTED,
        required=_ABSENT,
        walls=EVERYTHING,
        finds="the opponent's secret",
    ),
    Beside(
        name="process_vm_readv",
        tries="read the opponent's memory by a system call",
        kind=Kind.SPY,
        program="vm_readv.c",
        arguments=_POINTED,
        required=_FORBIDDEN,
        walls=EVERYTHING,
        finds="the opponent's secret",
    ),
    Beside(
        name="debugger",
        tries="attach to the opponent as a debugger does",
        kind=Kind.SPY,
        program="ptrace_victim.c",
        arguments=_POINTED,
        required=_FORBIDDEN,
        walls=EVERYTHING,
    ),
    Beside(
        name="pidfd_getfd",
        tries="take a descriptor out of the opponent",
        kind=Kind.SPY,
        program="pidfd_getfd.c",
        arguments=_POINTED,
        required=Refused("ESRCH"),
        walls=EVERYTHING,
        finds="the opponent's secret",
    ),
    Beside(
        name="file lock",
        tries="hear from an accomplice by a lock on a file that both can read",
        kind=Kind.SPY,
        program="lock_channel.py",
        victim="lock_victim.py",
        required=_FORBIDDEN,
        walls=_CALLS,
    ),
    Alone(
        name="times of a device",
        tries="leave a message in the times of a device that all share",
        kind=Kind.SPY,
        program="device_times.py",
        required=_FORBIDDEN,
        walls=_CALLS,
    ),
    Beside(
        name="inotify",
        tries="see when the opponent opens a file that both can read",
        kind=Kind.SPY,
        program="inotify.c",
        required=_FORBIDDEN,
        walls=_CALLS,
    ),
    Beside(
        name="keyring",
        tries="hear from an accomplice by a key in the kernel's keyring",
        kind=Kind.SPY,
        program="keyring.c",
        arguments=("get", "{secret}"),
        victim="keyring.c",
        victims_arguments=("put",),
        required=_FORBIDDEN,
        walls=_CALLS,
        finds="the message",
        before=_open_session,
    ),
    Beside(
        name="shared memory of System V",
        tries="hear from an accomplice by shared memory with a number",
        kind=Kind.SPY,
        program="sysv_shm.c",
        arguments=("get", "{secret}"),
        victim="sysv_shm.c",
        victims_arguments=("put",),
        required=Refused("ENOSYS"),
        walls=_CALLS_AND_IPC,
        finds="the message",
    ),
    Beside(
        name="POSIX message queue",
        tries="hear from an accomplice by a queue with a name",
        kind=Kind.SPY,
        program="posix_queue.c",
        arguments=("get", "{secret}"),
        victim="posix_queue.c",
        victims_arguments=("put",),
        required=Refused("ENOSYS"),
        walls=_CALLS_AND_IPC,
        finds="the message",
    ),
    Alone(
        name="abstract socket",
        tries="connect to a socket that has a name and no file",
        kind=Kind.SPY,
        program="abstract_socket.py",
        arguments=("{abstract}",),
        required=_FORBIDDEN,
        walls=frozenset({Wall.CALLS, Wall.NETWORK}),
    ),
)
