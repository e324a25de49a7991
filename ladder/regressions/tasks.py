"""Periodic work of regression tests."""

from celery import shared_task

from ladder.regressions import services


@shared_task
def sweep() -> None:
    """End runs of tests that wait for too long, so that their versions go live."""
    services.sweep()
