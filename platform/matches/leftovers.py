"""What processes that were killed have left behind, once nobody can want it any more.

A result's files are written before the transaction that names them ends.  A worker that is killed
in between leaves files that no match has.
"""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.core.files.storage import default_storage
from django.utils import timezone

from matches.models import Match, Seat

FILES_AFTER = timedelta(hours=1)
"""No transaction lasts so long."""
FOLDERS_AFTER = timedelta(days=1)
"""No match or build lasts so long."""
FOLDERS = (
    *("arbiter-probe-*", "arbiter-source-*", "arbiter-plain-*", "arbiter-hello-*"),
    *("arbiter-package-*", "arbiter-game-*", "arbiter-trial-*"),
)
"""Temporary folders of judgers and builds."""
EMPTY_FOLDERS = ("pymp-*",)
"""Temporary folders of worker pools, and of anything else in Python: only without content."""
CHUNK = 500


def remove_files(older: timedelta = FILES_AFTER) -> list[str]:
    """Remove replays and logs that no match has and that are ``older``; their names."""
    before = timezone.now() - older
    gone = []
    for model, field in ((Match, "replay"), (Seat, "log")):
        names = _stored(str(model._meta.get_field(field).upload_to))  # type: ignore[union-attr]
        for start in range(0, len(names), CHUNK):
            some = names[start : start + CHUNK]
            rows = model._default_manager.filter(**{f"{field}__in": some})
            wanted = set(rows.values_list(field, flat=True))
            gone += [name for name in some if name not in wanted and _removed(name, before)]
    return gone


def _stored(folder: str) -> list[str]:
    try:
        _, files = default_storage.listdir(folder)
    except FileNotFoundError:  # nothing was ever stored there
        return []
    return [f"{folder}{name}" for name in files]


def _removed(name: str, before: datetime) -> bool:
    """Remove a stored file if it is older than that moment."""
    try:
        if default_storage.get_modified_time(name) >= before:
            return False
        default_storage.delete(name)
    except FileNotFoundError:  # another worker was faster
        return False
    return True


def remove_folders(older: timedelta = FOLDERS_AFTER) -> list[str]:
    """Remove this machine's temporary folders of ours that are ``older``; their names."""
    before = time.time() - older.total_seconds()
    gone = []
    for path in _old(FOLDERS, before):
        shutil.rmtree(path, ignore_errors=True)
        gone.append(path.name)
    for path in _old(EMPTY_FOLDERS, before):
        with suppress(OSError):  # not empty
            path.rmdir()
            gone.append(path.name)
    return gone


def _old(patterns: Sequence[str], before: float) -> Iterator[Path]:
    """Folders of this user's in the temporary folder that were last changed before then."""
    for pattern in patterns:
        for path in Path(tempfile.gettempdir()).glob(pattern):
            with suppress(FileNotFoundError):
                state = path.lstat()
                ours = stat.S_ISDIR(state.st_mode) and state.st_uid == os.geteuid()
                if ours and state.st_mtime < before:
                    yield path
