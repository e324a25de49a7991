"""A person's end of the socket of a seat, and a worker that plays in another thread."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.db import connections
from django.test import Client

from accounts.models import User
from live.tests.viewer import Viewer
from matches import tasks
from matches.models import Match

Message = dict[str, Any]
SECONDS = 60
"""The time that a worker on a busy machine may take to start a judger."""


def cookie_of(person: User) -> str:
    client = Client()
    client.force_login(person)
    return f"sessionid={client.cookies['sessionid'].value}"


class Player(Viewer):
    """``async with Player(match, 0, alice)``; ``heard`` has all messages."""

    def __init__(self, match: Match, seat: int, person: User | None) -> None:
        cookie = cookie_of(person) if person else ""
        super().__init__(f"/ws/matches/{match.pk}/seats/{seat}/", cookie=cookie, seconds=SECONDS)
        self.heard: list[Message] = []

    async def hear(self) -> Message:
        message = await super().hear()
        self.heard.append(message)
        return message

    async def act(self, ask: int, action: Any) -> None:
        await self.say(type="action", ask=ask, action=action)

    async def play(
        self,
        choose: Callable[[Message], Any],
        until: Callable[[Message], bool] = lambda message: message["type"] == "over",
    ) -> Message:
        """Answer questions by ``choose``, and again where it was refused, up to a message, which is
        returned."""
        question: Message = {}
        while True:
            message = await self.hear()
            if until(message):
                return message
            if message["type"] == "ask":
                question = message
            if message["type"] in ("ask", "refused"):
                await self.act(question["ask"], choose(message))

    def of(self, kind: str) -> list[Message]:
        return [message for message in self.heard if message["type"] == kind]


def work(lane: str = "rooms") -> asyncio.Future[None]:
    """Run one task as a worker does, in a thread beside the test.

    A test that fails does not wait for it: it ends when the match is gone.
    """
    loop = asyncio.get_running_loop()
    done = loop.create_future()
    threading.Thread(target=_work, args=(lane, loop, done), daemon=True).start()
    return done


def _work(lane: str, loop: asyncio.AbstractEventLoop, done: asyncio.Future[None]) -> None:
    try:
        tasks.play(lane)
    finally:
        connections.close_all()
        with suppress(RuntimeError):  # the test is over
            loop.call_soon_threadsafe(_finish, done)


def _finish(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)
