"""The files of starter kits and house bots, as an author would download or upload them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from games.package import HouseBot, Kit


def kit_files(kit: Kit) -> dict[str, bytes]:
    """Everything in the kit's folder: path inside of it, with slashes, to content."""
    return _files(kit.folder)


def house_files(bot: HouseBot, kits: Sequence[Kit]) -> dict[str, bytes]:
    """The upload of a house bot: its own files over those it shares, and these over its kit's.

    ``kits`` are those of its game.  ValueError where the kit that it names is not among them.
    """
    files = _kit_under(bot, kits)
    for source in (*bot.shares, bot.source):
        files |= _files(source)
    return files


def _kit_under(bot: HouseBot, kits: Sequence[Kit]) -> dict[str, bytes]:
    if bot.kit is None:
        return {}
    for kit in kits:
        if kit.language == bot.kit:
            return kit_files(kit)
    raise ValueError(
        f"house bot {bot.name!r} stands on the {bot.kit!r} kit, but its game has none: "
        "declare that kit or correct the name"
    )


def _files(source: Path) -> dict[str, bytes]:
    if source.is_file():
        return {source.name: source.read_bytes()}
    if not source.is_dir():
        raise ValueError(f"{source} is neither a file nor a folder: correct the declared path")
    return {
        path.relative_to(source).as_posix(): path.read_bytes()
        for path in sorted(source.rglob("*"))
        # Caches are left behind where a kit has been run in place.
        if path.is_file() and "__pycache__" not in path.parts
    }
