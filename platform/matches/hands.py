"""People's part in a match that runs: what they send goes to the judger, what it says to them.

Each seat of a person has a stream with all messages of the attempt that runs, in order; whatever
people send is in one stream for the match.  An action is taken out of it once the judger has it;
who left has left for later attempts, too.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Any

import redis
from django.conf import settings

from arbiter.streams import ABANDONED_SECONDS, StreamWriter, hands_key, seat_key

logger = logging.getLogger(__name__)

ASKS_PER_ATTEMPT = 10_000_000
"""Questions are numbered over all attempts of a match, so that no answer meets another question."""
MAX_WAITING = 500
"""What people have sent to a match and no judger has taken."""
BLOCK_MS = 250
PAUSE_S = 1.0


class TooFast(Exception):
    """The judger has not kept up with what people sent."""


def first_ask(attempt: int) -> int:
    return attempt * ASKS_PER_ATTEMPT + 1


async def send(client: Any, match_id: int, seat: int, line: dict[str, Any]) -> None:
    """Hand a line of the judger's input over.  `TooFast`, or RedisError where it did not arrive."""
    key = hands_key(match_id)
    if await client.xlen(key) >= MAX_WAITING:
        raise TooFast
    data = json.dumps({"seat": seat, **line}).encode()
    async with client.pipeline(transaction=True) as pipe:
        pipe.xadd(key, {"kind": "leave" if "leave" in line else "action", "data": data})
        pipe.expire(key, ABANDONED_SECONDS)
        await pipe.execute()


class Letters:
    """What a judger says to the people of a match, into their streams."""

    def __init__(self, match_id: int, seats: Sequence[int], attempt: int) -> None:
        self._streams = {seat: StreamWriter(seat_key(match_id, seat)) for seat in seats}
        self._waiting: dict[int, list[bytes]] = {}
        for stream in self._streams.values():
            stream.begin(str(attempt).encode())

    def take(self, seat: int, message: bytes) -> None:
        """A message, as JSON in one line."""
        self._waiting.setdefault(seat, []).append(message)

    def flush(self) -> None:
        for seat, messages in self._waiting.items():
            self._streams[seat].add("messages", b"\n".join(messages))
        self._waiting.clear()

    def close(self) -> None:
        for stream in self._streams.values():
            stream.close()


def end(match_id: int, seats: Sequence[int]) -> None:
    """The match is over: its streams stay a little for those who read them."""
    for seat in seats:
        stream = StreamWriter(seat_key(match_id, seat))
        stream.end()
        stream.close()
    with suppress(redis.RedisError):
        client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=5)
        client.delete(hands_key(match_id))
        client.close()


@contextmanager
def passing_on(match_id: int, stdin: IO[bytes]) -> Iterator[None]:
    """While the block runs, whatever people send is written to ``stdin`` at once, by a thread:
    the worker itself is busy with what the judger says."""
    over = threading.Event()
    porter = threading.Thread(
        target=_pass_on, args=(match_id, stdin, over), daemon=True, name="hands"
    )
    porter.start()
    try:
        yield
    finally:
        over.set()
        porter.join(BLOCK_MS / 1000 + 5)


def _pass_on(match_id: int, stdin: IO[bytes], over: threading.Event) -> None:
    key, last = hands_key(match_id), "0-0"
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=BLOCK_MS / 1000 + 5)
    while not over.is_set():
        try:
            answer: Any = client.xread({key: last}, count=100, block=BLOCK_MS)
            for _, entries in answer or ():
                for number, fields in entries:
                    last = number
                    stdin.write(fields[b"data"] + b"\n")
                    stdin.flush()
                    if fields[b"kind"] != b"leave":
                        client.xdel(key, number)
        except redis.RedisError as error:
            logger.warning("what people send to match %d waits: %s", match_id, error)
            over.wait(PAUSE_S)
        except (OSError, ValueError):
            break  # the judger reads no more
    client.close()


def now_ms() -> int:
    """The time by which ``until`` of a question is told."""
    return time.time_ns() // 1_000_000
