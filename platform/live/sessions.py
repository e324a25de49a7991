"""Sessions and users of sockets, which read them and change nothing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from asgiref.sync import sync_to_async
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable
from channels.auth import AuthMiddleware, get_user
from channels.sessions import CookieMiddleware, InstanceSessionWrapper
from django.conf import settings

from accounts.models import Viewer
from accounts.signing import second_factor


class ReadSession:
    """`channels.sessions.SessionMiddleware`, but for what that does with each message that is sent:
    it asks whether the session was changed, thousands of times for one frame of a match."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __call__(
        self, scope: Any, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        session = InstanceSessionWrapper(scope, send)
        await session.resolve_session()
        await self._inner(session.scope, receive, send)


class SecondFactor:
    """`accounts.middleware.SecondFactorMiddleware` for sockets."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def __call__(
        self, scope: Any, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if settings.ORGANIZERS_SECOND_FACTOR:
            user = await sync_to_async(second_factor.limited)(scope["user"])
            scope = {**scope, "user": user}
        await self._inner(scope, receive, send)


def with_user(inner: Any) -> Any:
    """An application whose scope has the session and the ``user`` of the request's cookies."""
    return CookieMiddleware(ReadSession(AuthMiddleware(SecondFactor(inner))))


async def reader_now(scope: Any) -> Viewer:
    """The person of the socket's session with the rights of this moment: nobody once the session
    has ended or the account is closed."""
    store = import_module(settings.SESSION_ENGINE).SessionStore
    fresh: Any = {"session": store(scope["session"].session_key)}
    user: Any = await get_user(fresh)
    return await sync_to_async(second_factor.limited)(user)
