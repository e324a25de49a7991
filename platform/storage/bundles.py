"""ZIP files with a manifest: what exports and backups have in common.

``manifest.json`` comes last and has, for each other file, its ``bytes`` and ``sha256``.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import IO, Any, NotRequired, Self, TypedDict

BLOCK = 1 << 20
MANIFEST = "manifest.json"
PRIVATE = 0o100600
"""Mode of a file that only its owner may read."""
READABLE = 0o100644
"""Mode of a file that everybody may read."""


class BundleError(ValueError):
    """The bytes are not a complete bundle; the message says what is wrong."""


class Summary(TypedDict):
    """A file in a manifest."""

    rows: NotRequired[int]
    bytes: int
    sha256: str


class Entry:
    """One file of a bundle while it is written."""

    def __init__(self, target: IO[bytes]) -> None:
        self._target, self._digest = target, hashlib.sha256()
        self.rows: int | None = None
        self.size = 0

    def write(self, data: bytes) -> None:
        self._target.write(data)
        self._digest.update(data)
        self.size += len(data)

    def copy(self, source: IO[bytes]) -> None:
        while data := source.read(BLOCK):
            self.write(data)

    def summary(self) -> Summary:
        size, digest = self.size, self._digest.hexdigest()
        if self.rows is None:
            return Summary(bytes=size, sha256=digest)
        return Summary(rows=self.rows, bytes=size, sha256=digest)


class BundleWriter:
    """Writes a bundle to ``file``, which need not be seekable: `entry` for each file, then
    `finish`.  A context manager, so that an error leaves nothing open.

    Files have the time ``made``, or else the time at which they are written.
    """

    def __init__(self, file: IO[bytes], made: datetime | None = None, mode: int = PRIVATE) -> None:
        self._zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)
        self._made, self._mode = made, mode
        self.files: dict[str, Summary] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    @contextmanager
    def entry(self, name: str, *, packed: bool = False, mode: int | None = None) -> Iterator[Entry]:
        """Add a file.  ``packed`` says that its content is compressed already."""
        info = self._info(name, self._mode if mode is None else mode)
        info.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
        with self._zip.open(info, "w", force_zip64=True) as target:
            entry = Entry(target)
            yield entry
        self.files[name] = entry.summary()

    def finish(self, about: Mapping[str, Any]) -> dict[str, Any]:
        """Write the manifest, which is ``about`` and ``files``; returns it."""
        manifest = {**about, "files": self.files}
        info = self._info(MANIFEST, self._mode)
        info.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(info, json.dumps(manifest, indent=1))
        return manifest

    def _info(self, name: str, mode: int) -> zipfile.ZipInfo:
        when = (self._made or datetime.now(UTC)).astimezone(UTC)
        info = zipfile.ZipInfo(name, when.timetuple()[:6])
        info.external_attr = mode << 16
        return info


class BundleReader:
    """Reads a bundle from a seekable file.  `BundleError` where it is damaged."""

    def __init__(self, file: IO[bytes]) -> None:
        try:
            self._zip = zipfile.ZipFile(file)
            self.manifest: dict[str, Any] = json.loads(self._zip.read(MANIFEST))
            self.files: dict[str, Summary] = self.manifest["files"]
            names = sorted(self._zip.namelist())
        except (zipfile.BadZipFile, KeyError, TypeError, ValueError, OSError) as error:
            raise BundleError(f"the file is cut off or of another kind ({error})") from None
        if names != sorted([*self.files, MANIFEST]):
            raise BundleError("the files in it are not those of its manifest")

    def mode(self, name: str) -> int:
        """The mode that the file was added with."""
        return self._zip.getinfo(name).external_attr >> 16

    def copy(self, name: str, target: IO[bytes] | None = None) -> None:
        """Copy a file to ``target``, or only read it.  Its hash is checked either way."""
        digest, size = hashlib.sha256(), 0
        try:
            with self._zip.open(name) as source:
                while data := source.read(BLOCK):
                    digest.update(data)
                    size += len(data)
                    if target is not None:
                        target.write(data)
        except (zipfile.BadZipFile, EOFError, ValueError) as error:
            raise BundleError(f"{name} is damaged ({error})") from None
        entry = self.files[name]
        if (size, digest.hexdigest()) != (entry["bytes"], entry["sha256"]):
            raise BundleError(f"{name} is damaged: its content is not what the manifest says")
