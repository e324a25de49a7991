"""Decides which caches may store an answer (RFC 9111), for files and for all other answers.

A rule is the function by which pages decide who may see something (``match.visible_to``).  An
answer is public where the rule lets in a person who is not logged in, at this moment: what an
organizer reveals later is private until then.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from arbiter.serving import Middleware

if TYPE_CHECKING:
    from accounts.models import Viewer


Rule = Callable[["Viewer"], bool]
"""Whether a person may see something."""

CREDENTIALS = ("Authorization", "Cookie")
"""Headers by which a request says whose it is."""
PRIVATE = "private, no-store"


def everybody(viewer: Viewer) -> bool:
    return True


def made_for(user: Viewer) -> Rule:
    """Of an answer whose content depends on its reader: everybody sees the same only where that is
    a person who is not logged in."""
    return lambda viewer: viewer == user


def cache_control(rule: Rule | None, fresh_s: int = 0) -> str:
    """The header ``Cache-Control``.  Without a rule, the answer is for its reader alone.

    A public answer may be used for ``fresh_s`` seconds.  Afterwards a cache asks again, and learns
    whether it is public still: an organizer may show something to fewer people, too.
    """
    if rule is None or not rule(AnonymousUser()):
        return PRIVATE
    return f"public, max-age={fresh_s}" if fresh_s else "public, no-cache"


class CacheMiddleware(Middleware):
    """Says of every answer that it depends on credentials, and keeps shared caches from those that
    do not say themselves who may keep them."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        patch_vary_headers(response, CREDENTIALS)
        default = "private, no-cache" if _has_credentials(request) else "no-cache"
        response.headers.setdefault("Cache-Control", default)
        return response


def _has_credentials(request: HttpRequest) -> bool:
    return "Authorization" in request.headers or settings.SESSION_COOKIE_NAME in request.COOKIES
