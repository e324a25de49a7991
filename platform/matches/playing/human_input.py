"""People's part in a match that runs: what they send goes to the judger, what it says to them.

Each seat of a person has a stream with all messages of the attempt that runs, in order; whatever
people send is in one stream for the match.  An action is taken out of it once the judger has it;
a person who left has left for later attempts, too.

The socket of a seat keeps a key in Redis for a few seconds at a time, the mark of the person's
presence.  The worker looks for it, and puts a ``leave`` into the stream for a person who was away
for `settings.ROOM_AWAY_SECONDS`.
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

from arbiter.streams import (
    ABANDONED_SECONDS,
    StreamWriter,
    human_input_key,
    presence_key,
    seat_key,
)

logger = logging.getLogger(__name__)

ASKS_PER_ATTEMPT = 10_000_000
"""Questions are numbered over all attempts of a match, so that no answer meets another question."""
MAX_WAITING = 500
"""Messages that people have sent to a match and that no judger has taken."""
BLOCK_MS = 250
PAUSE_S = 1.0
PRESENCE_SECONDS = 12.0
"""A mark of presence goes after this time without a socket that keeps it."""


class TooFast(Exception):
    """The judger has not kept up with what people sent."""


def first_ask(attempt: int) -> int:
    return attempt * ASKS_PER_ATTEMPT + 1


def presence_seconds(away: float) -> float:
    """How long a mark of presence stays, where ``away`` seconds cost a person the seat."""
    return min(PRESENCE_SECONDS, away / 2)


class Absence:
    """Which people of a match have been away for too long.

    ``seconds`` of absence are too long; 0: none are.  A person counts as present until the first
    look, and after each time in which nothing was known.  ``now`` is any steady clock, in s.
    """

    def __init__(self, seats: Sequence[int], seconds: float) -> None:
        self.seats = list(seats) if seconds else []
        self.seconds = seconds
        # A mark is renewed in every third of its time, so it outlives the presence by two.
        self._longest = seconds - presence_seconds(seconds) * 2 / 3
        self._since: dict[int, float] = {}

    def look(self, here: Sequence[bool], now: float) -> list[int]:
        """The seats whose time is over by now, until `dismiss`; ``here`` is by `seats`."""
        over = []
        for seat, present in zip(self.seats, here, strict=True):
            if present:
                self._since.pop(seat, None)
            elif now - self._since.setdefault(seat, now) >= self._longest:
                over.append(seat)
        return over

    def dismiss(self, seat: int) -> None:
        """The person has left, and is not looked for any more."""
        self.seats.remove(seat)

    def forget(self) -> None:
        """Nothing is known at this moment: everybody's time begins again."""
        self._since.clear()


async def send(client: Any, match_id: int, seat: int, line: dict[str, object]) -> None:
    """Hand a line of the judger's input over.  `TooFast`, or RedisError where it did not arrive."""
    key = human_input_key(match_id)
    if await client.xlen(key) >= MAX_WAITING:
        raise TooFast
    async with client.pipeline(transaction=True) as pipe:
        _put(pipe, key, seat, line)
        await pipe.execute()


def _put(pipe: Any, key: str, seat: int, line: dict[str, object]) -> None:
    data = json.dumps({"seat": seat, **line}).encode()
    pipe.xadd(key, {"kind": "leave" if "leave" in line else "action", "data": data})
    pipe.expire(key, ABANDONED_SECONDS)


class Letters:
    """Writes a judger's messages to the people of a match into their streams."""

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
        client.delete(human_input_key(match_id))
        client.close()


@contextmanager
def passing_on(match_id: int, stdin: IO[bytes], seats: Sequence[int]) -> Iterator[None]:
    """While the block runs, whatever people send is written to ``stdin`` at once, by a thread:
    the worker itself is busy with what the judger says.  People on ``seats`` who are away for too
    long leave."""
    over = threading.Event()
    absence = Absence(seats, settings.ROOM_AWAY_SECONDS)
    porter = threading.Thread(
        target=_pass_on, args=(match_id, stdin, over, absence), daemon=True, name="human input"
    )
    porter.start()
    try:
        yield
    finally:
        over.set()
        porter.join(BLOCK_MS / 1000 + 5)


def _pass_on(match_id: int, stdin: IO[bytes], over: threading.Event, absence: Absence) -> None:
    key, last = human_input_key(match_id), "0-0"
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=BLOCK_MS / 1000 + 5)
    while not over.is_set():
        try:
            _let_go(client, match_id, absence)
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
            absence.forget()
            over.wait(PAUSE_S)
        except (OSError, ValueError):
            break  # the judger reads no more
    client.close()


def _let_go(client: Any, match_id: int, absence: Absence) -> None:
    """Have those leave who were away for too long."""
    if not absence.seats:
        return
    marks = client.mget([presence_key(match_id, seat) for seat in absence.seats])
    for seat in absence.look([mark is not None for mark in marks], time.monotonic()):
        logger.info("seat %d of match %d: the person was away for too long", seat, match_id)
        with client.pipeline(transaction=True) as pipe:
            _put(pipe, human_input_key(match_id), seat, {"leave": True, "away": absence.seconds})
            pipe.execute()
        absence.dismiss(seat)


def now_ms() -> int:
    """The clock of ``until`` in questions."""
    return time.time_ns() // 1_000_000
