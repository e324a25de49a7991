"""``manage.py backup FILE``: everything of this site in one file, while it runs."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from storage.backup import write
from storage.databases import DatabaseFailure


class Command(BaseCommand):
    help = "Write the database and all stored files to one file. The site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="The ZIP file to write; it must not exist.")

    def handle(self, *args: Any, **given: Any) -> None:
        """CommandError where it cannot be written; no part of a file stays then."""
        path: Path = given["file"].absolute()
        part = path.with_name(f"{path.name}.part")
        if path.exists():
            raise CommandError(f"{path} exists. Choose another name.")
        try:
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"{part} cannot be written: {error.strerror}.") from None
        try:
            with open(descriptor, "wb") as file:
                manifest = write(file, path.parent)
                file.flush()
                os.fsync(file.fileno())
            part.rename(path)
        except OSError as error:
            raise CommandError(f"The backup failed: {error}. Nothing was kept.") from error
        except DatabaseFailure as error:
            raise CommandError(f"The backup failed: {error}") from error
        finally:
            part.unlink(missing_ok=True)
        self._tell(path, manifest)

    def _tell(self, path: Path, manifest: dict[str, Any]) -> None:
        missing = manifest["missing"]
        size = path.stat().st_size
        self.stdout.write(f"{path}: {len(manifest['files'])} files, {size} bytes")
        if missing:
            self.stderr.write(
                f"{len(missing)} files that the database names are not in the storage, the first "
                f"is {missing[0]}; the manifest lists them."
            )
