"""``manage.py rebuild_ratings``: rate all matches again, and report wrong ratings."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder.models import Season
from ladder.ratings.official import refit
from ladder.ratings.rebuilding import rebuild


class Command(BaseCommand):
    help = "Rate the matches of seasons again, in their order. By default, of all seasons."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("seasons", nargs="*", type=int, help="numbers of seasons")

    def handle(self, *args: Any, seasons: list[int], **options: Any) -> None:
        rows = Season.objects.order_by("pk")
        if seasons:
            rows = rows.filter(pk__in=seasons)
            if missing := set(seasons) - set(rows.values_list("pk", flat=True)):
                listed = ", ".join(map(str, sorted(missing)))
                raise CommandError(f"There is no season {listed}; see the admin for their numbers.")
        for season in rows:
            done = rebuild(season)
            if done.matches:
                refit(season)
            self.stdout.write(
                f"{season}: {done.matches} matches, {done.ratings} ratings, "
                f"{done.corrected} corrected"
            )
