"""The one beat of a site: it holds a lock in Redis, which expires soon after its holder is gone."""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import Any

import redis
from celery.beat import PersistentScheduler
from django.conf import settings
from redis.exceptions import LockError
from redis.lock import Lock

from arbiter.working.workers import is_dead, own_name

logger = logging.getLogger(__name__)

LOCK = "arbiter:beat"
HOLD_S = 30.0
"""A lock that was not renewed for this time has expired; it is renewed with each tick, at least
every 5 s."""
SECOND = (
    "The timetable of this site is run already, by {holder}. A site has exactly one beat, so this "
    "one ends. Start it again after the other one has stopped."
)


def take(patience: float = HOLD_S + 5) -> str:
    """Take or renew the lock for this process; empty, or the process that has kept it for
    ``patience`` seconds.  A holder of this machine that is dead is not waited for."""
    lock, own = _lock(), own_name()
    lock.local.token = own.encode()
    try:
        lock.reacquire()
        return ""
    except LockError:
        holder = _holder(lock)
    if is_dead(holder):
        with suppress(LockError):  # another one was faster
            lock.do_release(holder)
    return "" if lock.acquire(token=own, blocking_timeout=patience) else _holder(lock) or holder


def _lock() -> Lock:
    client = redis.Redis.from_url(settings.REDIS_URL)
    return Lock(client, LOCK, timeout=HOLD_S, sleep=0.2, thread_local=False)


def _holder(lock: Lock) -> str:
    holder: Any = lock.redis.get(LOCK)
    return holder.decode() if holder else ""


class Scheduler(PersistentScheduler):
    """Celery's own, which ends where another process holds the lock."""

    def _open_schedule(self) -> Any:
        """Celery makes a new file where this fails.  A file that was cut off while it was written
        can be opened, but not read."""
        store = super()._open_schedule()  # type: ignore[misc]  # its types lack it
        try:
            store.get("entries")
        except Exception:
            store.close()
            raise
        return store

    def tick(self, *arguments: Any, **named: Any) -> float:
        try:
            if holder := take(patience=0):
                logger.error(SECOND.format(holder=holder))
                raise SystemExit(1)
        except redis.RedisError as error:
            logger.warning("the lock of beat was not renewed: %s", error)
        wait: float = super().tick(*arguments, **named)
        return min(wait, HOLD_S / 3)
