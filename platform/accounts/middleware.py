"""Times in the reader's zone: the profile's, else what the browser said in a cookie."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

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
