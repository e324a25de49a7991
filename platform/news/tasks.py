"""Announcements begin by themselves."""

from celery import shared_task

from news import services


@shared_task
def tell_due() -> None:
    """Give notice of announcements that have begun."""
    services.tell_due()
