"""Redis while it is away or does not answer: asked once, then left alone for some seconds.

Everything that is asked of Redis here can be done without: the cache, tasks that a sweep sends
again, events for live pages.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import TypeVar

from kombu.exceptions import OperationalError as BrokerError
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

Value = TypeVar("Value")
PAUSE_SECONDS = 5.0
"""How long a Redis that failed is not asked again: each attempt may take a whole timeout."""
FAILURES = (RedisError, BrokerError, OSError)


class Outage:
    """Remembers of one Redis, for this process, that it does not answer."""

    def __init__(self, pauses: float = 1.0) -> None:
        """``pauses`` is how many times `PAUSE_SECONDS` it is left alone for."""
        self._pauses = pauses
        self._until = 0.0

    def ask(self, call: Callable[[], Value], otherwise: Value, what: str) -> Value:
        """What ``call`` returns, or ``otherwise`` where Redis does not answer; never an error of
        Redis.  ``what`` says in the log what did not work."""
        if time.monotonic() < self._until:
            return otherwise
        try:
            return call()
        except FAILURES as error:
            self._until = time.monotonic() + self._pauses * PAUSE_SECONDS
            logger.warning("%s: Redis does not answer: %s", what, error)
            return otherwise


_outages: dict[str, Outage] = {}


def of(address: str, pauses: float = 1.0) -> Outage:
    """The one of this process for the Redis at that address."""
    return _outages.setdefault(address, Outage(pauses))
