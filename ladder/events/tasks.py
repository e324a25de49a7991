"""The periodic task of events."""

from __future__ import annotations

from celery import shared_task

from ladder.events.ceremony import open_when_due
from ladder.events.models import Event
from ladder.events.planning import start_when_due
from ladder.events.running import move_all


@shared_task(expires=5.0)
def move_events() -> None:
    """Start events whose time has come, move all running events, and open results that are due."""
    start_when_due()
    for pk in Event.objects.running().values_list("pk", flat=True):
        move_all(pk)
    open_when_due()
