"""Compact replays of a game become whole files again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from arbiter.database.chunks import in_chunks
from games.registry import GAMES
from matches.recorded import retention

CHUNK = 100
"""Matches in memory at a time."""


class Command(BaseCommand):
    help = (
        "Store the compact replays of a game as whole files. Run it before you install a version "
        "of the site that raises the version of the game's engine: only the engine that played a "
        "match can restore its compact replay."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("game", help="the game's name")

    def handle(self, *, game: str, **_: Any) -> None:
        if game not in GAMES:
            raise CommandError(f"There is no game “{game}”. Choose of: {', '.join(GAMES)}.")
        rows = retention.compact_replays(game)
        done = sum(retention.restore(match) for match in in_chunks(rows, CHUNK))
        left = rows.count()
        self.stdout.write(f"{done} replays restored, {left} still compact.")
        if left:
            raise CommandError(f"{left} replays could not be restored; the log says why.")
