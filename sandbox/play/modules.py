"""The player's ES modules as one import map, for a page that has no server to ask.

A module's address is its path below the site's static files, such as ``player/store.js``.  In the
page it is a ``data:`` URL; what it imports by a relative path is then imported by the address.
"""

from __future__ import annotations

import base64
import posixpath
import re
from collections.abc import Mapping
from pathlib import Path

from sandbox.errors import SandboxError

_IMPORT = re.compile(
    r"""(?P<start>^(?:import|export)\b(?:[^"';]*?\bfrom)?\s*|await import\()"""
    r"""(?P<quote>["'])(?P<path>\.{1,2}/[^"']+)(?P=quote)""",
    re.MULTILINE,
)
"""Also `await import()` of a relative path; without `await` it is a type in a comment."""


def import_map(entry: str, view: str, folders: Mapping[str, Path]) -> dict[str, str]:
    """All that ``entry`` and ``view`` import, by address; ``folders`` by the start of addresses.

    `SandboxError` where a module is missing.
    """
    found: dict[str, str] = {}
    waiting = [entry, view]
    while waiting:
        address = waiting.pop()
        if address in found:
            continue
        text, imported = _rewritten(address, _read(address, folders))
        # Named in stack traces and in the browser's tools.
        named = f"{text}\n//# sourceURL=arbiter/{address}\n"
        data = base64.b64encode(named.encode()).decode()
        found[address] = f"data:text/javascript;base64,{data}"
        waiting += imported
    # The player takes its view by a URL relative to the page.
    return {**found, f"./{view}": found[view]}


def _rewritten(address: str, text: str) -> tuple[str, list[str]]:
    """A module with the addresses of its imports in place of their paths, and these addresses."""
    imported: list[str] = []

    def name(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(address), found["path"]))
        imported.append(target)
        return f"{found['start']}{found['quote']}{target}{found['quote']}"

    return _IMPORT.sub(name, text), imported


def _read(address: str, folders: Mapping[str, Path]) -> str:
    for start, folder in folders.items():
        if address.startswith(start):
            try:
                return (folder / address.removeprefix(start)).read_text()
            except FileNotFoundError:
                break
    raise SandboxError(f"the player's module {address} is not there")
