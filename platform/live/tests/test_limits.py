"""One person has a bounded number of sockets; those of others do not count."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

from live.limits import TOO_MANY, SocketLimit


class Socket:
    """A socket of a person, which stays until `left` is set."""

    def __init__(self, limit: Any, person: int | None) -> None:
        self.left = asyncio.Event()
        self.told: list[dict[str, Any]] = []
        scope = {"type": "websocket", "user": SimpleNamespace(pk=person), "left": self.left}
        self.task = asyncio.ensure_future(limit(scope, self._receive, self._send))

    async def _receive(self) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def _send(self, event: dict[str, Any]) -> None:
        self.told.append(event)


async def application(scope, receive, send):
    await scope["left"].wait()


async def test_a_socket_too_many_is_closed_with_a_reason_and_one_that_ends_makes_room():
    limit = SocketLimit(application, 2)
    first, second, other, nobody = (Socket(limit, person) for person in (7, 7, 8, None))
    await asyncio.sleep(0)
    third = Socket(limit, 7)
    await third.task
    assert [event["type"] for event in third.told] == [
        "websocket.accept",
        "websocket.send",
        "websocket.close",
    ]
    assert json.loads(third.told[1]["text"])["code"] == "too_many"
    assert third.told[2]["code"] == TOO_MANY
    first.left.set()
    await first.task
    again = Socket(limit, 7)
    await asyncio.sleep(0)
    assert not any(socket.task.done() for socket in (second, other, nobody, again))
    assert again.told == []
    for socket in (second, other, nobody, again):
        socket.left.set()
        await socket.task
