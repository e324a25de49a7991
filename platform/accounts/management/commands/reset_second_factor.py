"""Remove the passkeys and codes of a person who has lost them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.signing import second_factor


class Command(BaseCommand):
    help = "Remove the passkeys, two-factor codes and recovery codes of a person who has lost them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the person's name on the site")

    def handle(self, *args: Any, name: str, **options: Any) -> None:
        user = User.objects.filter(username__iexact=name).first()
        if user is None:
            raise CommandError(f"There is nobody named “{name}” here.")
        if not second_factor.reset(user):
            raise CommandError(f"{user.username} has no second factor.")
        self.stdout.write(f"{user.username} logs in by the password alone now.")
