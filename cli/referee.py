"""Matches by the referee of a game's Python kit, for systems without the judger."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.errors import CommandError
from games.package import house_files, kit_files

if TYPE_CHECKING:
    from games.game import Game

_HOUSE = "house:"


def play(game: Game, bots: Sequence[str], seed: int | None = None) -> int:
    """Play one match between two or more bots; the exit status of the referee.

    A bot is a Python file, a folder with ``main.py``, ``house:NAME`` of a house bot in Python, or a
    command.  `CommandError` where there is no such bot.
    """
    kit = game.kit("python")
    if kit is None:
        raise CommandError(f"{game.title} has no Python kit, whose referee would play here.")
    with tempfile.TemporaryDirectory(prefix="arbiter-kit-") as folder:
        _write(Path(folder), kit_files(kit))
        commands = [_command(game, bot, Path(folder, f"house{n}")) for n, bot in enumerate(bots)]
        more = [] if seed is None else ["--seed", str(seed)]
        words = [sys.executable, str(Path(folder, "play.py")), *commands, *more]
        return subprocess.run(words, check=False).returncode


def _command(game: Game, bot: str, folder: Path) -> str:
    if bot.startswith(_HOUSE):
        name = bot.removeprefix(_HOUSE)
        house = next((each for each in game.house if each.name == name), None)
        if house is None or house.language != "python":
            known = ", ".join(each.name for each in game.house if each.language == "python")
            raise CommandError(
                f"Without the judger only house bots in Python can play; {name} is none. "
                f"Choose one of: {known}."
            )
        _write(folder, house_files(house, game.kits))
        return _python(folder / "main.py")
    path = Path(bot)
    if path.is_dir():
        if not (path / "main.py").exists():
            raise CommandError(
                f"{bot} has no main.py. Build the bot yourself, and give the command that runs it."
            )
        return _python(path.resolve() / "main.py")
    return _python(path.resolve()) if path.suffix == ".py" else bot


def _python(path: Path) -> str:
    # Kits read commands as a shell does: a path may have spaces.
    return f'"{path}"'


def _write(folder: Path, files: dict[str, bytes]) -> None:
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
