"""A limit on what requests may carry, before any of it is kept.

Under ASGI Django stores a request's whole body before the first middleware or view sees it, so
a limit in a view comes too late to save the disk.
"""

from __future__ import annotations

import asyncio
import json
from http import HTTPStatus
from typing import Any

from asgiref.typing import (
    ASGI3Application,
    ASGIReceiveCallable,
    ASGIReceiveEvent,
    ASGISendCallable,
    ASGISendEvent,
    Scope,
)

from sandbox.limits import MIB, UPLOAD

MOST = 2 * UPLOAD.upload
"""Bytes; twice the largest upload, so that a body a little too large gets a message."""
LISTEN_BYTES = 64 * MIB
LISTEN_SECONDS = 10.0
"""How much more of a refused body is taken and dropped, and how long.  Many clients read the answer
only after they have sent everything, and lose it where the connection is closed before."""
_STATUS = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class BodyLimit:
    """ASGI middleware: 413 for a body that says that it is too large, or turns out to be."""

    def __init__(self, application: ASGI3Application, most: int = MOST) -> None:
        self.application = application
        self.most = most

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        if _declared(scope) > self.most:
            await _refuse(scope, self.most, receive, send)
            return
        await _Counted(self.most, scope, receive, send).run(self.application)


class _Counted:
    """One request, of whose body at most ``most`` bytes reach the application."""

    def __init__(
        self, most: int, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        self._most = most
        self._scope = scope
        self._receive = receive
        self._send = send
        self._taken = 0
        self._more = True
        self._answered = False
        self._too_large = False

    async def run(self, application: ASGI3Application) -> None:
        await application(self._scope, self.receive, self.send)
        if self._too_large and not self._answered:
            await _refuse(self._scope, self._most, self._receive, self._send, more=self._more)

    async def receive(self) -> ASGIReceiveEvent:
        """The next event; to the application it looks as if the sender of too much had gone."""
        if self._too_large:
            return {"type": "http.disconnect"}
        event = await self._receive()
        if event["type"] == "http.request":
            self._taken += len(event["body"])
            self._more = event["more_body"]
            if self._taken > self._most:
                self._too_large = True
                return {"type": "http.disconnect"}
        return event

    async def send(self, event: ASGISendEvent) -> None:
        """An answer that began before the body became too large goes on."""
        if self._too_large and not self._answered:
            return
        self._answered = True
        await self._send(event)


def _declared(scope: Any) -> int:
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(length) if length.isdigit() and len(length) < 20 else 0


async def _refuse(
    scope: Any,
    most: int,
    receive: ASGIReceiveCallable,
    send: ASGISendCallable,
    *,
    more: bool = True,
) -> None:
    """Send 413; ``more`` of the body may be on its way."""
    kind, body = _words(scope["path"], most)
    headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"connection", b"close"),
    ]
    await send(
        {
            "type": "http.response.start",
            "status": int(_STATUS),
            "headers": headers,
            "trailers": False,
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": True})
    if more:
        await _listen(receive)
    await send({"type": "http.response.body", "body": b"", "more_body": False})


def _words(path: str, most: int) -> tuple[bytes, bytes]:
    """The media type and the body: a problem document (`api.problems`) for programs."""
    detail = (
        f"The request is larger than {most // MIB} MB, the most that this site accepts. "
        "Nothing of it was kept. Send less."
    )
    if not path.startswith("/api/"):
        return b"text/plain; charset=utf-8", f"{detail}\n".encode()
    problem = {
        "type": "about:blank",
        "title": _STATUS.phrase,
        "status": int(_STATUS),
        "detail": detail,
        "instance": path,
    }
    return b"application/problem+json", json.dumps(problem).encode()


async def _listen(receive: ASGIReceiveCallable) -> None:
    """Take what the client still sends, up to a limit, and drop it."""
    left = LISTEN_BYTES
    try:
        async with asyncio.timeout(LISTEN_SECONDS):
            while left > 0:
                event = await receive()
                if event["type"] != "http.request" or not event["more_body"]:
                    return
                left -= len(event["body"])
    except TimeoutError:
        return
