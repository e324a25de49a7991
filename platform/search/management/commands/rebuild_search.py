"""``manage.py rebuild_search``: index everything again."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from search import indexing, sections


class Command(BaseCommand):
    help = "Index all bots, people, teams, maps, events, help and rules for the search again."

    def handle(self, *args: Any, **options: Any) -> None:
        sections.refresh()
        self.stdout.write(f"{indexing.rebuild()} entries in the index of the search")
