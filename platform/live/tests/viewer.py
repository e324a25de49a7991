"""A spectator's end of a socket, on the real ASGI application."""

from __future__ import annotations

import json
from typing import Any, Self

from asgiref.testing import ApplicationCommunicator

from arbiter.asgi import application

SECONDS = 5


class Viewer:
    """``async with Viewer("/ws/…")``; ``accepted`` says whether the server took it."""

    def __init__(
        self,
        path: str,
        origin: str = "http://localhost",
        cookie: str = "",
        seconds: float = SECONDS,
    ) -> None:
        headers = [(b"host", b"localhost"), (b"origin", origin.encode())]
        if cookie:
            headers.append((b"cookie", cookie.encode()))
        scope = {"type": "websocket", "path": path, "query_string": b"", "headers": headers}
        self._socket = ApplicationCommunicator(application, {**scope, "subprotocols": []})
        self.accepted = False
        self._seconds = seconds

    async def __aenter__(self) -> Self:
        await self._socket.send_input({"type": "websocket.connect"})
        answer = await self._socket.receive_output(self._seconds)
        self.accepted = answer["type"] == "websocket.accept"
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._socket.send_input({"type": "websocket.disconnect", "code": 1000})
        await self._socket.wait(self._seconds)

    async def hear(self) -> dict[str, Any]:
        """The next message."""
        answer = await self._socket.receive_output(self._seconds)
        assert answer["type"] == "websocket.send", answer
        message: dict[str, Any] = json.loads(answer["text"])
        return message

    async def closed(self) -> int:
        """The code with which the server closes, next."""
        answer = await self._socket.receive_output(self._seconds)
        assert answer["type"] == "websocket.close", answer
        return int(answer["code"])

    async def say(self, **message: Any) -> None:
        await self.send(text=json.dumps(message))

    async def send(self, **content: Any) -> None:
        await self._socket.send_input({"type": "websocket.receive", **content})

    async def until(self, kind: str) -> list[dict[str, Any]]:
        """Everything up to and including the next message of a kind."""
        heard = [await self.hear()]
        while heard[-1]["type"] != kind:
            heard.append(await self.hear())
        return heard

    async def frames(self, count: int) -> list[dict[str, Any]]:
        """The next ``count`` frames or more; nothing else may come between."""
        frames: list[dict[str, Any]] = []
        while len(frames) < count:
            message = await self.hear()
            assert message["type"] == "frames", message
            frames += message["frames"]
        return frames
