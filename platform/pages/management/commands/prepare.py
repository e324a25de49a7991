"""``manage.py prepare``: make a site ready to start, in one process."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.files.storage import default_storage
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from arbiter.serving import static_files
from controls import joining
from storage import reserve


class Command(BaseCommand):
    help = "Bring the database and the static files up to date, install the demo content."
    requires_system_checks: list[str] = []  # `migrate` checks the databases

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--demo", nargs="*", help="demo content of these games; none: of all")

    def handle(self, *args: Any, **options: Any) -> None:
        self._check_store()
        self._step("database")
        call_command("migrate", verbosity=0, stdout=self.stdout)
        call_command("recover", stdout=self.stdout)
        reserve.fill()
        joining.write_mark()
        self._step("search")
        call_command("rebuild_search", stdout=self.stdout)
        if not settings.DEBUG:
            self._step("static files")
            static_files.collect()
        if options["demo"] is not None:
            self._step("demo content")
            call_command("demo", *options["demo"], stdout=self.stdout)

    def _check_store(self) -> None:
        """A folder has no check: a site starts when its disk is full, too."""
        check = getattr(default_storage, "check", None)
        if check is None:
            return
        self._step("store of files")
        try:
            check()
        except ImproperlyConfigured as why:
            raise CommandError(str(why)) from None

    def _step(self, name: str) -> None:
        self.stdout.write(f"· {name}")
        self.stdout.flush()
