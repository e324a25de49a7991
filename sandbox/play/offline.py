"""The player of the site for pages that need neither a site nor a network: its styles, its modules,
and replays inside of pages."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Sequence
from pathlib import Path

from games.engine import JSON
from games.game import Game
from games.replay import ReplayError, ReplayReader
from games.wire import encode
from sandbox.judger.client import ROOT
from sandbox.play.modules import import_map

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
