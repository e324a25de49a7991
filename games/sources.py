"""The files of starter kits and house bots, as an author would download or upload them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from games.package import HouseBot, Kit

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
    files = _kit_under(bot, kits)
    return files | _contents(_paths(*bot.shares, bot.source))


def _kit_under(bot: HouseBot, kits: Sequence[Kit]) -> dict[str, bytes]:
    if bot.kit is None:
        return {}
    for kit in kits:
        if kit.language == bot.kit:
            return _contents(_own_paths(kit))
    raise ValueError(
        f"house bot {bot.name!r} stands on the {bot.kit!r} kit, but its game has none: "
        "declare that kit or correct the name"
    )


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
