"""Sessions of sockets, which read them and change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from channels.auth import AuthMiddleware
from channels.sessions import CookieMiddleware, InstanceSessionWrapper

if TYPE_CHECKING:
    from asgiref.typing import ASGIReceiveCallable, ASGISendCallable


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


def with_user(inner: Any) -> Any:
    """An application whose scope has the session and the ``user`` of the request's cookies."""
    return CookieMiddleware(ReadSession(AuthMiddleware(inner)))
