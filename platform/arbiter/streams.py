"""Redis streams: how workers tell the web processes what is happening.

One stream per match, per build and per try.  An entry is ``kind`` (what it is) and ``data``
(bytes).  A stream starts with an entry ``begin``, and ends with ``end``; a second ``begin`` says
that all before it is void.  Late readers read from the start, so that no entry is missed or
repeated.  Streams are for watching only.  Losing one loses no data, so an unavailable
Redis is logged and otherwise ignored here.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any

import redis
import redis.asyncio
from django.conf import settings

logger = logging.getLogger(__name__)

KEEP_SECONDS = 60
"""How long a stream stays after its end, for those who are still reading it."""
ABANDONED_SECONDS = 6 * 3600
"""A stream whose writer died goes after this long without an entry."""
ANSWER_SECONDS = 10.0
"""A reader that Redis leaves without an answer for this time asks again.  More than any read waits:
one that ended with the deadline would fail, and miss what comes during the pause after it."""
AWAY_SECONDS = 1.0
"""The pause before a Redis that is away is asked again."""


def match_key(match_id: int) -> str:
    return f"arbiter:match:{match_id}"


def seat_key(match_id: int, seat: int) -> str:
    """The messages to the person on a seat."""
    return f"arbiter:match:{match_id}:seat:{seat}"


def human_input_key(match_id: int) -> str:
    """The messages of people to a match."""
    return f"arbiter:match:{match_id}:human-input"


def presence_key(match_id: int, seat: int) -> str:
    """There while the person on a seat has the page open."""
    return f"arbiter:match:{match_id}:seat:{seat}:here"


def build_key(version_id: int) -> str:
    return f"arbiter:build:{version_id}"


def try_key(key: object) -> str:
    return f"arbiter:try:{key}"


class StreamWriter:
    """The writing end of one stream; belongs to one worker at a time."""

    def __init__(self, key: str) -> None:
        self.key = key
        self._redis = redis.Redis.from_url(settings.REDIS_URL, **settings.REDIS_TIMEOUTS)
        self._broken = False

    def begin(self, data: bytes = b"") -> None:
        """Start afresh: whatever the stream held is void."""
        self._run(lambda pipe: pipe.delete(self.key), "begin", data, ABANDONED_SECONDS)

    def add(self, kind: str, data: bytes) -> None:
        self._run(lambda _: None, kind, data, ABANDONED_SECONDS)

    def end(self, data: bytes = b"") -> None:
        self._run(lambda _: None, "end", data, KEEP_SECONDS)

    def close(self) -> None:
        self._redis.close()

    def _run(self, before: Callable[[Any], object], kind: str, data: bytes, ttl: int) -> None:
        if self._broken:
            return
        try:
            with self._redis.pipeline(transaction=True) as pipe:
                before(pipe)
                pipe.xadd(self.key, {"kind": kind, "data": data})
                pipe.expire(self.key, ttl)
                pipe.execute()
        except redis.RedisError as error:
            # A stream with a hole would show a wrong game; without its end it is only short.
            self._broken = True
            logger.warning("no more live events on %s: %s", self.key, error)


class StreamReader:
    """The reading end of one stream, from its start; ``async with`` it."""

    def __init__(self, key: str) -> None:
        self.key = key
        self._last: Any = "0-0"
        self._redis = redis.asyncio.Redis.from_url(
            settings.REDIS_URL, socket_timeout=ANSWER_SECONDS
        )

    async def __aenter__(self) -> StreamReader:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._redis.aclose()

    async def read(self, seconds: float) -> list[tuple[str, bytes]]:
        """The next entries as (kind, data); empty if none came within the given seconds, which are
        less than `ANSWER_SECONDS`.

        A Redis that is away is waited for.
        """
        block = round(seconds * 1000)
        try:
            answer: Any = await self._redis.xread({self.key: self._last}, count=200, block=block)
        except redis.RedisError as error:
            logger.warning("live events of %s: %s", self.key, error)
            await asyncio.sleep(min(seconds, AWAY_SECONDS))
            return []
        if not answer:
            return []
        ((_, entries),) = answer
        self._last = entries[-1][0]
        return [(fields[b"kind"].decode(), fields[b"data"]) for _, fields in entries]
