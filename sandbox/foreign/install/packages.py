"""Archives of foreign games: the folder that is to be installed, packed."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from games.foreign.fields import ManifestError
from games.foreign.manifest import FILE, Manifest
from sandbox.artifacts import File, write_files
from sandbox.errors import UploadError
from sandbox.limits import GAME_ARCHIVE, MIB, UploadLimits
from sandbox.unpacking import unpack


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
