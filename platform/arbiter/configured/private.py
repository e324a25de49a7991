"""Files of the site belong to its user alone: they hold password hashes, session keys and sources.

``arbiter/__init__.py`` sets the umask, so every process that imports the project has it: web,
workers, beat, management commands, and the supervisor with the Redis that it starts.  Files that
sandboxed programs read under other user ids lie outside of ``var/`` and get their modes explicitly
(`sandbox.artifacts`).
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

UMASK = 0o077
_OTHERS = 0o077


def set_umask() -> None:
    """Make what this process and its children create from now on private."""
    os.umask(UMASK)


def close_folder(folder: Path) -> None:
    """Remove the permissions of others on the folder itself. A missing folder is ignored.

    `OSError` where this is impossible, for example because another user owns it.
    """
    try:
        _close(os.fspath(folder), folder.stat())
    except FileNotFoundError:
        return


def close_tree(folder: Path) -> list[str]:
    """Remove the permissions of others on the folder and everything below it.

    Returns the paths whose modes could not be changed.  Symbolic links are not followed.  Costs one
    `lstat` for each file.
    """
    failed: list[str] = []
    try:
        close_folder(folder)
    except OSError:
        failed.append(str(folder))
    folders = [os.fspath(folder)]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    _try_to_close(entry, failed)
        except FileNotFoundError:
            continue
        except OSError as error:  # another user's folder
            if error.filename not in failed:
                failed.append(str(error.filename))
    return failed


def _try_to_close(entry: os.DirEntry[str], failed: list[str]) -> None:
    if entry.is_symlink():
        return
    try:
        _close(entry.path, entry.stat(follow_symlinks=False))
    except FileNotFoundError:
        return
    except OSError:
        failed.append(entry.path)


def _close(path: str, state: os.stat_result) -> None:
    mode = stat.S_IMODE(state.st_mode)
    if mode & _OTHERS:
        os.chmod(path, mode & ~_OTHERS)
        if os.stat(path).st_mode & _OTHERS:  # some file systems have no modes, and no error either
            raise PermissionError(errno.EPERM, "the file system keeps the mode", path)
