"""Periodic tasks for rooms."""

import logging

from celery import shared_task

from rooms import services

logger = logging.getLogger(__name__)


@shared_task
def close_idle() -> None:
    """Close rooms that are idle."""
    if closed := services.close_idle():
        logger.info("closed %d idle rooms", closed)
