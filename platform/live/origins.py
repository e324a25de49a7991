"""Which pages may open a WebSocket: those of this site."""

from __future__ import annotations

from typing import Any

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope
from channels.security.websocket import WebsocketDenier
from django.conf import settings

from arbiter.links import is_own_origin


class OwnOrigin:
    """ASGI middleware that refuses the handshake of every other page, and one without origin."""

    def __init__(self, application: ASGI3Application) -> None:
        self._application = application

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        application: Any = self._application if is_own(scope) else WebsocketDenier()
        await application(scope, receive, send)


def is_own(scope: Any) -> bool:
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    secure = settings.SESSION_COOKIE_SECURE or scope.get("scheme") == "wss"
    origin, host = headers.get(b"origin", ""), headers.get(b"host", "")
    return is_own_origin(origin, host, secure=secure)
