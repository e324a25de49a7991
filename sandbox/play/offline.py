"""The player of the site for pages that need neither a site nor a network: its styles, its modules,
and replays inside of pages.

The modules are one import map.  A module's address is its path below the site's static files, such
as ``player/store.js``.  In the page it is a ``data:`` URL; what it imports by a relative path is
then imported by the address.
"""

from __future__ import annotations

import base64
import gzip
import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from games.engine import JSON
from games.game import Game
from games.replay import ReplayError, ReplayReader
from games.wire import encode
from sandbox.errors import SandboxError
from sandbox.judger.client import ROOT

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
        text, imported = _rewritten(address, _module(address, folders))
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


def _module(address: str, folders: Mapping[str, Path]) -> str:
    for start, folder in folders.items():
        if address.startswith(start):
            try:
                return (folder / address.removeprefix(start)).read_text()
            except FileNotFoundError:
                break
    raise SandboxError(f"the player's module {address} is not there")


_HERE = Path(__file__).parent
SITE = _HERE / "site" if (_HERE / "site").is_dir() else ROOT
"""Where the player of the site is: the installed program has a copy beside this file."""
STATIC = SITE / "static"
FRAME_STYLES = ("site/tokens.css", "site/base.css", "site/controls.css", "site/data.css")
PLAYER_STYLES = ("site/public.css", "player/seats.css", "player/clips.css", "player/player.css")
ENTRY = "player/player.js"
"""The address of the player's first module; a page imports it."""
_IMPORTS = re.compile(r'@import url\("[\w.]+"\);')


def has_view(game: Game) -> bool:
    """Whether the game has a view, without which nothing can be drawn."""
    return (game.static_folder / "view.js").exists()


def view_of(game: Game) -> str:
    """The address of the game's view, for the configuration of the player."""
    return f"games/{game.name}/view.js"


def modules(game: Game) -> dict[str, JSON]:
    """An import map with all modules of the player and of the game's view."""
    folders = {f"{name}/": STATIC / name for name in ("player", "shared")}
    folders[f"games/{game.name}/"] = game.static_folder
    return {"imports": import_map(ENTRY, view_of(game), folders)}


def styles(names: Sequence[str]) -> str:
    """Style sheets as one text; imported sheets have to stand before those that import them."""
    sheets = [(STATIC / name).read_text() for name in names]
    return _IMPORTS.sub("", "\n".join(sheets))


def embedded(reader: ReplayReader) -> str:
    """A replay for inside of a page: base64 of gzip, as the player reads it."""
    return in_base64(gzip.compress(_content(reader), mtime=0))


def _content(reader: ReplayReader) -> bytes:
    """All of a replay as one JSON object, as the player's `StaticSource` takes it."""
    frames = list(reader.read_lines())
    for number, line in enumerate(frames):
        if json.loads(line)["n"] != number:
            raise ReplayError(f"frame {number} is not where it should be")
    if len(frames) != reader.frames:
        raise ReplayError(f"it should have {reader.frames} frames and has {len(frames)}")
    parts = encode(reader.header), b",".join(frames), encode(reader.result)
    return b'{"header":%b,"frames":[%b],"result":%b}' % parts


def in_base64(content: bytes) -> str:
    return base64.b64encode(content).decode()


def in_script(value: JSON) -> str:
    """JSON for inside of a script element, which its text must not be able to end."""
    return json.dumps(value).replace("<", "\\u003c")
