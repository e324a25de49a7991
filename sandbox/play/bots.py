"""From what is named on the command line to programs that can take a seat; the house bots."""

from __future__ import annotations

import io
import tempfile
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from games.game import Game
from games.package import house_files
from sandbox.artifacts import materialize
from sandbox.builds import build
from sandbox.errors import BuildError, UploadError
from sandbox.judger.job import SeatJob
from sandbox.languages import LANGUAGES
from sandbox.uploads.archives import Source, read_upload, write_to

HOUSE_HEAD = ("name", "strength", "language", "how it plays")


def house_rows(game: Game) -> list[tuple[str, str, str, str]]:
    """The house bots of a game for a table with `HOUSE_HEAD`, from the weakest to the strongest."""
    rows = []
    for number, bot in enumerate(game.house, 1):
        slow = ", slow" if bot.practice else ""
        strength = f"{number} of {len(game.house)}{slow}"
        rows.append((f"house:{bot.name}", strength, bot.language, bot.summary))
    return rows


def house_names(game: Game) -> str:
    """The house bots in words."""
    if not game.house:
        return "none"
    return "from the weakest to the strongest " + ", ".join(bot.name for bot in game.house)


_HOUSE = "house:"


def built(game: Game, bots: Sequence[str]) -> tuple[SeatJob, ...]:
    """All bots, built, under names that differ; one that comes twice is built once.

    `UploadError` or `BuildError`, with the bot's name, where one cannot play.
    """
    programs = {bot: _build(game, bot) for bot in dict.fromkeys(bots)}
    seats: list[SeatJob] = []
    for bot in bots:
        taken = [seat.name for seat in seats]
        seats.append(replace(programs[bot], name=_free(programs[bot].name, taken)))
    return tuple(seats)


def _free(name: str, taken: Sequence[str]) -> str:
    free, number = name, 2
    while free in taken:
        free = f"{name} ({number})"
        number += 1
    return free


def _build(game: Game, bot: str) -> SeatJob:
    name, source = _source(game, bot)
    with tempfile.TemporaryDirectory() as folder:
        write_to(source, Path(folder))
        try:
            artifact = build(Path(folder), LANGUAGES[source.language], lambda _line: None)
        except BuildError as error:
            raise BuildError(f"{bot} does not build: {error}", error.log) from error
    program = materialize(artifact.data, artifact.sha256)
    return SeatJob(name, program, artifact.manifest.argv)


def _source(game: Game, bot: str) -> tuple[str, Source]:
    """A bot's name and its files."""
    if bot.startswith(_HOUSE):
        wanted = bot.removeprefix(_HOUSE)
        for house in game.house:
            if house.name == wanted:
                return f"house/{wanted}", Source(house_files(house, game.kits), house.language)
        raise UploadError(f"{game.name} has no house bot {wanted!r}; it has {house_names(game)}")
    if not bot:
        raise UploadError("a bot's name is empty; name a file, a folder, a zip or house:NAME")
    path = Path(bot)
    if not path.exists():
        raise UploadError(f"{bot}: there is no such file or folder")
    file_name, content = _read(path)
    try:
        return path.resolve().stem, read_upload(file_name, io.BytesIO(content))
    except UploadError as error:
        raise UploadError(f"{bot}: {error}") from error


def _read(path: Path) -> tuple[str, bytes]:
    """A bot's name and bytes as they would be uploaded: a folder becomes a zip."""
    if not path.is_dir():
        return path.name, path.read_bytes()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(path.rglob("*")):
            if file.is_file():
                archive.write(file, file.relative_to(path))
    return f"{path.name}.zip", buffer.getvalue()
