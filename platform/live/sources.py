"""Where a match's frames come from: the stored replay, or the stream of the worker that plays it.

Both kinds answer the same questions, so that a socket speaks one protocol for both.  Frames are
lines as the judger wrote them; nothing is encoded twice.
"""

from __future__ import annotations

import asyncio
import json
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async

from arbiter.streams import StreamReader, match_key
from matches.models import Match
from matches.recorded.replays import open_replay

BATCH = 500
"""Frames in one message."""
SILENCE_SECONDS = 5
"""Without an event for this time, the database is asked whether the match is over."""

_P = ParamSpec("_P")
_R = TypeVar("_R")


async def _aside(function: Callable[_P, _R], *args: _P.args, **kwargs: _P.kwargs) -> _R:
    """Run a function that queries no database in a thread of its own: making a compact replay again
    takes seconds, and all of the process shares the database's thread."""
    return await sync_to_async(function, thread_sensitive=False)(*args, **kwargs)


def frames_message(first: int, lines: list[bytes]) -> str:
    """Frames as a message to a viewer; ``first`` is the number of the first."""
    return f'{{"type":"frames","from":{first},"frames":[{b",".join(lines).decode()}]}}'


class Source(ABC):
    """A match's header and frames, as far as they exist."""

    @abstractmethod
    async def header(self) -> tuple[dict[str, object] | None, int, list[dict[str, object]]]:
        """The replay header (None before the match starts), the number of frames, the games.

        A game is ``{"first": number of its first frame, "setup": .., "scene": ..}``.
        """

    @abstractmethod
    async def read(self, start: int, stop: int) -> tuple[int, list[bytes]]:
        """Frames up to ``stop`` from the last key frame at or before ``start``, at most `BATCH`
        more than asked for: the number of the first, and the lines.
        """


class StoredSource(Source):
    """A finished match."""

    def __init__(self, match: Match) -> None:
        self._match = match

    async def header(self) -> tuple[dict[str, object] | None, int, list[dict[str, object]]]:
        return await _aside(self._header)

    def _header(self) -> tuple[dict[str, object], int, list[dict[str, object]]]:
        with open_replay(self._match) as replay:
            games = [_game(first, next(replay.read(first, first + 1))) for first in replay.games]
            return replay.header, replay.frames, games

    async def result(self) -> dict[str, object]:
        return await _aside(self._result)

    def _result(self) -> dict[str, object]:
        with open_replay(self._match) as replay:
            result: dict[str, object] = replay.result
            return result

    async def read(self, start: int, stop: int) -> tuple[int, list[bytes]]:
        return await _aside(self._read, start, stop)

    def _read(self, start: int, stop: int) -> tuple[int, list[bytes]]:
        with open_replay(self._match) as replay:
            first = replay.key_before(start)
            return first, list(replay.read_lines(first, min(stop, start + BATCH)))


def _game(first: int, frame: dict[str, object]) -> dict[str, object]:
    return {"first": first, "setup": frame["setup"], "scene": frame["scene"]}


class LiveSource(Source):
    """Frames that come by a stream: one reader of it for all viewers here."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._reset()
        self.attempt = b""
        """Which attempt the frames belong to; changes when the match begins again."""
        self.ended = False
        self.version = 0
        """Counts changes of anything above."""
        self._news = asyncio.Event()
        """Set at the next change, when another one takes its place: thousands wait for it, whom a
        condition would wake up one after the other."""
        self._message: tuple[int, int, str, int] = (-1, 0, "", 0)
        """The last of `message`: for which version and frame, the text, and how many frames."""

    def _reset(self) -> None:
        self._header: dict[str, object] | None = None
        self._games: list[dict[str, object]] = []
        self._keys: list[int] = []
        self.frames: list[bytes] = []
        self.left: list[bytes] = []
        """People who have left, each as the judger's line (`sandbox.judger.seats.human`)."""
        self.state = ""

    async def header(self) -> tuple[dict[str, object] | None, int, list[dict[str, object]]]:
        return self._header, len(self.frames), self._games

    async def read(self, start: int, stop: int) -> tuple[int, list[bytes]]:
        first = max((key for key in self._keys if key <= start), default=0)
        return first, self.frames[first : min(stop, start + BATCH)]

    async def follow(self) -> None:
        """Read the stream until it ends; started once, by the hub."""
        async with StreamReader(self._key) as stream:
            while not self.ended:
                entries = await stream.read(SILENCE_SECONDS)
                for kind, data in entries:
                    self._take(kind, data)
                if not entries and not await self._is_over():
                    continue
                self.version += 1
                news, self._news = self._news, asyncio.Event()
                news.set()

    async def changed(self, seen: int) -> None:
        """Wait until `version` is not ``seen``."""
        while self.version == seen:
            await self._news.wait()

    def message(self, start: int) -> tuple[str, int]:
        """The frames from ``start`` on as a message, at most `BATCH`, and how many are in it.  Most
        viewers get the same one."""
        version, first, text, count = self._message
        if (version, first) != (self.version, start):
            lines = self.frames[start : start + BATCH]
            text, count = frames_message(start, lines), len(lines)
            self._message = self.version, start, text, count
        return text, count

    @abstractmethod
    async def _is_over(self) -> bool:
        """Ask the database where the stream is silent, as its end may have been lost; sets `ended`,
        and `state` with it."""

    def _take(self, kind: str, data: bytes) -> None:
        match kind:
            case "begin":
                self._reset()
                self.attempt = data
                self.state = Match.State.RUNNING
            case "header":
                self._header = json.loads(data)
            case "frames":
                for line in data.split(b"\n"):
                    self._take_frame(line)
            case "left":
                self.left.append(data)
            case "state":
                self.state = data.decode()
                self.ended = self.state in (Match.State.ABORTED, Match.State.FAILED)
            case "end":
                self.state = Match.State.FINISHED
                self.ended = True

    def _take_frame(self, line: bytes) -> None:
        if b'"key":' in line:
            frame = json.loads(line)
            if "key" in frame:
                self._keys.append(len(self.frames))
            if "setup" in frame:
                self._games.append(_game(len(self.frames), frame))
        self.frames.append(line)


class LiveMatch(LiveSource):
    """A match that waits or is being played."""

    def __init__(self, match_id: int) -> None:
        super().__init__(match_key(match_id))
        self._match_id = match_id

    async def _is_over(self) -> bool:
        match = await match_now(self._match_id)
        if match is None or match.is_over:
            self.state, self.ended = match.state if match else Match.State.ABORTED, True
        return self.ended


@database_sync_to_async
def match_now(number: int) -> Match | None:
    return Match.objects.filter(pk=number).first()


class Hub:
    """The live sources of this process, each shared by all who watch its match."""

    def __init__(self) -> None:
        self._sources: dict[int, tuple[LiveSource, asyncio.Task[None]]] = {}
        self._viewers: dict[int, int] = {}

    @asynccontextmanager
    async def watch(self, match_id: int) -> AsyncIterator[LiveSource]:
        """The source of a match, while the block runs."""
        if match_id not in self._sources:
            source: LiveSource = LiveMatch(match_id)
            self._sources[match_id] = (source, asyncio.create_task(source.follow()))
        source, task = self._sources[match_id]
        self._viewers[match_id] = self._viewers.get(match_id, 0) + 1
        try:
            yield source
        finally:
            self._viewers[match_id] -= 1
            if not self._viewers[match_id]:
                del self._viewers[match_id], self._sources[match_id]
                task.cancel()


hub = Hub()
