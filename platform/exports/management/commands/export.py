"""``manage.py export``: an archive of everything, without a worker and without an entry."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import date
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from exports.archive import content_of, write
from exports.options import Options


class Command(BaseCommand):
    help = "Write an archive of everything: people, bots, maps, seasons, matches, the audit trail."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="The ZIP file to write; it must not exist.")
        parser.add_argument("--season", type=int, help="Only matches and ratings of this season.")
        parser.add_argument("--since", type=date.fromisoformat, help="First day of matches.")
        parser.add_argument("--until", type=date.fromisoformat, help="Last day of matches.")
        for name in ("emails", "sources", "replays"):
            parser.add_argument(f"--{name}", action="store_true", help=f"With {name}.")

    def handle(self, *args: Any, **given: Any) -> None:
        """CommandError where the file cannot be made; what was begun is removed."""
        path: Path = given["file"]
        names = ("season", "since", "until", "emails", "sources", "replays")
        options = Options(**{name: given[name] for name in names})
        try:
            file = path.open("xb")
        except OSError as error:
            raise CommandError(f"{path} cannot be written: {error.strerror}.") from None
        try:
            with file:
                files = write(file, content_of(options))
        except BaseException:
            path.unlink(missing_ok=True)
            raise
        rows = sum(each["rows"] for each in files.values())
        self.stdout.write(f"{path}: {len(files)} files, {rows} rows")
