"""``manage.py install_game FOLDER``: offer a game that was made outside on this site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from bots.models import Bot
from games.outside import games_folder
from games.outside.fields import ManifestError
from games.outside.game import OutsideGame
from games.outside.installed import read_table
from games.outside.manifest import Manifest
from games.registry import OURS
from pages.demo import HOUSE
from sandbox.errors import BuildError, SandboxError
from sandbox.installing import install, remove

RESTART = "Restart the site, that all of its processes know."


class Command(BaseCommand):
    help = (
        "Builds the program of a game in a folder with a game.json, tries it in a match against "
        "players that know nothing, and installs it in place of the version that is there. "
        "Without arguments: lists the games that are installed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, help="the game's folder")
        parser.add_argument("--remove", metavar="NAME", help="take an installed game away")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            self._remove(options["remove"])
        elif options["folder"]:
            self._install(options["folder"])
        else:
            self._list()

    def _list(self) -> None:
        table = read_table(_folder(), OURS)
        for game in table.games.values():
            self.stdout.write(f"{game.name}\t{game.version}\t{game.title}")
        for skipped in table.skipped:
            self.stdout.write(f"{skipped.name}\tleft out: {skipped.reason}")
        if not table.games and not table.skipped:
            self.stdout.write(f"No games are installed in {_folder()}.")

    def _install(self, folder: Path) -> None:
        games = _folder()
        try:
            name = Manifest.read(folder).name
            table = read_table(games, OURS)
            others = {**OURS, **{n: g for n, g in table.games.items() if n != name}}
            done = install(folder, games, others, self._say, check=_check_house)
        except (ManifestError, BuildError) as error:
            raise CommandError(f"{folder} cannot be installed: {error}") from error
        except SandboxError as error:
            raise CommandError(f"{folder} did not pass its trial: {error}") from error
        game = done.game
        self.stdout.write(
            f"{game.title}, version {game.version}, is installed as {game.name}; "
            f"its trial ended {' : '.join(f'{score:g}' for score in done.scores)}. {RESTART}"
        )

    def _remove(self, name: str) -> None:
        if not remove(name, _folder()):
            raise CommandError(f"no game {name} is installed in {_folder()}")
        self.stdout.write(
            f"{name} is removed. Its bots and matches stay in the database, and can be seen again "
            f"when a game of that name is installed. {RESTART}"
        )

    def _say(self, text: str) -> None:
        self.stdout.write(text, ending="")


def _folder() -> Path:
    folder = games_folder()
    if folder is None:
        raise CommandError("ARBITER_GAMES is empty: set it to the folder of the installed games")
    return folder


def _check_house(game: OutsideGame) -> None:
    """The house may own a bot of that name in a game that is gone."""
    for bot in game.house:
        others = Bot.objects.filter(owner__username=HOUSE, name__iexact=bot.name)
        if other := others.exclude(game=game.name).first():
            raise ManifestError(
                f"bots: the house has a bot {bot.name} of the game {other.game} already; rename it"
            )
