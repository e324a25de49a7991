"""Artifacts: built programs as they are stored, and the cache they are unpacked into.

An artifact is a tar with ``manifest.json`` first and the program's files below ``files/``.  Equal
files make equal bytes.  Each machine unpacks an artifact once, into a folder that is named after
the SHA-256 of its bytes: that name is hard to guess, and the cache's root can be entered but not
listed, so that a sandbox under any uid can be given one program and find no other.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import io
import json
import os
import re
import shutil
import tarfile
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from sandbox import tars
from sandbox.errors import SandboxError
from sandbox.limits import BUILDS, MIB
from sandbox.tars import BadTar

CACHE = "ARBITER_PROGRAM_CACHE"
"""Environment variable: the cache's folder, instead of one below the system's temporary one."""
CACHE_BYTES = 2048 * MIB
_UNUSED_S = 24 * 3600
"""No match lasts this long: a program not requested for this time is in no sandbox."""
KEPT = "kept-"
"""Begins the names of folders that make builds faster and are in no sandbox: see
`sandbox.build_cache`."""
_DROPPED = "new-"
"""Begins the names of folders that are no programs: not yet whole, or about to go."""
_NAME = 255
_PATH = 1024
"""Bytes of a file's name and of its path that every file system has room for."""
_MANIFEST = "manifest.json"
_FILES = "files"


@dataclass(frozen=True, slots=True)
class File:
    content: bytes = field(repr=False)
    executable: bool = False


@dataclass(frozen=True, slots=True)
class Manifest:
    """How a program is run: ``argv`` inside its sandbox."""

    language: str
    argv: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Artifact:
    data: bytes = field(repr=False)
    sha256: str
    manifest: Manifest


def digest_of(files: Mapping[str, bytes], start: bytes = b"") -> str:
    """The SHA-256 of ``start``, and of paths and contents, whatever they were packed with."""
    digest = hashlib.sha256(start)
    for path, content in sorted(files.items()):
        name = path.encode()
        digest.update(b"%d:%b%d:" % (len(name), name, len(content)))
        digest.update(content)
    return digest.hexdigest()


def pack(files: Mapping[str, File], manifest: Manifest) -> Artifact:
    """An artifact of these files, by relative path with slashes."""
    buffer = io.BytesIO()
    described = json.dumps(asdict(manifest), sort_keys=True).encode()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as tar:
        _add(tar, _MANIFEST, File(described))
        for path in sorted(files):
            _add(tar, f"{_FILES}/{path}", files[path])
    data = buffer.getvalue()
    return Artifact(data, hashlib.sha256(data).hexdigest(), manifest)


def _add(tar: tarfile.TarFile, name: str, file: File) -> None:
    member = tarfile.TarInfo(name)  # owner, times and all else have fixed defaults
    member.size = len(file.content)
    member.mode = 0o755 if file.executable else 0o644
    tar.addfile(member, io.BytesIO(file.content))


def read_tar(data: bytes, max_bytes: int, max_files: int) -> dict[str, File]:
    """The regular files of a tar, by safe relative path.

    `BadTar` for links, devices, paths that lead elsewhere, and anything above the limits.
    """
    found = Files(max_bytes, max_files)
    for member in tars.members(data):
        name = member.name.decode(errors="surrogateescape")
        if member.kind is tars.Kind.FILE:
            found.add(name, bytes(member.content), executable=member.executable)
        elif member.kind is not tars.Kind.FOLDER:
            raise BadTar(f"{shown(safe(name))} is not a regular file")
    return found.files


class Files:
    """Files that a program may have, at most ``max_bytes`` and ``max_files`` of them.

    `BadTar` for a file that is one too many.
    """

    def __init__(self, max_bytes: int, max_files: int) -> None:
        self.files: dict[str, File] = {}
        self.left = max_bytes
        self._max_bytes = max_bytes
        self._max_files = max_files
        self._folders: set[str] = set()

    def add(self, name: str, content: bytes, *, executable: bool) -> None:
        """Keep a file; its content counts as it is."""
        path = safe(name)
        above = [str(folder) for folder in PurePosixPath(path).parents]
        self._folders.update(above)
        if path in self._folders or not self.files.keys().isdisjoint(above):
            raise BadTar(f"{shown(path)} is a file and a folder")
        if path in self.files:
            raise BadTar(f"{shown(path)} is there twice")
        if len(content) > self.left:
            raise self.too_much()
        if len(self.files) >= self._max_files:
            raise BadTar(f"more than {self._max_files} files")
        self.left -= len(content)
        self.files[path] = File(content, executable=executable)

    def too_much(self) -> BadTar:
        return BadTar(f"more than {self._max_bytes // MIB} MB")


def safe(name: str) -> str:
    """The path in its plain form.  `BadTar` where it is none within a program."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or not path.parts or "\0" in name:
        raise BadTar(f"{name[:100]!a} is not a path within the program")
    try:
        sizes = [len(part.encode()) for part in (name, *path.parts)]
    except UnicodeEncodeError:
        raise BadTar(f"{name[:100]!a} is no name in UTF-8") from None
    if sizes[0] > _PATH or max(sizes[1:]) > _NAME:
        raise BadTar(f"{name[:100]!a}... is too long a path")
    return str(path)


def shown(path: str) -> str:
    """The path for a message: without anything that commands a terminal."""
    return path if path.isprintable() else ascii(path)


def materialize(data: bytes | BinaryIO, sha256: str) -> Path:
    """The folder with the unpacked program, for `Spec.files`; unpacked if this machine lacks it.

    Any number of processes may ask at once.  `SandboxError` where the bytes are not those that
    ``sha256`` names, or cannot be unpacked.
    """
    if not re.fullmatch(r"[0-9a-f]{64}", sha256):
        raise SandboxError(f"{sha256!r} is not a SHA-256 in hexadecimal")
    root = cache_root()
    place = root / sha256
    try:
        if not place.is_dir():
            prune()
        with locked(root, fcntl.LOCK_SH):
            if not place.is_dir():
                content = data if isinstance(data, bytes) else data.read()
                if hashlib.sha256(content).hexdigest() != sha256:
                    raise SandboxError(f"the artifact {sha256} is damaged: its bytes have changed")
                _unpack(content, root, place)
            os.utime(place)  # now is when it was last used
    except OSError as error:
        raise SandboxError(
            f"the artifact {sha256} cannot be unpacked in {root}: {error}"
        ) from error
    return place / _FILES


def manifest_of(program: Path) -> Manifest:
    """The manifest of a folder that `materialize` gave."""
    described = json.loads((program.parent / _MANIFEST).read_text())
    return Manifest(described["language"], tuple(described["argv"]))


@contextmanager
def unpacked(artifact: Artifact) -> Iterator[Path]:
    """The folder with the unpacked program for one use: nothing of it stays on this machine."""
    with scratch(cache_root()) as folder:
        _write(artifact.data, artifact.sha256, folder)
        yield folder / _FILES


def _write(content: bytes, name: str, folder: Path) -> None:
    try:
        # Twice: what was uploaded, and what the build made of it.
        files = read_tar(content, 2 * BUILDS.artifact, 2 * BUILDS.files)
    except BadTar as error:
        raise SandboxError(f"the artifact {name} cannot be unpacked: {error}") from error
    (folder / _FILES).mkdir()
    write_files(files, folder)


def _unpack(content: bytes, root: Path, place: Path) -> None:
    with scratch(root) as folder:
        _write(content, place.name, folder)
        try:
            folder.rename(place)
        except OSError:
            if not place.is_dir():  # else another process was faster
                raise


def files_below(folder: Path) -> dict[str, File]:
    """The files below a folder but links, by relative path with slashes."""
    return {
        path.relative_to(folder).as_posix(): File(path.read_bytes(), os.access(path, os.X_OK))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def write_files(files: Mapping[str, File], folder: Path) -> None:
    """Write files below ``folder``, readable by everybody and writable by us alone."""
    for path, file in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(file.content)
        target.chmod(0o755 if file.executable else 0o644)
    for directory, _, _ in os.walk(folder):
        Path(directory).chmod(0o755)


def cache_root() -> Path:
    """The cache's folder.  `SandboxError` where it is not safely ours."""
    default = Path(tempfile.gettempdir(), f"arbiter-programs-{os.geteuid()}")
    root = Path(os.environ.get(CACHE) or default)
    try:
        root.mkdir(mode=0o711, parents=True, exist_ok=True)
    except OSError as error:
        raise SandboxError(f"{root} cannot be a folder of ours: {error}; set {CACHE}") from error
    state = root.lstat()
    # The temporary folder is everybody's: another user may have put something there before us.
    if not root.is_dir() or root.is_symlink() or state.st_uid != os.geteuid():
        raise SandboxError(f"{root} belongs to somebody else; remove it or set {CACHE}")
    if state.st_mode & 0o777 != 0o711:
        root.chmod(0o711)
    return root


@contextmanager
def scratch(root: Path) -> Iterator[Path]:
    """A new folder in the cache, which sandboxes can enter; removed if it is still there."""
    folder = Path(tempfile.mkdtemp(prefix=_DROPPED, dir=root))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def prune(max_bytes: int = CACHE_BYTES, unused_s: float = _UNUSED_S) -> int:
    """Drop the programs longest unused until the cache fits; returns how many went.

    Programs used within ``unused_s`` stay, whatever the size: they may be running.  Files kept
    for builds are removed whenever there is no room.
    """
    root = cache_root()
    now = time.time()
    dropped = 0
    with locked(root, fcntl.LOCK_EX):
        places = _places(root)
        total = sum(size for _, size, _ in places)
        for used, size, place in places:
            if now - used < unused_s and not place.name.startswith(KEPT):
                continue
            if total > max_bytes or place.name.startswith(_DROPPED):
                _drop(place)
                total -= size
                dropped += 1
    return dropped


def _places(root: Path) -> list[tuple[float, int, Path]]:
    """When it was last used, its size, and the folder: of programs, the longest unused first, and
    of what processes that died have left of unpacking some."""
    found = []
    for place in root.iterdir():
        with contextlib.suppress(FileNotFoundError):  # a build's scratch goes when it likes
            if place.is_dir():
                found.append((place.stat().st_mtime, _size(place), place))
    return sorted(found)


def _drop(place: Path) -> None:
    """Whole or not at all, as seen by who asks for the program after we were killed half-way."""
    if not place.name.startswith(_DROPPED):
        place = place.rename(place.with_name(_DROPPED + place.name))
    shutil.rmtree(place, ignore_errors=True)


def _size(place: Path) -> int:
    return sum(
        os.lstat(os.path.join(folder, name)).st_size
        for folder, _, names in os.walk(place)
        for name in names
    )


@contextmanager
def locked(root: Path, how: int) -> Iterator[None]:
    """Pruning excludes handing out: a program is not dropped between being found and used."""
    # No other user may open it: a lock that they hold on it would block this process.
    with open(os.open(root / ".lock", os.O_RDWR | os.O_CREAT, 0o600)) as lock:
        fcntl.flock(lock, how)
        yield
