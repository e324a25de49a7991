"""Maps that a command line names: files in a game's format, and maps that come with the game."""

from __future__ import annotations

import json
from pathlib import Path

from games.engine import JSON
from games.game import Game
from games.maps import MapError, MapFormat
from sandbox.errors import UploadError


def read_map(game: Game, named: str) -> JSON:
    """The map in the file of this path, or else the game's own of this name.

    A file whose name ends in ``.json`` has the map as JSON, any other one its text.
    `UploadError` where it cannot be read, or is no map: then with a line for every problem.
    """
    maps = game.maps
    if maps is None:
        raise UploadError(f"{game.title} is played without maps")
    path = _path(maps, game, named)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise UploadError(f"{named} is no map: {error}") from None
    try:
        if path.suffix.lower() != ".json":
            return maps.parse(text)
        return maps.convert(json.loads(text))
    except MapError as error:
        lines = [f"{named} is no map of {game.title}:", *map(str, error.problems)]
        raise UploadError("\n  ".join(lines)) from None
    except ValueError as error:
        raise UploadError(f"{named} is not a JSON text: {error}") from None


def _path(maps: MapFormat, game: Game, named: str) -> Path:
    path = Path(named)
    if path.exists():
        return path
    for stock in maps.stock:
        if stock.name == named:
            return stock.path
    names = ", ".join(stock.name for stock in maps.stock) or "none"
    raise UploadError(
        f"{named} is no map: there is no such file, and the maps of {game.title} are {names}"
    )
