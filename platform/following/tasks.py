"""Periodic work: note what has happened, notify followers, and send digests."""

import logging

from celery import shared_task

from following import fanout, noting, tidying
from following.weekly import digests

logger = logging.getLogger(__name__)


@shared_task(expires=60.0)
def notify() -> None:
    """Note what has happened to events and seasons, and notify followers."""
    noting.sweep()
    if people := fanout.notify_all():
        logger.info("notified %d followers", people)


@shared_task(expires=600.0)
def send_digests() -> None:
    """Send the digests that are due."""
    if sent := digests.send_due():
        logger.info("%d digests are on their way", sent)


@shared_task
def tidy() -> None:
    """Remove old happenings and the rows of old digests."""
    tidying.remove_old()
