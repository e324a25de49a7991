"""Signs of life of the periodic work, left in the cache by the workers that do it."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterable
from typing import Any

from celery.signals import task_postrun
from django.conf import settings
from django.core.cache import cache

from arbiter.configured.timetable import Run

logger = logging.getLogger(__name__)

KEEP_SECONDS = 86400


def _key(task: str) -> str:
    return f"heartbeat:{task}"


@task_postrun.connect(dispatch_uid="pages.status.heartbeat")
def note(task: Any = None, state: str = "", **kwargs: Any) -> None:
    """Remember when a task of the timetable last ended well."""
    if state != "SUCCESS" or task.name not in timetable():
        return
    try:
        cache.set(_key(task.name), time.time(), KEEP_SECONDS)
    except Exception:
        # The task itself is done; that its sign of life is lost must not undo it.
        logger.warning("no sign of life could be left for %s", task.name, exc_info=True)


def timetable() -> dict[str, float]:
    """By task: the seconds from one run to the next."""
    entries: Iterable[Run] = settings.CELERY_BEAT_SCHEDULE.values()
    return {entry["task"]: entry["schedule"] for entry in entries}


def ages() -> dict[str, float | None]:
    """By task: seconds since it last ended well, or None where that is not known."""
    tasks = timetable()
    seen = cache.get_many([_key(task) for task in tasks])
    now = time.time()
    return {t: now - seen[_key(t)] if _key(t) in seen else None for t in tasks}
