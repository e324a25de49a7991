"""``manage.py check_audit``: is the audit trail whole?"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from audit import services, triggers


class Command(BaseCommand):
    help = "Follow the chain of the audit trail from its first entry to its last."

    def handle(self, *args: Any, **options: Any) -> None:
        """CommandError where it is broken, or where the database does not protect it.

        Keep the printed hash to prove later that no earlier entry was changed.
        """
        chain = services.check()
        if not chain.unbroken:
            raise CommandError(f"The audit trail is broken: {chain.why}.")
        if not triggers.is_installed(connection):
            raise CommandError("The chain is unbroken, but the triggers that protect it are gone.")
        self.stdout.write(f"unbroken, {chain.entries} entries, the last is {chain.hash}")
