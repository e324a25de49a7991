"""Removes what killed processes left behind.

A file is stored before the transaction that names it ends.  A worker that is killed in between
leaves a file that no row names.
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

from arbiter.database.locks import database_time
from storage.files import columns, deleting

FILES_AFTER = timedelta(hours=1)
"""Longer than any transaction takes."""
FOLDERS_AFTER = timedelta(days=1)
"""Longer than any match or build takes."""
FOLDERS = (
    *("arbiter-probe-*", "arbiter-source-*", "arbiter-plain-*", "arbiter-hello-*"),
    *("arbiter-package-*", "arbiter-game-*", "arbiter-trial-*", "arbiter-kit-*"),
    "arbiter-launcher-*",
)
"""Temporary folders of judgers, builds and installations."""
EMPTY_FOLDERS = ("pymp-*",)
"""Temporary folders of worker pools and of other Python programs: removed only when empty."""
CHUNK = 500


def remove_files(older: timedelta = FILES_AFTER) -> list[str]:
    """Remove stored files that no row names and that are ``older``; their names.

    None while a backup is being written.
    """
    # The storage has the clock of this machine or another one's: the earlier time is the safe one.
    now = min(timezone.now(), database_time())
    before, gone = now - older, []
    with deleting() as allowed:
        for column in columns() if allowed else ():
            names = _stored(column.folder)
            for start in range(0, len(names), CHUNK):
                some = names[start : start + CHUNK]
                rows = column.model._default_manager.filter(**{f"{column.name}__in": some})
                # The indexes have only rows with a file.
                rows = rows.exclude(**{column.name: ""}).order_by()
                wanted = set(rows.values_list(column.name, flat=True))
                gone += [name for name in some if name not in wanted and _removed(name, before)]
    return gone


def _stored(folder: str) -> list[str]:
    try:
        _, files = default_storage.listdir(folder)
    except FileNotFoundError:  # nothing has been stored there yet
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
    """Remove the temporary folders of judgers and builds that are ``older``; their names."""
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
