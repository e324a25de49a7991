"""Times in the reader's zone (the profile's, else what the browser said in a cookie), and the list
of a person's sessions."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts import sessions

COOKIE = "tz"


class TimeZoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        name = getattr(request.user, "time_zone", "") or request.COOKIES.get(COOKIE, "")
        try:
            timezone.activate(zoneinfo.ZoneInfo(name) if name else zoneinfo.ZoneInfo("UTC"))
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            timezone.activate(zoneinfo.ZoneInfo("UTC"))
        try:
            return self.get_response(request)
        finally:
            timezone.deactivate()


class SessionListMiddleware:
    """Keeps the list of `accounts.sessions`."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            sessions.note(request)
        return self.get_response(request)
