"""Starter kits as zip files."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path, PurePosixPath

from games.game import Game
from games.package import Kit, kit_paths

OLDEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can hold: a kit's bytes depend on its files alone."""
JUNK_FOLDERS = {"__pycache__", ".git", ".pytest_cache", "build"}
JUNK_SUFFIXES = {".pyc", ".o", ".class"}
FILE_MODE, PROGRAM_MODE = 0o100644, 0o100755


def name(game: Game, kit: Kit) -> str:
    return f"{game.name}-{kit.language}"


def files(kit: Kit) -> list[tuple[str, Path]]:
    """The kit's files by their path inside of it, in the order of these, without what compilers
    and editors leave."""
    return sorted((name, path) for name, path in kit_paths(kit).items() if not _is_junk(name))


def _is_junk(name: str) -> bool:
    path = PurePosixPath(name)
    return path.suffix in JUNK_SUFFIXES or not JUNK_FOLDERS.isdisjoint(path.parts)


def pack(game: Game, kit: Kit) -> bytes:
    """The kit in one folder; the same files give the same bytes."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, path in files(kit):
            entry = zipfile.ZipInfo(f"{name(game, kit)}/{inside}", OLDEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            is_program = path.stat().st_mode & 0o100
            entry.external_attr = (PROGRAM_MODE if is_program else FILE_MODE) << 16
            archive.writestr(entry, path.read_bytes())
    return buffer.getvalue()
