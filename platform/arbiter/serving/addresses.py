"""Where a request comes from: one answer for rate limits, bounds on connections and log-ins.

``ARBITER_PROXIES`` says how many proxies of the site's operator stand before it.  Each of them adds
the address that it saw to the end of ``X-Forwarded-For``, so only that many entries, counted from
the end, are true.  A client can write anything before them.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import Any

from asgiref.typing import ASGI3Application, ASGIReceiveCallable, ASGISendCallable, Scope

HEADER = b"x-forwarded-for"


def client_address(peer: str, forwarded: Sequence[str], proxies: int) -> str:
    """The client's address: ``peer`` is who connected, ``forwarded`` the values of the headers.

    Without proxies the headers mean nothing.  An entry that is no address counts for nothing.
    """
    entries = [entry for value in forwarded for entry in value.split(",")]
    if not proxies or not entries:
        return _normal(peer) or peer
    return _normal(entries[-min(proxies, len(entries))]) or peer


def is_loopback(address: str) -> bool:
    """Whether it is this machine, as is the peer of a Unix socket, which has no address."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return True


def household(address: str) -> str:
    """The unit of one subscriber: an IPv4 address, or the /64 network of an IPv6 address."""
    if ":" not in address:
        return address
    return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))


def _normal(entry: str) -> str | None:
    """The address without its port; IPv4 within IPv6 as IPv4; None where there is no address."""
    text = entry.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return str(mapped or address)


class ClientAddress:
    """ASGI middleware: the scope's client, Django's ``REMOTE_ADDR``, is `client_address`.

    It takes the header away, so that nothing behind it reads another address there.
    """

    def __init__(self, application: ASGI3Application, proxies: int) -> None:
        self._application = application
        self._proxies = proxies

    async def __call__(
        self, scope: Scope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        if scope["type"] in ("http", "websocket"):
            scope = self._told(scope)
        await self._application(scope, receive, send)

    def _told(self, scope: Any) -> Any:
        forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == HEADER]
        peer, port = scope.get("client") or ("", 0)
        return {
            **scope,
            "client": (client_address(peer, forwarded, self._proxies), port),
            "headers": [pair for pair in scope["headers"] if pair[0] != HEADER],
        }
