"""The cache of builds: their results, by all that they were made of, and files that compilers need
again and again.

It lies in the cache of `sandbox.artifacts`, in folders ``kept-<key>`` that only the platform's
user can enter.  Any number of processes may keep the same at once: the first one wins, and what
the others made is as good.  A crash leaves a scratch, which is pruned.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sandbox.artifacts import KEPT, Artifact, File, Manifest, cache_root, digest_of, locked, scratch
from sandbox.artifacts import write_files as write

_FORMAT = "1"
"""Part of every key: goes up with what is kept, or how it is made."""
_DATA, _SUM, _LOG = "artifact.tar", "sha256", "log"


@dataclass(frozen=True, slots=True)
class Built:
    """A build that succeeded before."""

    artifact: Artifact
    log: str


def key(*parts: object, files: Mapping[str, File] | None = None) -> str:
    """A name for what is made of all this; parts count by their ``repr``."""
    words = (part.encode() for part in (_FORMAT, *map(repr, parts)))
    contents = {path: file.content for path, file in (files or {}).items()}
    return digest_of(contents, b"".join(b"%d:%b" % (len(word), word) for word in words))


def save(name: str, built: Built) -> None:
    """Keep a build for `load`."""
    data, checksum = File(built.artifact.data), File(built.artifact.sha256.encode())
    keep(name, {_DATA: data, _SUM: checksum, _LOG: File(built.log.encode())})


def load(name: str, manifest: Manifest) -> Built | None:
    """The build that was kept under that name, if it is there and whole."""
    with using(name) as place:
        if place is None:
            return None
        try:
            data = (place / _DATA).read_bytes()
            wanted = (place / _SUM).read_text()
            log = (place / _LOG).read_text()
        except (OSError, ValueError):
            return None
    # A machine that lost power may have kept the folder and lost the bytes.
    if hashlib.sha256(data).hexdigest() != wanted:
        return None
    return Built(Artifact(data, wanted, manifest), log)


def keep(name: str, files: Mapping[str, File]) -> None:
    """Keep files under that name; nothing happens where the disk does not want to."""
    root = cache_root()
    with scratch(root) as folder:
        try:
            write(files, folder)
            folder.chmod(0o700)
            folder.rename(root / (KEPT + name))
        except OSError:
            return  # it was kept before, or there is no room: it will be made again


@contextmanager
def using(name: str) -> Iterator[Path | None]:
    """The folder with what was kept under that name, which is not pruned meanwhile; or None."""
    root = cache_root()
    place = root / (KEPT + name)
    with locked(root, fcntl.LOCK_SH):
        try:
            os.utime(place)  # now is when it was last used
        except OSError:
            yield None
        else:
            yield place
