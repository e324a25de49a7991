"""``manage.py demo``: an organizer, the house bots and the seasons; safe to run again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.registry import GAMES
from pages import demo


class Command(BaseCommand):
    help = "Install the demo content: an organizer, house bots and maps of games, seasons."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", help="names of games; none: all of them")

    def handle(self, *args: Any, **options: Any) -> None:
        games: list[str] = options["games"]
        if unknown := set(games) - set(GAMES):
            raise CommandError(f"There is no game {min(unknown)!r}; there are {', '.join(GAMES)}.")
        for line in demo.install(games):
            self.stdout.write(line)
