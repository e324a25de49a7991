"""The base of all sockets: messages, tasks of their own, and clients that leave."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from accounts.models import Viewer
from games.replay import ReplayError
from games.replayed import NotReproducible
from live.sessions import reader_now

logger = logging.getLogger(__name__)

FAILED = 4500
NOT_FOUND = 4404
CHECK_SECONDS = 5.0
"""How often a socket of something that not everybody may see asks whether its reader still may."""


class Gone(Exception):
    """The client has left, or the socket was closed: there is nobody to send to."""


async def _gone(_message: object) -> None:
    raise Gone


async def _nobody() -> bool:
    return False


class Socket(AsyncWebsocketConsumer):
    """A WebSocket.  A client that leaves ends what is done for it, and leaves no trace in the log.

    Messages are JSON objects; ``type`` says what each is.  Queries are made in the thread that asks
    them: each task that makes one has an object for the connection and all that belongs to it.
    """

    name = "socket"
    """Names the socket in the log."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

        async def send_if_there(message: Any) -> None:
            if self._closed:
                raise Gone
            self._closed = message["type"] == "websocket.close"
            try:
                await send(message)
            except OSError as error:  # so servers tell by ASGI's specification
                self._closed = True
                raise Gone from error

        try:
            await super().__call__(scope, receive, send_if_there)
        finally:
            self.base_send = _gone

    async def dispatch(self, message: dict[str, object]) -> None:
        try:
            await super().dispatch(message)
        except Gone:
            return

    async def disconnect(self, code: int) -> None:
        for task in self._tasks:
            task.cancel()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside the messages from the client, at most until it leaves.

        A failure is logged and sent to the client before the socket is closed.
        """
        task = asyncio.create_task(self._guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _guard(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            try:
                await work
            except Gone:
                return
            except Exception as error:
                logger.exception("the %s failed", self.name)
                if isinstance(error, NotReproducible):
                    text = f"This replay cannot be shown: {error}."
                    await self.say("error", code="failed", message=text)
                elif isinstance(error, ReplayError):
                    await self.say("error", code="damaged", message="The replay is damaged.")
                else:
                    text = "Something failed here; try again."
                    await self.say("error", code="failed", message=text)
                await self.close(FAILED)
        except Gone:
            return

    async def stay_while(
        self,
        allowed: Callable[[Viewer], Awaitable[object]],
        everybody: Callable[[], Awaitable[bool]] = _nobody,
    ) -> None:
        """Close the socket when its reader, as of that moment, is no longer ``allowed``: a role
        was taken, a session has ended, a stage was hidden.  Not asked while ``everybody`` is."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                if await everybody():
                    continue
                may = await allowed(await reader_now(self.scope))
            except DatabaseError as error:
                logger.warning("the reader of the %s is not known: %s", self.name, error)
                continue
            if not may:
                await self.say("error", code="not_found", message="You may not see this any more.")
                await self.close(NOT_FOUND)
                return

    async def say(self, kind: str, **content: Any) -> None:
        """Send a message.  `Gone` where the client has left."""
        await self.send(text_data=json.dumps({"type": kind, **content}))
