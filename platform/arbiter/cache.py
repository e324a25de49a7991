"""The cache: what is in it may be lost at any time, so a Redis that is away makes no page fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from django.utils.functional import cached_property

from arbiter import outage


class _OneServer(RedisCacheClient):
    """To make a client of a server takes longer than the server takes to answer."""

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        return self._made

    @cached_property
    def _made(self) -> Any:
        return super().get_client()


_clients: dict[tuple[str, str], RedisCacheClient] = {}


class PatientCache(RedisCache):
    """Redis; while it cannot be reached nothing is found and nothing kept, and no page fails.

    Limits on the rate of requests do not hold meanwhile: it is a matter of seconds.
    """

    def __init__(self, server: str, params: dict[str, object]) -> None:
        super().__init__(server, params)
        self._class = _OneServer
        self._outage = outage.of(server)
        self._key = (server, repr(params.get("OPTIONS")))

    @cached_property
    def _cache(self) -> RedisCacheClient:
        """One client for the process: each request has a cache object of its own."""
        return _clients.setdefault(self._key, super()._cache)

    def add(self, *given: Any, **named: Any) -> Any:
        return self._tried(super().add, True, *given, **named)

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._tried(super().get, default, key, default, version)

    def set(self, *given: Any, **named: Any) -> Any:
        return self._tried(super().set, None, *given, **named)

    def touch(self, *given: Any, **named: Any) -> Any:
        return self._tried(super().touch, False, *given, **named)

    def delete(self, *given: Any, **named: Any) -> Any:
        return self._tried(super().delete, False, *given, **named)

    def has_key(self, *given: Any, **named: Any) -> Any:
        return self._tried(super().has_key, False, *given, **named)

    def get_many(self, *given: Any, **named: Any) -> Any:
        return self._tried(super().get_many, {}, *given, **named)

    def set_many(self, data: Any, *given: Any, **named: Any) -> Any:
        return self._tried(super().set_many, list(data), data, *given, **named)

    def delete_many(self, *given: Any, **named: Any) -> Any:
        return self._tried(super().delete_many, None, *given, **named)

    def _tried(self, call: Callable[..., Any], otherwise: Any, *given: Any, **named: Any) -> Any:
        return self._outage.ask(lambda: call(*given, **named), otherwise, "the cache")
