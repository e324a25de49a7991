"""The heartbeat of comparisons."""

from __future__ import annotations

from celery import shared_task

from ladder.comparisons import services


# A beat that found no worker for so long is overtaken by the next one.
@shared_task(expires=10.0)
def move_trials() -> None:
    """See that every comparison that runs goes on."""
    services.beat()
