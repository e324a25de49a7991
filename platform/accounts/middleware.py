"""Times in the reader's zone (the profile's, else what the browser said in a cookie), the list of a
person's sessions, and the second factor of organizers."""

from __future__ import annotations

import zoneinfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.signing import second_factor, sessions
from arbiter.serving import Middleware

COOKIE = "tz"


class TimeZoneMiddleware(Middleware):
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


class SessionListMiddleware(Middleware):
    """Keeps the list of `accounts.signing.sessions`."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            sessions.note(request)
        return self.get_response(request)


class SecondFactorMiddleware(Middleware):
    """Organizers who lack a second factor that they need have no organizer's rights.

    The pages of the account itself, where one sets it up, change the account and no more: there the
    user stays whole, as a copy without rights cannot be saved.
    """

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith("/accounts/") and second_factor.is_missing(request.user):
            request.user = second_factor.limited(request.user)
        return self.get_response(request)
