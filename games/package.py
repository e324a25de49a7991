"""Things that ship with a game besides its rules: house bots, starter kits, exports of replays.

The files of bots and kits are given as an author would upload or download them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.engine import Outcome
    from games.replay import ReplayReader


SDK = Path(__file__).parent / "sdk"
"""The files that kits of several games share: a folder for each language."""

MOST_TEXT = 256 * 1024
"""Bytes of a text about a game: its rules, the README of a kit, the changelog."""

LADDER_CPU_S = 5.0
"""CPU time that a house bot may use in a match of a ladder, on every ruleset of its game."""


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A bot that ships with the game.  ``source`` is a file or folder that an author could upload.

    A game declares its house bots from the weakest to the strongest.  Pages on which authors choose
    an opponent show them in this order.

    Exactly one house bot of a game has ``proving``: new versions meet it in their first match.
    ``kit`` is the language of one of the game's kits: ``source`` then holds only the files that
    differ from that kit's, and `games.package.house_files` gives the whole upload.
    ``shares`` are folders of other house bots whose files it uses.  Files of ``source`` replace
    files of ``shares``, and these replace files of the kit.

    ``seats`` are the seats that the bot plays, from 0; empty: all.

    ``practice`` marks a bot that is too slow for the ladder: it needs more than `LADDER_CPU_S` in
    a match.  People may choose it as an opponent, but matchmaking never chooses it, and it enters
    no event.
    """

    name: str
    language: str
    source: Path
    summary: str
    proving: bool = False
    kit: str | None = None
    shares: tuple[Path, ...] = ()
    practice: bool = False
    seats: tuple[int, ...] = ()


def house_bots(folder: Path) -> tuple[HouseBot, ...]:
    """The bots in ``bots`` of a game's folder, each built with the game's kit for its language.

    The tables ``[[bot]]`` of ``bots.toml`` there have the members of each; ``shares`` are the names
    of those bots whose files it uses.
    """
    bots = folder / "bots"
    return tuple(
        HouseBot(
            source=bots / each["name"],
            kit=each["language"],
            shares=tuple(bots / other for other in each.get("shares", ())),
            **{name: each[name] for name in each if name not in ("shares", "digests")},
        )
        for each in _tables_of_bots(folder)
    )


@cache
def _tables_of_bots(folder: Path) -> list[dict[str, Any]]:
    tables: list[dict[str, Any]] = tomllib.loads((folder / "bots.toml").read_text("utf-8"))["bot"]
    return tables


@dataclass(frozen=True, slots=True)
class Rung:
    """A step of a game's climb: the house bot ``house`` with a program that never changes.

    ``digests`` are the SHA-256 of its uploads.  A change that leaves its play as it is, such as one
    of a comment in its kit, adds a digest.  A program that plays otherwise is another house bot,
    with a rung of its own.
    """

    house: str
    digests: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rungs:
    """The rungs of a game from the weakest to the strongest, and the ruleset of their matches.

    A rung is never removed, so that results stay comparable; new ones may be added.
    """

    ruleset: str
    order: tuple[Rung, ...]

    @property
    def names(self) -> list[str]:
        return [rung.house for rung in self.order]


def frozen_rungs(folder: Path, ruleset: str) -> Rungs:
    """The rungs of the house bots in ``bots.toml`` of a game's folder that have ``digests``."""
    bots = (each for each in _tables_of_bots(folder) if "digests" in each)
    return Rungs(ruleset, tuple(Rung(each["name"], tuple(each["digests"])) for each in bots))


@dataclass(frozen=True, slots=True)
class Kit:
    """A starter kit: files that are offered as a zip and that an author can upload unchanged.

    ``shares`` are files and folders that kits of several games have in common; ``folder``, with
    what is this kit's own, lies over them, and `games.package.kit_files` gives the whole kit.
    ``referee`` is the kit whose ``play.py`` plays this one's bots, too: `games.package.REFEREE`.
    ``seats`` are the seats that the kit's bot plays, from 0; empty: all.
    """

    language: str
    title: str
    folder: Path
    shares: tuple[Path, ...] = ()
    referee: Kit | None = None
    seats: tuple[int, ...] = ()


_LANGUAGES = {
    "java": ("Java", ("Draw.java",), "Json.java"),
    "javascript": ("JavaScript", ("draw.js", "pipe.js", "package.json"), None),
    "rust": ("Rust", ("draw.rs",), "json.rs"),
    "go": ("Go", ("draw.go",), None),
}
"""Further languages of kits: the title, the shared files of all kits, and of those for JSON."""


def starter_kits(
    folder: Path,
    *,
    cpp: tuple[Path, ...],
    python: tuple[Path, ...] = (SDK / "python",),
    json: bool = False,
) -> tuple[Kit, ...]:
    """The kits in a game's folder ``sdk``; the first one is in Python and has the referee.

    ``python`` and ``cpp`` are the `Kit.shares` of these two.  ``json`` tells whether the bots of
    the game read JSON.
    """
    home = folder / "sdk"
    first = Kit("python", "Python starter kit", home / "python", python)
    kits = [first, Kit("cpp", "C++ starter kit", home / "cpp", cpp, referee=first)]
    for language, (title, shared, reader) in _LANGUAGES.items():
        if not (home / language).is_dir():
            continue
        names = (*shared, reader) if json and reader else shared
        shares = tuple(SDK / language / name for name in names)
        kits.append(Kit(language, f"{title} starter kit", home / language, shares, referee=first))
    return tuple(kits)


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """The points of a match, in a game whose rules give points for a match.

    The score of each seat in the match's outcome is then one of these numbers.
    """

    win: int
    draw: int
    loss: int


@dataclass(frozen=True, slots=True)
class Export:
    """A native replay format of a game, made from the platform's container.

    ``kind_of`` gives suffix and content type of the written bytes, where they vary.  ``made_of``
    decides from a match's outcome whether the match has the part that the format shows.  None:
    every match has it.
    """

    name: str
    title: str
    suffix: str
    content_type: str
    write: Callable[[ReplayReader], bytes]
    kind_of: Callable[[bytes], tuple[str, str]] | None = None
    made_of: Callable[[Outcome], bool] | None = None

    def is_in(self, outcome: Outcome) -> bool:
        """Whether a match with this outcome has the part that the format shows."""
        return self.made_of is None or self.made_of(outcome)


def module_of(game: object, name: str) -> ModuleType | None:
    """A module of the package of a `games.game.Game` that not every game has; None where it is
    missing."""
    package = type(game).__module__.rpartition(".")[0]
    return _module(f"{package}.{name}") if package else None


@cache
def _module(name: str) -> ModuleType | None:
    return import_module(name) if find_spec(name) else None


REFEREE = "referee"
"""The folder of a kit that has the local runner of another language's kit."""

HOME = ("README.md", "play.py", "player.py")
"""Files of a kit that are no part of its bot."""


def kit_paths(kit: Kit) -> dict[str, Path]:
    """The files of a kit: their paths inside the kit, with slashes → their paths on the disk.

    The kit's own files replace shared ones.  The files of its referee follow, except the guide.
    """
    found = _own_paths(kit)
    if kit.referee is not None:
        lent = _own_paths(kit.referee)
        found |= {f"{REFEREE}/{name}": lent[name] for name in lent if name != "README.md"}
    return found


def _own_paths(kit: Kit) -> dict[str, Path]:
    return _paths(*kit.shares, kit.folder)


def kit_files(kit: Kit) -> dict[str, bytes]:
    """The content of all files of `kit_paths`."""
    return _contents(kit_paths(kit))


def bot_files(kit: Kit) -> dict[str, bytes]:
    """The files of a kit that are its bot, without those for its author's machine."""
    return {
        path: content
        for path, content in kit_files(kit).items()
        if not path.startswith(f"{REFEREE}/") and path not in HOME
    }


def house_files(bot: HouseBot, kits: Sequence[Kit]) -> dict[str, bytes]:
    """The upload of a house bot: its own files replace shared ones, and these replace its kit's.

    ``kits`` are those of its game.  ValueError where they do not contain the bot's kit.
    """
    kit = next((kit for kit in kits if kit.language == bot.kit), None)
    if bot.kit is not None and kit is None:
        raise ValueError(
            f"house bot {bot.name!r} stands on the {bot.kit!r} kit, but its game has none: "
            "declare that kit or correct the name"
        )
    return _contents((_own_paths(kit) if kit else {}) | _paths(*bot.shares, bot.source))


def _contents(paths: Mapping[str, Path]) -> dict[str, bytes]:
    return {name: path.read_bytes() for name, path in paths.items()}


def _paths(*sources: Path) -> dict[str, Path]:
    """The files of several sources; later sources replace files of earlier ones."""
    found: dict[str, Path] = {}
    for source in sources:
        found |= _paths_of(source)
    return found


def _paths_of(source: Path) -> dict[str, Path]:
    if source.is_file():
        return {source.name: source}
    if not source.is_dir():
        raise ValueError(f"{source} is neither a file nor a folder: correct the declared path")
    return {
        path.relative_to(source).as_posix(): path
        for path in sorted(source.rglob("*"))
        # Python leaves caches where somebody has run a kit in place.
        if path.is_file() and "__pycache__" not in path.parts
    }
