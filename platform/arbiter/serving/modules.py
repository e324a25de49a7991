"""Imports of the modules that browsers load, so that a page can name all of them at once.

Otherwise a browser learns of a module only from the one that imports it: one journey to the site
for each link of the longest chain.
"""

import posixpath
import re
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders

IMPORT = re.compile(r"""^(?:import|export)\b[^"';()]*"(\.[^"]+\.js)";""", re.MULTILINE)


def with_imports(*names: str) -> list[str]:
    """Static modules by their names, each with what it imports at once, directly or not; each
    module once, and one that there is not left out."""
    known: dict[str, None] = {}
    left = list(names)
    while left:
        name = left.pop(0)
        if name not in known and (imports := _imports(name)) is not None:
            known[name] = None
            left += imports
    return list(known)


@cache
def _imports(name: str) -> tuple[str, ...] | None:
    path = finders.find(name)
    if path is None:
        return None
    folder = posixpath.dirname(name)
    paths = IMPORT.findall(Path(path).read_text(encoding="utf-8"))
    return tuple(posixpath.normpath(posixpath.join(folder, each)) for each in paths)
