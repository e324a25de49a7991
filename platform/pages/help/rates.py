"""How often people may do something, and how much at a time: read from what enforces it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from allauth.account import app_settings
from django.conf import settings
from rest_framework.throttling import SimpleRateThrottle

from accounts.members.teams import MAX_MEMBERS
from accounts.moderation import MOST_REPORTS
from accounts.permissions import MOST_MAILED
from games.texts.sentences import counted
from ladder.comparisons import planning
from live import seats
from matches.services import MAX_WAITING
from notices.services import MOST_UNSENT
from notices.webhooks import MAX_WEBHOOKS
from pages.templatetags.site import filesize
from sandbox.limits import UPLOAD
from tries.services import HOURLY, HOURLY_OF_ADDRESS, MOST_OF_ADDRESS, MOST_WAITING

SCOPES: Mapping[str, str] = {
    "anon": "All requests without a token or a log-in, by network address",
    "user": "All requests of one person",
    "upload": "Uploads and new builds of versions",
    "device": "Codes with which programs ask to be allowed",
    "match": "Requests for matches, forks, comparisons, and entries to events",
    "map": "New and changed maps",
    "map-check": "Checks of maps",
    "search": "Searches",
}
"""Scope of the API → the requests that it counts."""
ACTS: Mapping[str, str] = {
    "login": "Attempts to log in",
    "login_failed": "Wrong passwords, each network address on its own for an account; wrong codes "
    "of a second factor, and wrong recovery codes",
    "signup": "Requests to sign up",
    "new_account": "New accounts",
    "reset_password": "Mails that reset a password",
    "reset_password_from_key": "New passwords by such a mail",
    "change_password": "Changes of the password",
    "manage_email": "Changes of mail addresses",
    "reauthenticate": "Repeated log-ins before a change of the account",
    "confirm_email": "Mails that confirm an address",
}
"""Act of an account → what is counted."""
UNUSED = frozenset(("change_phone", "verify_phone", "request_login_code"))
"""Acts of allauth that the site does not offer."""
_PERIODS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
_RATES = {
    "ip": "{most:,} in {period} by network address",
    "user": "{most:,} in {period} by person",
    "key": "{most:,} in {period} by account",
}


Bound = tuple[str, str]
"""In words: what is counted, and the most of it."""


def of_api() -> list[Bound]:
    """The rates of the API, as its throttles read them."""
    rates = SimpleRateThrottle.THROTTLE_RATES
    return [(SCOPES.get(scope, scope), _rate(rates[scope] or "")) for scope in rates]


def _rate(text: str) -> str:
    if not text:
        return "no limit"
    number, _, period = text.partition("/")
    return f"{int(number):,} in {_seconds(_PERIODS[period[0]])}"


def of_accounts() -> list[Bound]:
    """The rates of log-ins and changes of accounts; where there are several, each holds."""
    rates = app_settings.RATE_LIMITS
    return [(ACTS.get(act, act), _all(rates[act])) for act in rates if act not in UNUSED]


def _all(text: str) -> str:
    rates = map(_account_rate, text.split(","))
    return reduce(lambda some, another: f"{some}, and {another}", rates)


def _account_rate(text: str) -> str:
    number, period, whose = text.split("/")
    count, unit = period[:-1] or "1", period[-1]
    seconds = _seconds(int(count) * _PERIODS[unit])
    return _RATES[whose].format(most=int(number), period=seconds)


def _seconds(seconds: int) -> str:
    for unit, size in (("day", 86400), ("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds % size == 0:
            return counted(seconds // size, unit)
    raise AssertionError("every number of seconds is a multiple of one")


def at_a_time() -> Iterator[Bound]:
    """How much there may be at a time."""
    yield "Friendly matches of one person that wait or are played", str(MAX_WAITING)
    yield "Tries in the code editor of one person, in one hour", str(HOURLY)
    yield "The same of one network address, without an account", str(HOURLY_OF_ADDRESS)
    yield "Unfinished tries of one network address, without an account", str(MOST_OF_ADDRESS)
    yield "Unfinished tries of all people with an account together", str(MOST_WAITING)
    yield "Running comparisons of one person", str(planning.MOST_RUNNING)
    yield "Open rooms of one person", str(settings.ROOMS_PER_PERSON)
    yield "Matches of one person's rooms", str(settings.ROOM_MATCHES_PER_PERSON)
    yield "Messages of a person to a match, in one second", str(seats.RATE)
    yield "Members and invitations of a team", str(MAX_MEMBERS)
    yield (
        "Invitations to teams by one person in one hour; the same for offers of bots",
        str(MOST_MAILED),
    )
    yield "Reports of one person that wait for an answer", str(MOST_REPORTS)
    yield "Webhooks of one person", str(MAX_WEBHOOKS)
    yield "Events that wait for one webhook", str(MOST_UNSENT)
    yield "Live pages of one person", str(settings.SOCKETS_PER_PERSON)
    yield "Connections from one network address", f"{settings.CONNECTIONS_PER_ADDRESS:,}"
    yield "Size of one upload", filesize(UPLOAD.upload)
    yield "Size of an upload when it is unpacked", filesize(UPLOAD.unpacked)
    yield "Files in one upload", f"{UPLOAD.files:,}"
