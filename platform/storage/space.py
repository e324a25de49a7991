"""Free space of the disks that hold the site's data, and the floor below which nothing begins.

Below the floor uploads are refused and no match or build begins; pages stay readable.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import connection

MB = 1 << 20
WARN_AT = 2.0
"""Multiple of the floor at which the status page and the desk warn."""


FULL = (
    "The site's disk is full. Nothing of what you sent was stored, and pages can still be read. "
    "Try again later; the organizers can see it."
)
_FULL_CODES = (errno.ENOSPC, errno.EDQUOT)
_FULL_OF_DATABASES = ("SQLITE_FULL", "53100")
"""Names and states by which SQLite and PostgreSQL say that a disk is full."""


class NoSpace(ValidationError):
    """The disk is too full for what somebody asked for; nothing was changed."""


@dataclass(frozen=True, slots=True)
class Disk:
    """A file system; ``paths`` are the site's folders on it.  Sizes are in bytes."""

    paths: tuple[Path, ...]
    free: int
    total: int
    floor: int

    @property
    def is_low(self) -> bool:
        """Whether nothing may begin."""
        return self.free < self.floor

    @property
    def is_short(self) -> bool:
        """Whether the floor is near or reached."""
        return self.free < WARN_AT * self.floor


def disks() -> list[Disk]:
    """The file systems that hold the platform's folder, the stored files and the database."""
    devices: dict[int, list[Path]] = {}
    for path in _folders():
        devices.setdefault(path.stat().st_dev, []).append(path)
    disks = []
    for paths in devices.values():
        state = os.statvfs(paths[0])
        free, total = state.f_bavail * state.f_frsize, state.f_blocks * state.f_frsize
        disks.append(Disk(tuple(paths), free, total, settings.DISK_FLOOR_MB * MB))
    return disks


def _folders() -> Iterator[Path]:
    """Those that exist on this machine; the nearest parent of one that is not there yet."""
    folders = [Path(settings.VAR), Path(settings.MEDIA_ROOT)]
    if connection.vendor == "sqlite":
        folders.append(Path(connection.settings_dict["NAME"]).parent)
    for folder in dict.fromkeys(folder.absolute() for folder in folders):
        yield next(path for path in (folder, *folder.parents) if path.exists())


def is_low() -> bool:
    """Whether a disk of this machine is below the floor: nothing begins then."""
    return any(disk.is_low for disk in disks())


def is_full(error: BaseException | None) -> bool:
    """Whether an error, or one of those that led to it, says that a disk is full."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        code = getattr(error, "sqlite_errorname", None) or getattr(error, "sqlstate", None)
        if code in _FULL_OF_DATABASES or getattr(error, "errno", None) in _FULL_CODES:
            return True
        error = error.__cause__ or error.__context__
    return False


def require() -> None:
    """`NoSpace` where a disk is below the floor."""
    for disk in disks():
        if disk.is_low:
            raise NoSpace(
                f"The site's disk is nearly full: {disk.free // MB} MB are free, and "
                f"{disk.floor // MB} MB must stay free. Nothing was stored. Try again later; the "
                "organizers can see it."
            )
