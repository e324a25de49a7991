"""Rows: ways out of a sandbox, into the kernel, and onto the network."""

from __future__ import annotations

import os
import platform
import signal
from pathlib import Path

from sandbox.hostile.alone import Alone
from sandbox.hostile.grounds import EVERYTHING
from sandbox.hostile.kinds import Died, Hostile, Kind, Refused, Required
from sandbox.isolation.base import Wall

_CALLS = frozenset({Wall.CALLS})
_NETWORK = frozenset({Wall.CALLS, Wall.NETWORK})
_FORBIDDEN = Refused("EPERM")
_UNKNOWN = Refused("ENOSYS")
_SYSCTL = Path("/proc/sys")


def _setting(name: str) -> int:
    """A setting of the kernel's; 0 where it has none of that name."""
    try:
        return int((_SYSCTL / name).read_text())
    except OSError:
        return 0


def _only_root_loads() -> str:
    if not Path("/proc/modules").exists():
        return "this kernel has no modules"
    return "" if os.geteuid() == 0 else "only root may load modules"


def _only_root_has_bpf() -> str:
    closed = _setting("kernel/unprivileged_bpf_disabled") != 0 and os.geteuid() != 0
    return "this kernel has bpf for root alone" if closed else ""


def _no_rings() -> str:
    return "this kernel has io_uring switched off" if _setting("kernel/io_uring_disabled") else ""


def _no_counters() -> str:
    closed = _setting("kernel/perf_event_paranoid") > 2
    return "this kernel has performance counters for root alone" if closed else ""


def _no_typing() -> str:
    path = _SYSCTL / "dev/tty/legacy_tiocsti"
    closed = path.exists() and _setting("dev/tty/legacy_tiocsti") == 0
    return "this kernel lets nobody type into a terminal" if closed else ""


def _no_i386() -> str:
    return "" if platform.machine() == "x86_64" else "this processor has no other table"


def _no_x32() -> str:
    """No kernel says whether it has the table: Debian's has it switched off at start."""
    x32 = "syscall.x32=y" in Path("/proc/cmdline").read_text()
    return "" if x32 else "this kernel has no table of x32"


def _one_cpu() -> str:
    return "this machine has one processor" if os.cpu_count() == 1 else ""


_TABLE = Died(signal.SIGSYS) if platform.machine() == "x86_64" else _UNKNOWN


def _call(name: str, tries: str, program: str, required: Required = _FORBIDDEN) -> Alone:
    """An attack by a system call that only the filter stands against."""
    return Alone(
        name=name,
        tries=tries,
        kind=Kind.ESCAPE,
        program=program,
        required=required,
        walls=_CALLS,
    )


ESCAPES: tuple[Hostile, ...] = (
    _call("unshare", "become root of a user namespace of its own", "unshare.c"),
    _call("clone", "make a child in a user namespace", "clone.c", _UNKNOWN),
    _call("clone3", "the same by a call that hides its flags", "clone3.c", _UNKNOWN),
    _call("setns", "enter another namespace", "setns.c"),
    _call("mount", "mount over a folder", "mount.c"),
    _call("pivot_root", "exchange the root", "pivot_root.c"),
    _call("chroot", "change the root", "chroot.c"),
    _call("userfaultfd", "handle its own page faults, to win races", "userfaultfd.c"),
    _call("ptrace", "debug a child, and change its calls behind the filter", "ptrace_child.c"),
    _call("memfd that executes", "run a program that is in no file", "memfd_exec.c"),
    _call("file handle", "learn the number of a file, to open it from outside", "file_handle.c"),
    _call(
        "personality", "switch off what makes addresses hard to guess", "personality.c", _UNKNOWN
    ),
    _call("raw socket", "see whole packets, as root of a nested namespace", "raw_socket.c"),
    Alone(
        name="io_uring",
        tries="make system calls that no filter sees",
        kind=Kind.ESCAPE,
        program="io_uring.c",
        required=_FORBIDDEN,
        walls=_CALLS,
        unless=_no_rings,
    ),
    Alone(
        name="bpf",
        tries="put a table into the kernel",
        kind=Kind.ESCAPE,
        program="bpf.c",
        required=_FORBIDDEN,
        walls=EVERYTHING,
        unless=_only_root_has_bpf,
    ),
    Alone(
        name="perf",
        tries="count what the processor does",
        kind=Kind.ESCAPE,
        program="perf.c",
        required=_FORBIDDEN,
        walls=_CALLS,
        unless=_no_counters,
    ),
    Alone(
        name="TIOCSTI",
        tries="type into a terminal as its user does",
        kind=Kind.ESCAPE,
        program="tiocsti.c",
        required=_UNKNOWN,
        walls=EVERYTHING,
        unless=_no_typing,
    ),
    Alone(
        name="setuid program",
        tries="become root by a program that makes everybody root",
        kind=Kind.ESCAPE,
        program="setuid_binary.sh",
        required=Refused("su stays who we are"),
        walls=EVERYTHING,
        stranger=True,
    ),
    Alone(
        name="module",
        tries="change the kernel's modules",
        kind=Kind.ESCAPE,
        program="module.c",
        required=_FORBIDDEN,
        walls=EVERYTHING,
        unless=_only_root_loads,
    ),
    Alone(
        name="table of the i386",
        tries="make a call by a number that the filter knows as another",
        kind=Kind.ESCAPE,
        program="i386.c",
        required=_TABLE,
        walls=_CALLS,
        unless=_no_i386,
    ),
    Alone(
        name="table of the x32",
        tries="make a call by a number that the filter does not know",
        kind=Kind.ESCAPE,
        program="x32.c",
        required=_TABLE,
        walls=_CALLS,
        unless=_no_x32,
    ),
    Alone(
        name="other processor",
        tries="leave the processor that the match has been given",
        kind=Kind.ESCAPE,
        program="other_cpu.py",
        required=_FORBIDDEN,
        walls=_CALLS,
        unless=_one_cpu,
        pinned=True,
    ),
)

NETWORK: tuple[Hostile, ...] = (
    Alone(
        name="TCP",
        tries="connect to a server on this machine",
        kind=Kind.NETWORK,
        program="tcp.sh",
        arguments=("{tcp}",),
        required=Refused("no connection"),
        walls=_NETWORK,
    ),
    Alone(
        name="UDP",
        tries="send a secret as a question to a name server",
        kind=Kind.NETWORK,
        program="udp.py",
        arguments=("{udp}",),
        required=_FORBIDDEN,
        walls=_NETWORK,
    ),
    Alone(
        name="vsock",
        tries="make a socket to the hypervisor",
        kind=Kind.NETWORK,
        program="vsock.c",
        required=_FORBIDDEN,
        walls=_CALLS,
    ),
)
