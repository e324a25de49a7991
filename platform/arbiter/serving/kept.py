"""Pages that are the same for everybody, made once for all who ask within some seconds.

Readers without cookies and tokens all see the same page.  Such pages change at once where
organizers hide, void or reveal something: `forget` stores a new name in Redis, and a kept page is
used only while the name is the one it was made under.  While Redis is away, no page is kept.
"""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial, wraps
from math import inf
from threading import Lock
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from arbiter.serving.caching import CREDENTIALS

View = Callable[..., HttpResponse]
Key = tuple[str, str, str]
"""Scheme, host and path, as links of the site itself have them."""

NAME = "public:name"
"""Where Redis keeps the name."""
MOST_PAGES = 400
MOST_BYTES = 400_000
"""Of one page: larger ones are made for each request."""
STATUSES = (200, 204)
"""Of answers that are kept; a part of a page that the reader has already is no content (204)."""
WAIT_S = 2.0
"""How long to wait for another thread that makes the same page."""


@dataclass(frozen=True, slots=True)
class _Kept:
    name: str
    made: float
    status: int
    content: bytes
    headers: tuple[tuple[str, str], ...]

    def answer(self) -> HttpResponse:
        return HttpResponse(self.content, status=self.status, headers=dict(self.headers))


@dataclass(slots=True)
class _Page:
    """A page as it was made last, and whether a thread makes it now."""

    kept: _Kept | None = None
    making: Lock = field(default_factory=Lock)


class Keeper:
    """The kept pages of a process; those that were asked for last stay."""

    def __init__(self) -> None:
        self._pages: OrderedDict[Key, _Page] = OrderedDict()
        self._lock = Lock()

    def clear(self) -> None:
        with self._lock:
            self._pages.clear()

    def answer(self, request: HttpRequest, make: Callable[[], HttpResponse]) -> HttpResponse:
        """The page that the request asks for: as it was kept, or as ``make`` returns it.

        Where its time is just over, one thread makes it again, and the others use it meanwhile.
        Where it is older, or was forgotten, they wait.
        """
        name = _name()
        if name is None:
            return make()
        page = self._page(request)
        kept = page.kept
        age = time.monotonic() - kept.made if kept and kept.name == name else inf
        if kept and age < settings.PUBLIC_SECONDS:
            return kept.answer()
        usable = kept if age < 2 * settings.PUBLIC_SECONDS else None
        if not page.making.acquire(timeout=WAIT_S if kept and not usable else 0):
            return usable.answer() if usable else make()
        try:
            if page.kept is not kept and page.kept and page.kept.name == name:
                return page.kept.answer()  # another thread was quicker
            response = make()
            page.kept = _kept(request, response, name)
            return response
        except BaseException:
            page.kept = None  # it may be gone for good
            raise
        finally:
            page.making.release()

    def _page(self, request: HttpRequest) -> _Page:
        key = (request.scheme or "", request.get_host(), request.get_full_path())
        with self._lock:
            page = self._pages.setdefault(key, _Page())
            self._pages.move_to_end(key)
            if len(self._pages) > MOST_PAGES:
                self._pages.popitem(last=False)
        return page


PAGES = Keeper()


def kept(view: View) -> View:
    """A view that changes nothing, whose answers to everybody are kept for ``PUBLIC_SECONDS``.

    It must depend on nothing but the address, what the site has, and who asks.
    """

    @require_safe
    @wraps(view)
    def answer(request: HttpRequest, *given: Any, **named: Any) -> HttpResponse:
        make = partial(view, request, *given, **named)
        if settings.PUBLIC_SECONDS and _is_of_everybody(request):
            return PAGES.answer(request, make)
        return make()

    return answer


def forget() -> None:
    """Make all pages for everybody again once this transaction is committed: something was hidden
    or shown."""
    transaction.on_commit(_rename)


def _rename() -> None:
    cache.set(NAME, secrets.token_hex(8), None)


def _name() -> str | None:
    """The name of what is public now; None where Redis does not tell."""
    name: str | None = cache.get(NAME)
    if name is None:
        cache.add(NAME, secrets.token_hex(8), None)
        name = cache.get(NAME)
    return name


def _is_of_everybody(request: HttpRequest) -> bool:
    return request.method == "GET" and not any(map(request.headers.get, CREDENTIALS))


def _kept(request: HttpRequest, response: HttpResponse, name: str) -> _Kept | None:
    """None for a page that is for this reader alone, or of no use to the next."""
    own = response.cookies or request.session.modified or "CSRF_COOKIE" in request.META
    if response.status_code not in STATUSES or own or len(response.content) > MOST_BYTES:
        return None
    made, headers = time.monotonic(), tuple(response.headers.items())
    return _Kept(name, made, response.status_code, response.content, headers)
