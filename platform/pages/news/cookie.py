"""Which announcements a browser shows no more."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import HttpRequest, HttpResponse

COOKIE = "news-seen"
MOST = 50
YEAR_S = 365 * 86400


def dismissed(request: HttpRequest) -> list[int]:
    """By number, the last dismissed at the end. Other content of a cookie is ignored."""
    parts = request.COOKIES.get(COOKIE, "").split(".")[:MOST]
    return [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 12]


def remember(response: HttpResponse, numbers: Sequence[int], *, secure: bool) -> None:
    kept = list(dict.fromkeys(numbers))[-MOST:]
    value = ".".join(map(str, kept))
    response.set_cookie(COOKIE, value, YEAR_S, httponly=True, samesite="Lax", secure=secure)
