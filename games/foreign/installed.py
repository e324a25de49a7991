"""The games that are installed on this machine: a folder each, below one folder for all.

``<games>/<name>`` is a link to a folder that was put there whole and never changes: ``game.json``,
``installed.json``, ``program.tar`` (the artifact of the built program), ``RULES.md``, maybe
``changes.toml``, and ``files`` with the kits and bots.  Their paths are the author's, so nothing
else is in ``files``.  A folder that cannot be used is left out with a reason: it must not stop the
site.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from games.foreign.fields import ManifestError
from games.foreign.game import ForeignGame, game_of
from games.foreign.manifest import Manifest
from games.game import Game
from games.texts import looks

logger = logging.getLogger(__name__)

INSTALLED, PROGRAM, RULES, FILES = "installed.json", "program.tar", "RULES.md", "files"
"""Names that installing adds to the folder of a game."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A folder that is not used, and why."""

    name: str
    reason: str


@dataclass(frozen=True, slots=True)
class Table:
    """The games in a folder of games."""

    games: Mapping[str, ForeignGame]
    skipped: tuple[Skipped, ...]


def read_table(
    folder: Path, ours: Mapping[str, Game], before: Mapping[str, Game] | None = None
) -> Table:
    """The games of ``folder`` that can be used beside ``ours``.

    A game of ``before`` that has not changed is in the table as the same object.
    """
    games: dict[str, ForeignGame] = {}
    skipped = []
    for place in _places(folder):
        try:
            game = load(place)
            check_names(game, {**ours, **games})
        except (ManifestError, OSError) as error:
            skipped.append(Skipped(place.name, str(error)))
        else:
            games[game.name] = _kept(game, (before or {}).get(game.name))
    return Table(games, tuple(skipped))


def _kept(game: ForeignGame, before: Game | None) -> ForeignGame:
    if not isinstance(before, ForeignGame):
        return game
    same = (before.folder, before.sha256, before.manifest.raw)
    return before if same == (game.folder, game.sha256, game.manifest.raw) else game


def report(skipped: Iterable[Skipped]) -> None:
    for each in skipped:
        logger.warning("the installed game %s is left out: %s", each.name, each.reason)


def load(place: Path) -> ForeignGame:
    """The game in ``place``.  `ManifestError` or OSError where it cannot be used."""
    folder = place.resolve()  # what is there now, even when another version takes its place
    manifest = Manifest.read(folder)
    if manifest.name != place.name:
        raise ManifestError(f"its name is {manifest.name}: install it again under its name")
    sha256 = _sha256(folder)
    for name in (PROGRAM, RULES):
        if not (folder / name).is_file():
            raise ManifestError(f"{name} is missing: install the game again")
    files = _files(folder)
    for path in (*(kit.folder for kit in manifest.kits), *(bot.source for bot in manifest.bots)):
        found = (files / path).resolve()
        if not found.is_relative_to(files) or not found.exists():
            raise ManifestError(f"the folder {path} is missing: install the game again")
    return game_of(manifest, folder, folder / PROGRAM, sha256, files)


def _files(folder: Path) -> Path:
    """The folder of kits and bots: the game's own in what an older platform installed."""
    return folder / FILES if (folder / FILES).is_dir() else folder


def check_names(game: ForeignGame, others: Mapping[str, Game]) -> None:
    """`ManifestError` where the game takes a name from one of ``others``.

    House bots of all games have one owner, and so must differ in their names.
    """
    if game.name in others:
        raise ManifestError(f"name: there is a game {game.name} already; choose another name")
    taken = {bot.name.lower() for other in others.values() for bot in other.house}
    for bot in game.house:
        if bot.name.lower() in taken:
            raise ManifestError(f"bots: another game has a house bot {bot.name}; rename it")


def check_title(game: ForeignGame, others: Mapping[str, Game]) -> None:
    """`ManifestError` where the title is that of another game, or looks the same."""
    for name, other in others.items():
        if name != game.name and looks(other.title) == looks(game.title):
            raise ManifestError(
                f"title looks like {other.title}, the title of the game {name}: choose another one"
            )


def _places(folder: Path) -> list[Path]:
    try:
        return sorted(place for place in folder.iterdir() if not place.name.startswith("."))
    except OSError:
        return []


def _sha256(folder: Path) -> str:
    try:
        sha256 = json.loads((folder / INSTALLED).read_text())["sha256"]
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise ManifestError(f"{INSTALLED} is damaged: install the game again") from error
    if not isinstance(sha256, str) or not re.fullmatch(r"[0-9a-f]{64}", sha256):
        raise ManifestError(f"{INSTALLED} names no program: install the game again")
    return sha256
