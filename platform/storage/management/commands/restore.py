"""``manage.py restore FILE``: make this site what it was when a backup was written."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from storage.restore import Refusal, restore


class Command(BaseCommand):
    help = "Restore a backup into a site that does not run."
    # The database may hold nothing yet.
    requires_system_checks = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="A file that `manage.py backup` wrote.")
        parser.add_argument(
            "--replace",
            action="store_true",
            help="Restore although the site holds data, which is moved aside.",
        )

    def handle(self, *args: Any, **given: Any) -> None:
        """CommandError where it is not restored; nothing was changed then."""
        before = os.umask(0o077)
        try:
            with open(given["file"], "rb") as file:
                done = restore(file, replace=given["replace"])
        except Refusal as refusal:
            raise CommandError(str(refusal)) from None
        except OSError as error:
            raise CommandError(f"Nothing was restored: {error}.") from error
        finally:
            os.umask(before)
        self.stdout.write(
            f"Restored {len(done.manifest['files'])} files of {done.manifest['created']}. "
            "`make run` starts the site."
        )
        for folder in done.aside:
            self.stdout.write(
                f"The earlier data is in {folder}. Delete it when you no longer need it."
            )
        if missing := done.manifest["missing"]:
            self.stderr.write(f"The backup has no content of {len(missing)} files: {missing[:3]} …")
