"""A limit on what requests may carry, before any of it is kept.

Under ASGI Django stores a request's whole body before the first middleware or view sees it, so
a limit in a view comes too late to save the disk.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from sandbox.limits import UPLOAD

if TYPE_CHECKING:
    from asgiref.typing import (
        ASGI3Application,
        ASGIReceiveCallable,
        ASGIReceiveEvent,
        ASGISendCallable,
        Scope,
    )

MOST = 2 * UPLOAD.upload
"""Bytes; twice the largest upload, so that what is a little too large is refused in words."""
SORRY = b"This request is larger than anything that this site accepts. Nothing of it was kept.\n"


class BodyLimit:
    """ASGI middleware: 413 for a body that says it is too large, an end to one that is."""

    def __init__(self, application: ASGI3Application, most: int = MOST) -> None:
        self.application = application
        self.most = most

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] == "http" and _declared(scope) > self.most:
            await _refuse(send)
            return
        await self.application(scope, self._counted(receive), send)

    def _counted(self, receive: ASGIReceiveCallable) -> ASGIReceiveCallable:
        """A body without a length is cut off, as if its sender had gone."""
        taken = 0

        async def counted() -> ASGIReceiveEvent:
            nonlocal taken
            event = await receive()
            if event["type"] == "http.request":
                taken += len(event["body"])
                if taken > self.most:
                    return {"type": "http.disconnect"}
            return event

        return counted


def _declared(scope: Any) -> int:
    length = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(length) if length.isdigit() and len(length) < 20 else 0


async def _refuse(send: ASGISendCallable) -> None:
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
    status = int(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    await send(
        {"type": "http.response.start", "status": status, "headers": headers, "trailers": False}
    )
    await send({"type": "http.response.body", "body": SORRY, "more_body": False})
