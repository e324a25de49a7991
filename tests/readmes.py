"""The READMEs of packages, and the modules of which they tell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOMS = ("bench", "cli", "games", "ladder", "platform", "sandbox", "tools")
"""With packages of Python."""
SCRIPTS = ROOT / "static"
OTHERS = {"tests", "migrations", "management", "sdk", "__pycache__"}
"""Folders inside of packages that need no README, or have one for others."""
FEW = 10
"""Modules of a package that needs no README."""
_TABLE = re.compile(r"^\| module \|[^\n]*\n\|[-|]+\n((?:\|[^\n]*\n)+)", re.MULTILINE)
_MODULE = re.compile(r"`(\w[\w-]*\.(?:py|js))`")


def packages() -> Iterator[Path]:
    """The folders with modules of the product, and those around them."""
    for start in (*(ROOT / room for room in ROOMS), SCRIPTS):
        for folder in (start, *sorted(path for path in start.rglob("*") if path.is_dir())):
            if not OTHERS & set(folder.relative_to(ROOT).parts):
                yield folder


def modules_of(folder: Path) -> set[str]:
    """The names of a folder's modules: scripts below `static/`, elsewhere Python without tests."""
    if folder.is_relative_to(SCRIPTS):
        return {path.name for path in folder.glob("*.js")}
    names = {path.name for path in folder.glob("*.py")}
    return {name for name in names if not name.startswith("test_")} - {"__init__.py", "conftest.py"}


def modules_named(text: str) -> list[str]:
    """The modules in the first columns of a README's tables of modules."""
    rows = [row for table in _TABLE.findall(text) for row in table.splitlines()]
    return [name for row in rows for name in _MODULE.findall(row.split("|")[1])]


READMES = [folder / "README.md" for folder in packages() if (folder / "README.md").exists()]
