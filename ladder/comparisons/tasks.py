"""The heartbeat of comparisons."""

from __future__ import annotations

from celery import shared_task

from ladder.comparisons import services


# A heartbeat that found no worker in this time is replaced by the next one.
@shared_task(expires=10.0)
def move_comparisons() -> None:
    """See that every comparison that runs goes on."""
    services.beat()
