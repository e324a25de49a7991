"""``manage.py demo``: an organizer, the house bots and the seasons; safe to run again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from pages import demo


class Command(BaseCommand):
    help = "Install the demo content: an organizer, the house bots of every game, seasons."

    def handle(self, *args: Any, **options: Any) -> None:
        for line in demo.install():
            self.stdout.write(line)
