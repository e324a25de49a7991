"""The version of the project's code, by which machines of a site compare themselves."""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

from django.apps import apps
from django.conf import settings

ROOMS = ("games", "sandbox", "ladder", "platform")
SUFFIXES = {".py", ".c", ".json", ".toml"}


@functools.cache
def current() -> str:
    """A digest of all that plays matches and moves the site, found once in a process: its code may
    be older than the files."""
    digest = hashlib.sha256()
    for path in sorted(_sources()):
        digest.update(f"{path.relative_to(settings.ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _sources() -> list[Path]:
    files = (path for room in ROOMS for path in (settings.ROOT / room).rglob("*.*"))
    return [path for path in files if path.suffix in SUFFIXES and "tests" not in path.parts]


@functools.cache
def migrations() -> set[tuple[str, str]]:
    """App and name of each migration of the project, as the process found it first."""
    names = set()
    for app in apps.get_app_configs():
        folder = Path(app.path)
        if folder.is_relative_to(settings.ROOT):
            names |= {(app.label, path.stem) for path in folder.glob("migrations/[0-9]*.py")}
    return names
