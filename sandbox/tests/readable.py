"""Copies that the uids of sandboxes can reach: the checkout may lie below a private folder."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from pathlib import Path

_skip = shutil.ignore_patterns("__pycache__", ".venv", "tests")


def readable(*sources: Path) -> Path:
    """A folder with copies of files and folders that every user may read; gone at exit."""
    folder = Path(tempfile.mkdtemp(prefix="arb-readable-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    folder.chmod(0o755)
    for source in sources:
        if source.is_dir():
            shutil.copytree(source, folder / source.name, ignore=_skip)
        else:
            shutil.copy(source, folder)
    for path in folder.rglob("*"):
        path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
    return folder
