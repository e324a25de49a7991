"""The permissions that the judger drops at its start, since it runs next to untrusted programs.

It leaves the network, System V objects and message queues of the machine, and no longer sees the
folders that the job names.  Its children inherit that.  Bots have walls of their own besides.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from sandbox.judger.job import JobError

_NEWNS, _NEWIPC, _NEWUSER, _NEWNET = 0x00020000, 0x08000000, 0x10000000, 0x40000000
_RDONLY, _NOSUID, _NODEV, _NOEXEC, _REMOUNT = 0x1, 0x2, 0x4, 0x8, 0x20
_BIND, _REC, _SLAVE = 0x1000, 0x4000, 0x80000
_MIB = 1 << 20


class Memory:
    """Bounds this process to ``mb`` MB of data; what goes beyond is a `MemoryError`."""

    def __init__(self, mb: int) -> None:
        self._hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        wanted = mb * _MIB
        unlimited = self._hard == resource.RLIM_INFINITY
        self._soft = wanted if unlimited else min(wanted, self._hard)
        self._set(self._soft)

    @contextmanager
    def lifted(self) -> Iterator[None]:
        """Within, there is no bound, and processes that are started here get none from us."""
        self._set(self._hard)
        try:
            yield
        finally:
            self._set(self._soft)

    def _set(self, soft: int) -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, self._hard))


def enter(hide: Sequence[Path], keep: Sequence[Path]) -> str | None:
    """Enter namespaces of our own, in which the folders ``hide`` are empty but for ``keep``.

    Returns why this cannot be done here, in which case nothing has changed.  `JobError` where
    something to hide is no folder or holds what the judger runs on.
    """
    hidden = _hidden(hide)
    kept = {path: _below(path, hidden) for path in dict.fromkeys(p.resolve() for p in keep)}
    try:
        if _CUT_OFF:
            _call("unshare", _NEWNS)
        else:
            _try_out()
            _leave()
    except OSError as error:
        return f"the judger keeps its network and its view of files: {error.strerror}"
    flags = os.O_PATH | os.O_CLOEXEC
    opened = {path: os.open(path, flags) for path, cover in kept.items() if cover}
    umask = os.umask(0o022)  # sandboxes pass through these folders under other user ids
    try:
        for folder in hidden:
            _mount("tmpfs", folder, "tmpfs", _NOSUID | _NODEV | _NOEXEC, "size=64k,mode=755")
        for path, fd in opened.items():
            path.mkdir(parents=True, mode=0o755)
            _mount(f"/proc/self/fd/{fd}", path, None, _BIND)
        for folder in hidden:
            _mount(None, folder, None, _REMOUNT | _BIND | _RDONLY | _NOSUID | _NODEV | _NOEXEC)
    finally:
        os.umask(umask)
        for fd in opened.values():
            os.close(fd)
    return None


_CUT_OFF: list[bool] = []
"""Not empty where this process, or the one that it is a fork of, is cut off."""


def cut_off() -> None:
    """Leave the network and System V objects for good, as `enter` does, before there is a job.

    Forks then save the time that this takes.  Where it cannot be done, `enter` says so.
    """
    with suppress(OSError):
        _try_out()
        _leave()
        _CUT_OFF.append(True)


def _hidden(hide: Sequence[Path]) -> list[Path]:
    """The folders to cover: those that are there, and none that lies below another."""
    found: list[Path] = []
    ours = Path(__file__).resolve()
    for folder in sorted(path.resolve() for path in hide):
        if not folder.exists() or _below(folder, found):
            continue
        if not folder.is_dir():
            raise JobError(f"job.hide: {folder} is not a folder")
        if ours.is_relative_to(folder):
            raise JobError(f"job.hide: {folder} holds the judger itself")
        found.append(folder)
    return found


def _below(path: Path, folders: Sequence[Path]) -> Path | None:
    return next((folder for folder in folders if path.is_relative_to(folder)), None)


def _try_out() -> None:
    """OSError where an ordinary user cannot leave.  Asked with another process: who got into a
    user namespace, and no further, could not even start sandboxes any more."""
    if os.geteuid() == 0:
        return
    child = os.fork()
    if child == 0:
        number = errno.EPERM
        try:
            _leave()
            number = 0
        except OSError as error:
            number = error.errno or number
        finally:
            os._exit(number)
    _, status = os.waitpid(child, 0)
    if number := os.waitstatus_to_exitcode(status):
        raise OSError(number, os.strerror(number))


def _leave() -> None:
    """Into new namespaces.  An ordinary user may only as the ruler of a user namespace, where
    it keeps its own uid.  Root does without: its sandboxes need the uids that it has."""
    uid, gid = os.geteuid(), os.getegid()
    flags = _NEWNS | _NEWNET | _NEWIPC
    _call("unshare", flags if uid == 0 else flags | _NEWUSER)
    if uid != 0:
        Path("/proc/self/setgroups").write_text("deny")
        Path("/proc/self/uid_map").write_text(f"{uid} {uid} 1")
        Path("/proc/self/gid_map").write_text(f"{gid} {gid} 1")
    # Mounts made here stay here; those that the machine unmounts go here too.
    _mount(None, Path("/"), None, _SLAVE | _REC)


def _mount(
    source: str | None, target: Path, kind: str | None, flags: int, options: str | None = None
) -> None:
    words = (None if word is None else os.fsencode(word) for word in (source, target, kind))
    _call("mount", *words, ctypes.c_ulong(flags), None if options is None else options.encode())


def _call(name: str, *arguments: object) -> None:
    """A system call of the C library.  OSError where it fails."""
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{name}: {os.strerror(number)}")
