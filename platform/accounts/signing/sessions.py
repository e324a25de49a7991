"""The browsers in which a person is logged in: a row of allauth beside each session of Django.

allauth would write the last use at every request.  Here it is written at most every 5 minutes.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import timedelta
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.auth.signals import user_logged_in
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import User
from audit import services as audit

NOTE_EVERY = timedelta(minutes=5)
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
"""Marks of a user agent, and the name for people.  The first mark that is found counts: Chrome also
names Safari, and Android also names Linux."""


def connect() -> None:
    """From now on, a session whose log-in has just noted it is not noted again at once."""
    user_logged_in.connect(_begun, dispatch_uid="accounts.signing.sessions")


def _begun(request: HttpRequest, **named: Any) -> None:
    cache.set(_mark(request.session.session_key), 1, NOTE_EVERY.total_seconds())


def _mark(key: str | None) -> str:
    return f"session-noted:{key}"


def note(request: HttpRequest) -> None:
    """Write address, device and time of the request's session, unless that was done recently.

    A database that is busy does not keep the page from its reader.
    """
    key = request.session.session_key
    if not key or not cache.add(_mark(key), 1, NOTE_EVERY.total_seconds()):
        return
    with suppress(DatabaseError), transaction.atomic():
        UserSession.objects.create_from_request(request)
        UserSession.objects.filter(session_key=key).update(last_seen_at=timezone.now())


def listed(user: User, current: str | None) -> list[UserSession]:
    """The sessions of a person, that of the key ``current`` first, then by last use.

    Rows whose session has ended by time, log-out or a changed password are removed.
    """
    sessions: list[UserSession] = UserSession.objects.purge_and_list(user)
    latest = sorted(sessions, key=lambda row: row.last_seen_at, reverse=True)
    return sorted(latest, key=lambda row: row.session_key != current)


def end(session: UserSession) -> None:
    """Log this browser out."""
    with transaction.atomic():
        session.end()
        audit.record(session.user, session.user, f"signed out a session from {session.ip}")


def end_others(user: User, current: str | None) -> int:
    """Log all browsers out but the one whose session has the key ``current``; how many."""
    others = list(UserSession.objects.filter(user=user).exclude(session_key=current))
    if others:
        with transaction.atomic():
            for session in others:
                session.end()
            audit.record(user, user, f"signed out all other sessions: {len(others)}")
    return len(others)


def device(agent: str) -> str:
    """The device of a user agent, such as “Firefox on Linux”."""
    browser = next((name for mark, name in _BROWSERS if mark in agent), "")
    system = next((name for mark, name in _SYSTEMS if mark in agent), "")
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or agent.split(" ")[0][:60] or "Unknown device"
