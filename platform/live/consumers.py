"""The sockets: a match, live or finished, and a build's log."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, suppress
from typing import cast

from channels.db import database_sync_to_async
from django.contrib.auth.models import AnonymousUser

from accounts.models import Viewer
from accounts.permissions import is_insider_or_organizer
from arbiter.streams import StreamReader, build_key
from bots.models import BotVersion
from live import base
from live.base import NOT_FOUND, Socket
from live.protocol import BadMessage, Follow, Read, Request, parse
from live.sources import LiveSource, Source, StoredSource, frames_message, hub, match_now
from matches.models import Match
from matches.queueing.forecasts import place_of

MAX_WAITING_REQUESTS = 32
OF_STAGES = (Match.Kind.EVENT, Match.Kind.SERIES)
"""Organizers may hide such a match while people watch it."""
MOST_KNOWN = 1000
_public: dict[int, tuple[float, bool]] = {}
"""By match: when this process last asked whether it is public, and the answer."""
FIRST_SECONDS = 2.0
"""How long the first header of a live match waits for what the worker has sent already."""
PACE_SECONDS = 0.01
"""A pause after each batch of a replay, so that one greedy viewer leaves the others their share."""


class MatchConsumer(Socket):
    """``ws/matches/<id>/``: header, frames from anywhere, and what comes, until the end.

    To the viewer: ``header`` (replay header or null, state, frames, games), ``frames`` (from,
    frames), ``state`` (state, position in the queue), ``restart`` (drop everything: the match
    begins again), ``left`` (a person has left: seat, reason, away), ``end`` (state, result or
    null), ``error`` (code, message).  ``hidden`` in
    ``header`` and ``state`` says that there is nothing to see before the end: people play who must
    not see everything; then the header comes once more, with all frames. From the viewer: see
    `live.protocol`.
    """

    _follower: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self._match_id = int(self.scope["url_route"]["kwargs"]["match_id"])
        await self._begin(f"socket of match {self._match_id}")
        match = await self._match_for(self._viewer)
        if match is None:
            await self.say("error", code="not_found", message="There is no such match.")
            await self.close(NOT_FOUND)
            return
        if match.kind in OF_STAGES or not await self._is_public():
            self.start(self.stay_while(self._match_for, self._is_public))
        self.start(self._serve(match))

    async def disconnect(self, code: int) -> None:
        await super().disconnect(code)
        self._follower = None  # an ended task refers to where it was cancelled, which is here

    @database_sync_to_async
    def _match_for(self, viewer: Viewer) -> Match | None:
        return Match.objects.visible_to(viewer).filter(pk=self._match_id).first()

    async def _is_public(self) -> bool:
        """Whether everybody may see the match: asked once for all who watch it here."""
        when, public = _public.get(self._match_id, (-base.CHECK_SECONDS, False))
        if time.monotonic() - when >= base.CHECK_SECONDS / 2:
            public = await self._ask_whether_public()
            if len(_public) >= MOST_KNOWN:
                _public.clear()
            _public[self._match_id] = time.monotonic(), public
        return public

    @database_sync_to_async
    def _ask_whether_public(self) -> bool:
        return Match.objects.public().filter(pk=self._match_id).exists()

    @property
    def _viewer(self) -> Viewer:
        return cast("Viewer", self.scope["user"])

    async def _begin(self, name: str) -> None:
        self.name = name
        self._requests: asyncio.Queue[Request] = asyncio.Queue(MAX_WAITING_REQUESTS)
        self._told = b""
        """The attempt of a live match that the viewer knows of."""
        self._hidden: dict[str, bool] = {}
        self._source: Source
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        try:
            self._requests.put_nowait(parse(text_data))
        except BadMessage as error:
            await self.say("error", code="bad_message", message=f"{error}.")
        except asyncio.QueueFull:
            await self.say("error", code="too_fast", message="Wait for answers before you ask on.")

    async def _serve(self, match: Match) -> None:
        self._hidden = {"hidden": True} if match.is_hidden else {}
        async with AsyncExitStack() as stack:
            self._source = await self._open(match, stack)
            await self._say_header(self._source, match.state)
            if match.state == Match.State.QUEUED:
                place = await database_sync_to_async(place_of)(match)
                position = None if place is None else place.position
                await self.say("state", state=match.state, position=position, **self._hidden)
            await self._listen()

    async def _listen(self) -> None:
        """Answer the viewer until they leave."""
        while True:
            request = await self._requests.get()
            await self._answer(self._source, request)

    async def _open(self, match: Match, stack: AsyncExitStack) -> Source:
        if match.state == Match.State.FINISHED:
            return StoredSource(match)
        source = await stack.enter_async_context(hub.watch(match.pk))
        if match.is_over:
            source.state, source.ended = match.state, True
        elif match.state == Match.State.RUNNING and not match.is_hidden:
            # The first header includes the entries that the worker has sent already.
            with suppress(TimeoutError):
                async with asyncio.timeout(FIRST_SECONDS):
                    while not (source.frames or source.ended):
                        await source.changed(source.version)
        return source

    async def _say_header(self, source: Source, state: str) -> None:
        if isinstance(source, LiveSource):
            self._told = source.attempt
        header, frames, games = await source.header()
        content = {"header": header, "state": state, "frames": frames, "games": games}
        await self.say("header", **content, **self._hidden)

    async def _answer(self, source: Source, request: Request) -> None:
        if self._follower is not None and not isinstance(request, Read):
            self._follower.cancel()
            self._follower = None
        if isinstance(request, Read):
            await self._send_range(source, request.start, request.stop)
        elif isinstance(request, Follow):
            self._follower = self.start(self._follow(source, request.start))

    async def _send_range(self, source: Source, start: int, stop: int) -> int:
        """Send what exists of a range; the number of the first frame that was not sent."""
        while start < stop:
            first, lines = await source.read(start, stop)
            if first + len(lines) <= start:
                break
            await self.send(text_data=frames_message(first, lines))
            start = first + len(lines)
            await asyncio.sleep(PACE_SECONDS)
        return start

    async def _follow(self, source: Source, start: int) -> None:
        if isinstance(source, LiveSource):
            await self._follow_live(source, start)
            return
        assert isinstance(source, StoredSource)
        _, frames, _ = await source.header()
        await self._send_range(source, start, frames)
        await self.say("end", state=Match.State.FINISHED, result=await source.result())

    async def _follow_live(self, source: LiveSource, start: int) -> None:
        state, sent, left = source.state, start, 0
        headed = (await source.header())[0] is not None
        while True:
            seen = source.version
            if source.attempt != self._told:
                if self._told:
                    await self.say("restart")
                self._told, sent, left, headed = source.attempt, 0, 0, False
            if not headed and (await source.header())[0] is not None:
                headed = True
                await self._say_header(source, source.state)
            for line in source.left[left:]:
                await self.send(text_data=line.decode())
                left += 1
            if sent < len(source.frames):
                text, count = source.message(sent)
                await self.send(text_data=text)
                sent += count
                continue
            if source.ended:
                break
            if source.state != state:
                state = source.state
                await self.say("state", state=state, position=None, **self._hidden)
            await source.changed(seen)
        await self._say_end(source.state, sent)

    async def _say_end(self, state: str, sent: int) -> None:
        """The end of a live match, after what the stream may have lost of it."""
        match = await match_now(self._match_id)
        if match is None or match.state != Match.State.FINISHED:
            await self.say("end", state=state, result=None)
            return
        stored = StoredSource(match)
        if self._hidden:
            self._hidden, self._source = {}, stored
            await self._say_header(stored, match.state)
        await self._send_range(stored, sent, match.frames)
        await self.say("end", state=match.state, result=await stored.result())


class EmbedConsumer(MatchConsumer):
    """``ws/embed/matches/<id>/``: the same for frames of other sites, for nobody in particular."""

    @database_sync_to_async
    def _ask_whether_public(self) -> bool:
        return Match.objects.public().filter(pk=self._match_id).exists()

    @property
    def _viewer(self) -> Viewer:
        return AnonymousUser()


class BuildConsumer(Socket):
    """``ws/builds/<version id>/``: a build's log from its start, for those who manage the bot and
    for organizers, who look after builds.

    Messages: ``log`` (text), ``state`` (state, label), ``end`` (state, failure).
    """

    async def connect(self) -> None:
        await self.accept()
        version = await self._find(cast("Viewer", self.scope["user"]))
        if version is None:
            message = "There is no such version, or it is not yours."
            await self.say("error", code="not_found", message=message)
            await self.close(NOT_FOUND)
            return
        self.name = f"socket of build {version.pk}"
        self.start(self.stay_while(self._find))
        self.start(self._serve(version))

    @database_sync_to_async
    def _find(self, user: Viewer) -> BotVersion | None:
        pk = int(self.scope["url_route"]["kwargs"]["version_id"])
        version = BotVersion.objects.select_related("bot__owner", "bot__team").filter(pk=pk).first()
        seen = version and is_insider_or_organizer(version.bot, user)
        return version if seen else None

    async def _serve(self, version: BotVersion) -> None:
        shown, sent_log = "", False
        async with StreamReader(build_key(version.pk)) as stream:
            while True:
                entries = await stream.read(1)
                for kind, data in entries:
                    if kind == "begin":
                        await self.say("begin")
                    elif kind == "log":
                        sent_log = True
                        await self.say("log", text=data.decode())
                await version.arefresh_from_db(fields=["state", "failure", "build_log"])
                if version.state != shown:
                    shown = version.state
                    await self.say("state", state=shown, label=version.get_state_display())
                if version.is_settled and not entries:
                    break
        if not sent_log and version.build_log:
            await self.say("log", text=version.build_log)
        await self.say("end", state=version.state, failure=version.failure)
