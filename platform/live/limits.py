"""How many WebSockets one person may have open."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, cast

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope

TOO_MANY = 4429
"""The code with which the server closes a socket that is one too many: pages do not try again."""
WORDS = "You have {most} live pages open already. Close some of them, then load this one again."


class SocketLimit:
    """ASGI middleware for sockets whose scope has a user.

    Sockets of people who are not logged in are bounded by their address alone.
    """

    def __init__(self, application: ASGI3Application, most: int) -> None:
        self._application = application
        self._most = most
        self._open: Counter[int] = Counter()

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        person: int | None = cast(Any, scope)["user"].pk  # put there by channels
        if person is None:
            await self._application(scope, receive, send)
            return
        self._open[person] += 1
        try:
            if self._open[person] > self._most:
                await self._refuse(receive, send)
            else:
                await self._application(scope, receive, send)
        finally:
            self._open[person] -= 1
            if not self._open[person]:
                del self._open[person]

    async def _refuse(self, receive: ASGIReceiveCallable, send: Any) -> None:
        message = WORDS.format(most=self._most)
        text = json.dumps({"type": "error", "code": "too_many", "message": message})
        await receive()
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close", "code": TOO_MANY})
