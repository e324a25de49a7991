"""An installed version of a game as one archive, for the other machines of a site."""

from __future__ import annotations

import hashlib
import os
import tempfile
from pathlib import Path

from games.foreign.game import ForeignGame
from sandbox.artifacts import Artifact, File, Manifest, pack, read_tar, write_files
from sandbox.errors import SandboxError
from sandbox.foreign.install.installing import NEW, VERSIONS, alone, current, put, tree_digest
from sandbox.limits import BUILDS, GAME_ARCHIVE
from sandbox.tars import BadTar

_BYTES = BUILDS.artifact + 2 * GAME_ARCHIVE.unpacked
_FILES = BUILDS.files + 2 * GAME_ARCHIVE.files
"""Limits of a version: its built program, and what its makers sent with what the site adds."""
_INSIDE = "files/"


def packed(game: ForeignGame) -> Artifact:
    """All files of an installed version.  Equal versions make equal bytes."""
    files = {
        path.relative_to(game.folder).as_posix(): File(
            path.read_bytes(), executable=os.access(path, os.X_OK)
        )
        for path in sorted(game.folder.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }
    return pack(files, Manifest("", ()))


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
