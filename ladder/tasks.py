"""The matchmaker's heartbeat."""

from __future__ import annotations

import logging
import random

from celery import shared_task

from ladder.matchmaking import feed

logger = logging.getLogger(__name__)


# A beat that found no worker for so long is overtaken by the next one.
@shared_task(expires=5.0)
def matchmake() -> None:
    """Keep matches of every running season in the queue."""
    made = feed(random.Random())
    if made:
        logger.info("matchmaker: %d new matches, from %s on", len(made), made[0])
