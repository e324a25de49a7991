"""Copies that the uids of sandboxes can reach: the checkout may lie below a private folder."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

SKIPPED = shutil.ignore_patterns("__pycache__", ".venv", "tests")


def readable(*sources: Path) -> Path:
    """A folder with copies of files and folders that every user may read; gone at exit."""
    folder = Path(tempfile.mkdtemp(prefix="arb-readable-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    for source in sources:
        if source.is_dir():
            shutil.copytree(source, folder / source.name, ignore=SKIPPED)
        else:
            shutil.copy(source, folder)
    open_to_all(folder)
    return folder


def open_to_all(folder: Path) -> None:
    """Let every user read the folder and run its programs: the platform's umask makes files
    private."""
    for path in (folder, *folder.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(mode | (0o555 if path.is_dir() or mode & 0o100 else 0o444))
