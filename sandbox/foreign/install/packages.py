"""Archives of foreign games: the folder that is to be installed, packed; and an installed version,
for the other machines of a site.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from games.foreign.fields import ManifestError
from games.foreign.game import ForeignGame
from games.foreign.manifest import FILE, Manifest
from sandbox import artifacts
from sandbox.artifacts import Artifact, File, files_below, pack, read_tar, write_files
from sandbox.errors import SandboxError, UploadError
from sandbox.foreign.install.installing import NEW, VERSIONS, alone, current, put, tree_digest
from sandbox.limits import BUILDS, GAME_ARCHIVE, MIB, UploadLimits
from sandbox.tars import BadTar
from sandbox.uploads.unpacking import unpack


@dataclass(frozen=True, slots=True)
class Package:
    """An archive that was unpacked; ``sha256`` and ``size`` are those of the archive."""

    files: Mapping[str, File] = field(repr=False)
    manifest: Manifest
    sha256: str
    size: int

    @contextmanager
    def folder(self) -> Iterator[Path]:
        """The files in a folder, while the block runs."""
        with tempfile.TemporaryDirectory(prefix="arbiter-package-") as folder:
            write_files(self.files, Path(folder))
            yield Path(folder)


def read_package(data: BinaryIO, limits: UploadLimits = GAME_ARCHIVE) -> Package:
    """The game in a zip, a tar.gz or a tar.xz, with or without a folder around it.

    `UploadError` where the archive cannot be accepted, `ManifestError` where its manifest cannot:
    both name what is wrong and say what to do.
    """
    content = data.read(limits.upload + 1)
    if len(content) > limits.upload:
        raise UploadError(f"the archive is larger than {limits.upload // MIB} MB; leave data out")
    if not content:
        raise UploadError("the archive is empty; choose another file")
    files = unpack(content, limits)
    if FILE not in files:
        raise ManifestError(
            f"the archive has no {FILE}: pack the game's folder, in which {FILE} lies"
        )
    manifest = Manifest.from_bytes(files[FILE].content)
    return Package(files, manifest, hashlib.sha256(content).hexdigest(), len(content))


_BYTES = BUILDS.artifact + 2 * GAME_ARCHIVE.unpacked
_FILES = BUILDS.files + 2 * GAME_ARCHIVE.files
"""Limits of a version: its built program, and what its makers sent with what the site adds."""
_INSIDE = "files/"


def packed(game: ForeignGame) -> Artifact:
    """All files of an installed version.  Equal versions make equal bytes."""
    return pack(files_below(game.folder), artifacts.Manifest("", ()))


def has(games: Path, name: str, digest: str) -> bool:
    """Whether this version of the game is the one in use below ``games``."""
    place = current(games, name)
    return place is not None and place.name == f"{name}-{digest}" and place.is_dir()


def take_in(games: Path, name: str, digest: str, data: bytes, sha256: str) -> None:
    """Put a version from another machine in its place below ``games``, at once.

    `SandboxError` where the bytes are not those of ``sha256``, or no such version.
    """
    if hashlib.sha256(data).hexdigest() != sha256:
        raise SandboxError(f"the archive of the game {name} is damaged: its bytes have changed")
    try:
        files = read_tar(data, _BYTES, _FILES)
    except BadTar as error:
        raise SandboxError(f"the archive of the game {name} cannot be unpacked: {error}") from error
    own = {path[len(_INSIDE) :]: file for path, file in files.items() if path.startswith(_INSIDE)}
    (games / VERSIONS).mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=NEW, dir=games) as work:
        whole = Path(work, name)
        whole.mkdir()
        write_files(own, whole)
        if tree_digest(whole) != digest:
            raise SandboxError(f"the archive of the game {name} holds another version of it")
        with alone(games):
            put(games, whole, name)
