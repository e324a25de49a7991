"""The socket of a try: the board while it plays, for the browser that requested it."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async

from arbiter.streams import try_key
from games.wire import encode
from live.base import NOT_FOUND
from live.consumers import MatchConsumer
from live.sources import LiveSource
from matches.models import Match
from tries.keys import SESSION
from tries.models import Try


class TrySource(LiveSource):
    """The stream of a try that plays, or what it has left."""

    def __init__(self, key: UUID) -> None:
        super().__init__(try_key(key))
        self._try = key

    def fill(self, content: dict[str, Any]) -> None:
        """Take the frames of a try that is over."""
        self._take("begin", b"stored")
        self._take("header", encode(content["header"]))
        for frame in content["frames"]:
            self._take_frame(encode(frame))
        self._take("end", b"")

    async def _is_over(self) -> bool:
        row = await _try_now(self._try)
        self.ended = row is None or row.is_over
        return self.ended


class TryConsumer(MatchConsumer):
    """``ws/tries/<key>/``: as `MatchConsumer`, for a try of the viewer's session."""

    async def connect(self) -> None:
        self._try: UUID = self.scope["url_route"]["kwargs"]["key"]
        await self._begin(f"socket of try {self._try}")
        row = await self._find()
        if row is None:
            await self.say("error", code="not_found", message="There is no such try.")
            await self.close(NOT_FOUND)
            return
        self.start(self._serve_try(row))

    @database_sync_to_async
    def _find(self) -> Try | None:
        if str(self._try) not in self.scope["session"].get(SESSION, []):
            return None
        return Try.objects.filter(pk=self._try).first()

    async def _serve_try(self, row: Try) -> None:
        source = TrySource(self._try)
        if content := await sync_to_async(row.content)():
            source.fill(content)
        else:
            self.start(source.follow())
        self._source = source
        await self._say_header(source, Match.State.FINISHED if row.is_over else Match.State.RUNNING)
        await self._listen()

    async def _say_end(self, state: str, sent: int) -> None:
        row = await _try_now(self._try)
        done = row is not None and row.state == Try.State.DONE
        state = Match.State.FINISHED if done else Match.State.FAILED
        await self.say("end", state=state, result=row.result if row else None)


@database_sync_to_async
def _try_now(key: UUID) -> Try | None:
    return Try.objects.filter(pk=key).only("state", "result").first()
