"""The periodic task of events."""

from __future__ import annotations

from celery import shared_task

from ladder.events import running


@shared_task(expires=5.0)
def move_events() -> None:
    """Start events whose time has come, and move all running events."""
    running.beat()
