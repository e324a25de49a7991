"""The parts of a bubblewrap sandbox: namespaces, mounts, environment, and resource limits."""

from __future__ import annotations

import functools
import os
import resource
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from sandbox.isolation.base import BUILD, HOME, PROGRAM, Profile, Spec, Wall
from sandbox.isolation.proctree import Owner
from sandbox.limits import MIB, Limits

BWRAP = "/usr/bin/bwrap"
SHELL = "/usr/bin/dash"
"""Starts the program inside: the smallest that can."""
LAUNCHER = "arbiter-launcher"
"""What `launcher.c`, a program without a file, is called."""
STDIN, STDOUT, STDERR, READY, GO, ARGS, RULES, CODE = range(3, 11)
"""Descriptors of bubblewrap, of which a small shell can name those of one digit, and of the
launcher, which also gets itself."""
MARK = "arbiter-"
"""Begins the word by which the arguments of bubblewrap or the launcher tell whose it is."""
_SCRATCH = ("/dev/shm", "/tmp")  # noqa: S108 the sandbox's own
"""Places where programs may write, beside their home."""
UID = 1000
"""Uid and gid of programs, as they see them."""
_DEVICES = ("null", "zero", "urandom")
"""Few, as each mount costs a sixth of a millisecond."""
_ETC = ("ld.so.cache", "alternatives", "java-*-openjdk")
"""The parts of /etc that programs need: where libraries are, which of several BLAS or compilers is
meant, and the settings without which Java does not start."""
_STATISTICS = (
    *("stat", "loadavg", "pressure", "vmstat", "meminfo", "uptime", "interrupts", "softirqs"),
    *("schedstat", "diskstats", "zoneinfo", "buddyinfo", "cgroups", "locks", "key-users"),
    "sys/fs",
)
"""Files and folders of /proc that tell what the whole machine does."""
_NAMESPACES = (
    ("user", None),
    ("pid", Wall.PROCESSES),
    ("net", Wall.NETWORK),
    ("ipc", Wall.IPC),
    ("uts", None),
    ("cgroup", None),
)
_SPARE_MB = 64
"""Address space, beside twice the memory, for what a program maps and does not use."""
_PLATFORM = Path(__file__).resolve().parents[2]
_HANDED = ("--args", str(ARGS), "--")
_INFINITY = 2**64 - 1
"""No limit, as the kernel has it."""
_LAST_WORDS_S = 1
"""Between the signal that says that the CPU time is over and the one that cannot be caught."""
_RESERVED_MB = 8192
"""Address space that Java, Go and Node.js reserve, at most, beside what they use."""


def launched(limits: Sequence[Rlimit], without: frozenset[Wall]) -> list[str]:
    """The launcher's command line, which the program's follows."""
    words = [LAUNCHER, "--mark", _mark(), *_walls(without)]
    for limit in limits:
        words += ["--limit", limit.numbers()]
    return [*words, *_HANDED]


def wrapped(limits: Sequence[Rlimit], without: frozenset[Wall]) -> list[str]:
    """Bubblewrap's, where the launcher does not run: it has a shell do the rest inside."""
    return [BWRAP, *_walls(without), *_HANDED, *_starter(shell(limits))]


def _walls(without: frozenset[Wall]) -> list[str]:
    """The part of the command line that isolates.

    It comes first and whole: should the platform die while it hands over the rest, what starts
    is a sandbox with nothing in it.
    """
    names = [name for name, wall in _NAMESPACES if wall not in without]
    uid = str(os.geteuid() if Wall.USER in without else UID)
    words = [f"--unshare-{name}" for name in names]
    words += ["--uid", uid, "--gid", uid, "--cap-drop", "ALL", "--new-session"]
    words += ["--hostname", "sandbox"]
    if Wall.DEATH not in without:
        words.append("--die-with-parent")
    if Wall.ENVIRONMENT not in without:
        words.append("--clearenv")
    if Wall.CALLS not in without:
        words += ["--seccomp", str(RULES)]
    return words


def mounts(spec: Spec, *, proc: bool, launched: bool, without: frozenset[Wall]) -> list[str]:
    """File system and environment; everything that is writable has a size.  ``launched``: for our
    launcher, not for bubblewrap."""
    words = [word for group in _mounts(spec, proc, launched, without) for word in group]
    if Wall.READ_ONLY in without:
        words = _writable(words)
    return words


def _mounts(
    spec: Spec, proc: bool, launched: bool, without: frozenset[Wall]
) -> Iterator[tuple[str, ...]]:
    size = () if Wall.SIZES in without else ("--size", str(spec.limits.scratch_mb * MIB))
    sized = (*size, "--tmpfs")
    yield _host() if Wall.FILES in without else _system()
    if proc:
        yield _proc(spec.profile, launched, without)
    yield _devices()
    home = home_of(spec)
    for place in writable(spec):
        yield (*sized, place)
    yield ("--ro-bind", str(spec.files.resolve()), PROGRAM)
    if spec.profile is Profile.BOT:
        for name in sorted(os.listdir(spec.files)):
            yield ("--symlink", f"{PROGRAM}/{name}", f"{home}/{name}")
    for key, value in environment(home).items():
        yield ("--setenv", key, value)
    # For runtimes that otherwise take all of the machine's memory for theirs.
    yield ("--setenv", "MEMORY_MB", str(spec.limits.memory_mb))
    yield ("--remount-ro", "/", "--chdir", home)


@functools.cache
def _devices() -> tuple[str, ...]:
    """In the root, which becomes read-only as a whole: a place of its own costs two mounts."""
    words = [word for name in _DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        words += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    # The two have been the same in all but name since Linux 5.6.
    return (*words, "--symlink", "/proc/self/fd", "/dev/fd", "--symlink", "urandom", "/dev/random")


def _proc(profile: Profile, launched: bool, without: frozenset[Wall]) -> tuple[str, ...]:
    if Wall.PROCESSES in without:  # a new one would show nothing without a namespace of its own
        return ("--ro-bind", "/proc", "/proc")
    # Pid 1 is bubblewrap's helper, which runs under the program's uid: nothing to see there.
    hidden = ("--tmpfs", "/proc/1", "--remount-ro", "/proc/1")
    first = () if Wall.ENVIRONMENT in without else hidden
    # A program that may write there can have the kernel kill the platform before it.
    last = ("--remount-ro", "/proc")
    if profile is Profile.COMPILER:  # build tools count processors there
        return ("--proc", "/proc", *first, *last)
    kind = "--proc-of-pids" if launched else "--proc"
    return (kind, "/proc", *first, *_covers(launched), *last)


@functools.cache
def _covers(launched: bool) -> tuple[str, ...]:
    """Words that hide `_STATISTICS`, through which sandboxes could talk, where bubblewrap mounts
    /proc.  The launcher leaves out all of them."""
    words: list[str] = []
    for path in () if launched else (Path("/proc", name) for name in _STATISTICS):
        if path.is_dir():
            words += ["--tmpfs", str(path), "--remount-ro", str(path)]
        elif path.exists():
            words += ["--ro-bind", "/dev/null", str(path)]
    return tuple(words)


def _writable(words: list[str]) -> list[str]:
    """The same places, writable as far as their owners and modes go."""
    swapped = ["--bind" if word == "--ro-bind" else word for word in words]
    doomed = {i + k for i, word in enumerate(swapped) if word == "--remount-ro" for k in (0, 1)}
    return [word for i, word in enumerate(swapped) if i not in doomed]


def home_of(spec: Spec) -> str:
    return BUILD if spec.profile is Profile.COMPILER else HOME


def writable(spec: Spec) -> tuple[str, ...]:
    """Where a program may write: each place is a file system of its own."""
    return (*_SCRATCH, home_of(spec))


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


def _host() -> tuple[str, ...]:
    """All of the machine's own files, but for the places that a sandbox has by itself."""
    own = {"proc", "dev", "tmp", *(place.strip("/") for place in (PROGRAM, HOME, BUILD))}
    words: list[str] = []
    for path in sorted(Path("/").iterdir()):
        if path.is_symlink():
            words += ["--symlink", os.readlink(path), str(path)]
        elif path.is_dir() and path.name not in own:
            words += ["--ro-bind", str(path), str(path)]
    return tuple(words)


def _mark() -> str:
    return f"{MARK}{Owner.ourselves()}-0"


def _starter(limits: str) -> list[str]:
    """The command that becomes the program, which follows it, inside the sandbox.

    The program's pipes come in on other descriptors than 0, 1 and 2, since bubblewrap's helpers
    keep those open, and would hide that the program has closed one.  Limits are set here, since
    the number of processes counts in the user namespace where it is set.  The platform keeps its
    files private by its umask; programs get the usual one.  A byte on ``READY`` says that the
    sandbox stands; a line on ``GO`` starts the program, which nothing else does.
    """
    closed = " ".join(f"{fd}>&-" for fd in (STDIN, STDOUT, STDERR, READY, GO, ARGS, RULES))
    script = (
        f"{limits} && umask 022 && echo >&{READY} && read -r REPLY <&{GO} "
        f'&& unset PWD OLDPWD REPLY && exec "$@" <&{STDIN} >&{STDOUT} 2>&{STDERR} {closed}'
    )
    return [SHELL, "-c", script, _mark()]


def shell(limits: Sequence[Rlimit]) -> str:
    """A shell command that sets the limits."""
    return " && ".join(limit.words() for limit in limits)


def rlimits(
    limits: Limits,
    *,
    address_space: bool,
    processes: int | None,
    without: frozenset[Wall] = frozenset(),
) -> list[Rlimit]:
    """The limits of each process.

    They are the second line behind control groups, and where there are none the first:
    ``address_space`` then stands for memory.  ``processes`` of None sets no limit on them, which
    outside a sandbox would count everything that the user runs.
    """
    wanted = [
        Rlimit("t", resource.RLIMIT_CPU, limits.cpu_s, limits.cpu_s + _LAST_WORDS_S),
        Rlimit.of("s", resource.RLIMIT_STACK, limits.stack_mb * MIB, 1024),
        Rlimit.of("c", resource.RLIMIT_CORE, 0, 512),
        Rlimit.of("d", resource.RLIMIT_DATA, None, 1024),
    ]
    if address_space and Wall.MEMORY not in without:
        wanted.append(_addresses(limits, watched=processes is not None))
    else:
        wanted.append(Rlimit.of("v", resource.RLIMIT_AS, None, 1024))
    if Wall.SIZES not in without:
        wanted.append(Rlimit.of("n", resource.RLIMIT_NOFILE, limits.open_files))
        wanted.append(Rlimit.of("f", resource.RLIMIT_FSIZE, limits.file_mb * MIB, 512))
    if processes is not None and Wall.COUNT not in without:
        wanted.append(Rlimit.of("p", resource.RLIMIT_NPROC, processes))
    return wanted


def open_files(limits: Limits) -> int:
    """How many a process may have, where this one is itself not allowed as many as the limits."""
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    return limits.open_files if most == resource.RLIM_INFINITY else min(limits.open_files, most)


def address_mb(limits: Limits, *, reserves: bool) -> int:
    """The address space of a process in a sandbox without memory groups; ``reserves``: of a runtime
    that raises its soft limit."""
    addresses = _addresses(limits, watched=True)
    most = addresses.hard if reserves else addresses.soft
    assert most is not None
    return most // MIB


def _addresses(limits: Limits, *, watched: bool) -> Rlimit:
    """In a sandbox there is as much to spare as a watcher needs to be there first, who knows why a
    program must end, which one that is merely refused memory may not say.  Runtimes that only
    reserve much may raise the soft limit."""
    memory = limits.memory_mb * MIB
    reserved = memory + _RESERVED_MB * MIB
    soft = min(2 * memory + _SPARE_MB * MIB, reserved) if watched else memory
    return Rlimit("v", resource.RLIMIT_AS, soft, reserved, 1024)


class Rlimit(NamedTuple):
    """A limit of a process, and the option of the shell's `ulimit` for it, in its ``unit``.

    None: all that is allowed, whatever our own soft limit.  Nothing is set above that."""

    option: str
    which: int
    soft: int | None
    hard: int | None
    unit: int = 1

    @classmethod
    def of(cls, option: str, which: int, value: int | None, unit: int = 1) -> Rlimit:
        """Both limits are the same."""
        return cls(option, which, value, value, unit)

    def numbers(self) -> str:
        """As the launcher has it, in bytes or as the kernel counts."""
        pair = (_INFINITY if value is None else value for value in self._allowed())
        return ":".join(map(str, (self.which, *pair)))

    def words(self) -> str:
        """As the shell has it."""
        # The soft one first: the hard one may not be below it.
        return " && ".join(
            f"ulimit -{kind} -{self.option} {'unlimited' if value is None else value // self.unit}"
            for kind, value in zip("SH", self._allowed(), strict=True)
        )

    def _allowed(self) -> tuple[int | None, int | None]:
        """Soft and hard, None for no limit: never above what this process may."""
        most = resource.getrlimit(self.which)[1]
        if most == resource.RLIM_INFINITY:
            return self.soft, self.hard
        return _at_most(self.soft, most), _at_most(self.hard, most)


def _at_most(value: int | None, most: int) -> int:
    return most if value is None else min(value, most)
