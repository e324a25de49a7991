"""What a bubblewrap sandbox is made of: namespaces, mounts, environment, and resource limits."""

from __future__ import annotations

import functools
import os
import resource
from collections.abc import Iterator
from pathlib import Path

from sandbox.isolation.base import BUILD, HOME, PROGRAM, Profile, Spec
from sandbox.limits import MIB, Limits

BWRAP = "/usr/bin/bwrap"
SHELL = "/usr/bin/bash"
"""Starts the program inside; not sh, which cannot name descriptors above 9."""
UID = 1000
"""Uid and gid of programs, as they see them."""
_DEVICES = ("null", "zero", "full", "random", "urandom")
_ETC = ("ld.so.cache", "alternatives", "java-*-openjdk")
"""What programs need of /etc: where libraries are, which of several BLAS or compilers is meant,
and the settings without which Java does not start."""
_PLATFORM = Path(__file__).resolve().parents[2]
_READY = "."


def namespaces(seccomp_fd: int, info_fd: int) -> list[str]:
    """The part of the command line that isolates.

    It comes first and whole: should the platform die while it hands over the rest, what starts
    is a sandbox with nothing in it.
    """
    flags = ("user", "pid", "net", "ipc", "uts", "cgroup")
    return [
        *(f"--unshare-{flag}" for flag in flags),
        *("--uid", str(UID), "--gid", str(UID), "--cap-drop", "ALL", "--hostname", "sandbox"),
        *("--die-with-parent", "--new-session", "--clearenv"),
        *("--seccomp", str(seccomp_fd), "--info-fd", str(info_fd)),
    ]


def mounts(spec: Spec, *, proc: bool) -> Iterator[str]:
    """File system and environment; everything that is writable has a size."""
    sized = ("--size", str(spec.limits.scratch_mb * MIB), "--tmpfs")
    yield from _system()
    if proc:
        # Pid 1 is bubblewrap's helper, which runs under the program's uid: nothing to see there.
        yield from ("--proc", "/proc", "--tmpfs", "/proc/1", "--remount-ro", "/proc/1")
    yield from ("--tmpfs", "/dev", *sized, "/dev/shm")  # noqa: S108
    for device in _DEVICES:
        yield from ("--dev-bind", f"/dev/{device}", f"/dev/{device}")
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        yield from ("--symlink", f"/proc/self/fd/{number}", f"/dev/{name}")
    yield from ("--symlink", "/proc/self/fd", "/dev/fd", "--remount-ro", "/dev")
    home = home_of(spec)
    yield from (*sized, "/tmp", *sized, home)  # noqa: S108 the sandbox's own
    yield from ("--ro-bind", str(spec.files.resolve()), PROGRAM)
    if spec.profile is Profile.BOT:
        for name in sorted(os.listdir(spec.files)):
            yield from ("--symlink", f"{PROGRAM}/{name}", f"{home}/{name}")
    for key, value in environment(home).items():
        yield from ("--setenv", key, value)
    yield from ("--remount-ro", "/", "--chdir", home)


def home_of(spec: Spec) -> str:
    return BUILD if spec.profile is Profile.COMPILER else HOME


def environment(home: str) -> dict[str, str]:
    """All there is: a match must not depend on the machine, nor tell of it."""
    return {
        "PATH": "/usr/bin",
        "HOME": home,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        # Numeric libraries start a thread for each processor otherwise, of which a bot has one.
        "OMP_NUM_THREADS": "1",
        "OPENBLAS_NUM_THREADS": "1",
    }


@functools.cache
def _system() -> tuple[str, ...]:
    words = ["--ro-bind", "/usr", "/usr"]
    for name in ("bin", "sbin", "lib", "lib32", "lib64", "libx32"):
        path = Path("/", name)
        if path.is_symlink():
            words += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir():
            words += ["--ro-bind", str(path), str(path)]
    if _PLATFORM.is_relative_to("/usr"):  # some containers are made so; its settings lie there
        words += ["--tmpfs", str(_PLATFORM), "--remount-ro", str(_PLATFORM)]
    for pattern in _ETC:
        for path in sorted(Path("/etc").glob(pattern)):
            words += ["--ro-bind", str(path), str(path)]
    return tuple(words)


def starter(stdin: int, stdout: int, stderr: int, ready: int, go: int, limits: str) -> list[str]:
    """The command that becomes the program, which follows it, inside the sandbox.

    The program's pipes come in on other descriptors than 0, 1 and 2, since bubblewrap's helpers
    keep those open, and would hide that the program has closed one.  Limits are set here, since
    the number of processes counts in the user namespace where it is set.  A byte on ``ready``
    says that the sandbox stands; one on ``go`` starts the program, which nothing else does.
    """
    script = (
        f"{limits} && exec <&{stdin} >&{stdout} 2>&{stderr} {stdin}<&- {stdout}>&- {stderr}>&- "
        f"&& printf {_READY} >&{ready} && read -r -N 1 -u {go} && unset PWD OLDPWD REPLY _ "
        f'&& exec "$@" {ready}>&- {go}<&-'
    )
    return [SHELL, "-c", script, "start"]


def ulimits(limits: Limits, *, address_space: bool, processes: int | None) -> str:
    """A bash command that sets the limits of each process, none above what is allowed here.

    They are the second line behind control groups, and where there are none the first:
    ``address_space`` then stands for memory.  ``processes`` of None sets no limit on them, which
    outside a sandbox would count everything that the user runs.
    """
    wanted = [
        ("n", resource.RLIMIT_NOFILE, limits.open_files, 1),
        ("f", resource.RLIMIT_FSIZE, limits.file_mb * MIB, 1024),
        ("t", resource.RLIMIT_CPU, limits.cpu_s, 1),
        ("s", resource.RLIMIT_STACK, limits.stack_mb * MIB, 1024),
        ("c", resource.RLIMIT_CORE, 0, 1024),
    ]
    if processes is not None:
        wanted.append(("u", resource.RLIMIT_NPROC, processes, 1))
    if address_space:
        wanted.append(("v", resource.RLIMIT_AS, limits.memory_mb * MIB, 1024))
    words = []
    for option, which, value, unit in wanted:
        hard = resource.getrlimit(which)[1]
        allowed = value if hard == resource.RLIM_INFINITY else min(value, hard)
        words.append(f"-{option} {allowed // unit}")
    return "ulimit " + " ".join(words)
