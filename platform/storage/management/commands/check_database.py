"""``manage.py check_database``: whether this version can use the site's database."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from arbiter.database.schema import unknown_here


class Command(BaseCommand):
    help = "Fails, and changes nothing, where another version of Arbiter made the database."
    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        if unknown := unknown_here():
            raise CommandError(
                f"Another version of Arbiter made the database of this site: {unknown[0]} is not "
                "known here. Nothing was changed. To keep the data, move the folder aside, then "
                f"start with an empty one: mv {settings.VAR} {settings.VAR}-before"
            )
