"""``manage.py check_audit``: is the audit trail complete and protected?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from audit import services, triggers


class Command(BaseCommand):
    help = "Check that the audit trail has all its entries, and that the database protects them."

    def handle(self, *args: Any, **options: Any) -> None:
        """CommandError where entries are missing, or where the database does not protect them."""
        entries, missing = services.extent()
        if missing:
            raise CommandError(f"Missing entries of the audit trail: {missing}.")
        if not triggers.is_installed(connection):
            raise CommandError("No entry is missing, but the triggers that protect them are gone.")
        self.stdout.write(f"complete, {entries} entries")
