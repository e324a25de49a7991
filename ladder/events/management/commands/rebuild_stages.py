"""``manage.py rebuild_stages``: read the kept results of stages from their matches again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from ladder.events.kinds.encounters import settle_again
from ladder.events.models import Event, Stage
from ladder.events.running import advancing


class Command(BaseCommand):
    help = (
        "Read the results that stages keep of their finished encounters from the matches again. "
        "By default, of all events."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "events", nargs="*", help="short names of events, as in their addresses"
        )

    def handle(self, *args: Any, events: list[str], **options: Any) -> None:
        rows = Stage.objects.exclude(encounters=None).select_related("event")
        if events:
            rows = rows.filter(event__slug__in=events)
            known = Event.objects.filter(slug__in=events).values_list("slug", flat=True)
            if missing := sorted(set(events) - set(known)):
                raise CommandError(f"There is no event {', '.join(missing)}.")
        for stage in rows.order_by("event", "number"):
            corrected = settle_again(stage)
            self.stdout.write(
                f"{stage}: {stage.encounters.count()} encounters, {corrected} corrected"
            )
            if corrected:
                advancing.move(stage.pk)
