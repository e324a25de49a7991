"""Sending what waits, beside the other work of the queue ``default``."""

import logging

from celery import shared_task

from notices import outbox, tidying

logger = logging.getLogger(__name__)


@shared_task(expires=60.0)
def send() -> None:
    """Send what is due, in a thread of this process: a receiver that is slow to answer must not
    hold up what else the worker does."""
    outbox.SENDER.wake()


@shared_task
def tidy() -> None:
    """Remove notices and deliveries that nobody will look for any more."""
    gone = tidying.remove_old()
    if gone:
        logger.info("removed %d old notices and deliveries", gone)
