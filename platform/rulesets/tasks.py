"""Periodic tasks that publish scenarios on their dates."""

import logging

from celery import shared_task

from rulesets import services

logger = logging.getLogger(__name__)


@shared_task(expires=30.0)
def show_maps() -> None:
    """Make the maps of coming scenarios public; scenarios compare their dates themselves."""
    if shown := services.show_maps():
        logger.info("%d maps of scenarios are public now", shown)
