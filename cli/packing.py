"""The files of a folder that belong to an upload, and those that a build has left there."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from cli.errors import CommandError
from sandbox.uploads.unpacking import is_junk

_MADE = frozenset((".o", ".obj", ".class", ".pyc", ".pdb", ".ilk", ".rlib", ".rmeta"))
"""Endings of files that compilers write."""
_OUTPUT = {
    "build": ("CMakeLists.txt", "build.gradle", "build.gradle.kts"),
    "target": ("Cargo.toml", "pom.xml"),
    "classes": ("Main.java",),
}
"""Folders with the output of a build, where one of these files stands beside them."""
_PROGRAM = "bot"
"""The program that the kits' guides have compilers write, beside its sources."""
_COMPILED = frozenset((".c", ".cc", ".cpp", ".cxx", ".go", ".rs"))


@dataclass(frozen=True, slots=True)
class Packing:
    """Paths within a folder: those to upload, and the output of builds, which stays here."""

    wanted: tuple[PurePosixPath, ...]
    made: tuple[PurePosixPath, ...]


def packing(folder: Path) -> Packing:
    """Version control and caches are in neither list.

    `CommandError` where nothing is left, or where a link leads out of the folder.
    """
    every = (each for each in sorted(folder.rglob("*")) if each.is_file())
    names = [PurePosixPath(each.relative_to(folder).as_posix()) for each in every]
    names = [name for name in names if not is_junk(str(name))]
    known = set(names)
    made = tuple(name for name in names if _is_made(name, known))
    wanted = tuple(name for name in names if name not in set(made))
    if not wanted:
        raise CommandError(f"{folder} has no files to upload.")
    root = folder.resolve()
    for name in wanted:
        if not (folder / name).resolve().is_relative_to(root):
            raise CommandError(
                f"{folder / name} is a link to a file outside {folder}. "
                "Put a copy there, or delete it."
            )
    return Packing(wanted, made)


def zipped(folder: Path, found: Packing) -> bytes:
    """The zip that is uploaded."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as archive:
        for name in found.wanted:
            archive.write(folder / name, str(name))
    return buffer.getvalue()


def _is_made(name: PurePosixPath, known: set[PurePosixPath]) -> bool:
    if name.suffix in _MADE:
        return True
    if name.name in (_PROGRAM, f"{_PROGRAM}.exe"):
        return any(each.parent == name.parent and each.suffix in _COMPILED for each in known)
    return any(
        folder.parent / beside in known
        for folder in list(name.parents)[:-1]
        for beside in _OUTPUT.get(folder.name, ())
    )
