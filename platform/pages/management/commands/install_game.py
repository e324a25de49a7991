"""``manage.py install_game PATH``: offer a foreign game on this site."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.foreign.fields import ManifestError
from games.registry import GAMES
from games.texts import visible
from installs import services
from sandbox.errors import BuildError, SandboxError, UploadError
from sandbox.foreign.install.installing import Installed
from sandbox.foreign.install.packages import read_package
from sandbox.limits import GAME_ARCHIVE, MIB


class Command(BaseCommand):
    help = (
        "Builds the program of a game in a folder with a game.json, or in an archive of one (zip, "
        "tar.gz, tar.xz), tries it in a match against players that know nothing, and installs it "
        "in place of the version that is there. A running site notices within a second. "
        "Without arguments: lists the games that are installed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", nargs="?", type=Path, help="the game's folder or archive")
        parser.add_argument("--remove", metavar="NAME", help="take an installed game away")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["remove"]:
            self._remove(options["remove"])
        elif options["path"]:
            self._install(options["path"])
        else:
            self._list()

    def _list(self) -> None:
        folder = _folder()
        GAMES.refresh()
        for game in services.installed():
            self.stdout.write(f"{game.name}\t{game.version}\t{game.title}")
        for skipped in GAMES.skipped:
            self.stdout.write(f"{skipped.name}\tleft out: {skipped.reason}")
        if not services.installed() and not GAMES.skipped:
            self.stdout.write(f"No games are installed in {folder}.")

    def _install(self, path: Path) -> None:
        _folder()
        try:
            done = self._installed(path)
        except (ManifestError, UploadError, BuildError) as error:
            raise CommandError(visible(f"{path} cannot be installed: {error}")) from error
        except SandboxError as error:
            raise CommandError(visible(f"{path} did not pass its trial: {error}")) from error
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error}") from error
        services.done_by_command(done)
        game = done.game
        self.stdout.write(
            f"{game.title}, version {game.version}, is installed as {game.name}; "
            f"its trial ended {' : '.join(f'{score:g}' for score in done.scores)}."
        )

    def _installed(self, path: Path) -> Installed:
        if path.is_dir():
            return services.install(path, self._say)
        with path.open("rb") as file:
            # Installs a folder of this machine without a browser.
            package = read_package(file, replace(GAME_ARCHIVE, upload=64 * MIB))
        with package.folder() as folder:
            return services.install(folder, self._say)

    def _remove(self, name: str) -> None:
        if not services.take_away(name):
            raise CommandError(f"no game {name} is installed in {_folder()}")
        self.stdout.write(
            f"{name} is removed. Its bots and matches stay in the database, and can be seen again "
            "when a game of that name is installed."
        )

    def _say(self, text: str) -> None:
        self.stdout.write(visible(text), ending="")


def _folder() -> Path:
    try:
        return services.folder()
    except ValidationError as error:
        raise CommandError(error.messages[0]) from error
