"""Rows: ways out of a sandbox, into the kernel, and onto the network."""

from __future__ import annotations

import os
import platform
import signal
from pathlib import Path

from sandbox.isolation.base import Wall
from sandbox.tests.hostile.alone import Alone
from sandbox.tests.hostile.grounds import EVERYTHING
from sandbox.tests.hostile.kinds import Died, Fact, Hostile, Refused, Required, possible

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


def _call(
    name: str,
    tries: str,
    program: str,
    required: Required = _FORBIDDEN,
    walls: frozenset[Wall] = _CALLS,
    unless: Fact = possible,
) -> Alone:
    """An attack by a system call, which the filter stands against and mostly nothing else."""
    return Alone(
        name=name, tries=tries, program=program, required=required, walls=walls, unless=unless
    )


ESCAPES: tuple[Hostile, ...] = (
    _call(
        "unshare",
        "become root of a user namespace of its own",
        "unshare.c",
        walls=_CALLS | {Wall.READ_ONLY},  # of /proc, where it would say who is root
    ),
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
    _call("io_uring", "make system calls that no filter sees", "io_uring.c", unless=_no_rings),
    _call(
        "bpf", "put a table into the kernel", "bpf.c", walls=EVERYTHING, unless=_only_root_has_bpf
    ),
    _call("perf", "count what the processor does", "perf.c", unless=_no_counters),
    _call(
        "TIOCSTI",
        "type into a terminal as its user does",
        "tiocsti.c",
        _UNKNOWN,
        walls=EVERYTHING,
        unless=_no_typing,
    ),
    Alone(
        name="setuid program",
        tries="become root by a program that makes everybody root",
        program="setuid_binary.sh",
        required=Refused("su stays who we are"),
        walls=EVERYTHING,
        stranger=True,
    ),
    _call(
        "module",
        "change the kernel's modules",
        "module.c",
        walls=EVERYTHING,
        unless=_only_root_loads,
    ),
    _call(
        "table of the i386",
        "make a call by a number that the filter knows as another",
        "i386.c",
        _TABLE,
        unless=_no_i386,
    ),
    _call(
        "table of the x32",
        "make a call by a number that the filter does not know",
        "x32.c",
        _TABLE,
        unless=_no_x32,
    ),
    Alone(
        name="other processor",
        tries="leave the processor that the match has been given",
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
        program="tcp.sh",
        arguments=("{tcp}",),
        required=Refused("no connection"),
        walls=_NETWORK,
    ),
    Alone(
        name="UDP",
        tries="send a secret as a question to a name server",
        program="udp.py",
        arguments=("{udp}",),
        required=_FORBIDDEN,
        walls=_NETWORK,
    ),
    _call("vsock", "make a socket to the hypervisor", "vsock.c"),
)
