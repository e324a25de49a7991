"""Weekly digests: when they are due, and their content.

A digest is due on Monday at `HOUR` in the person's time zone and covers the seven days before.
Its row and its mail come in one transaction, and a constraint allows one row for a week.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from accounts.models import User
from accounts.signing.addresses import confirmed_addresses
from following.models import Digest
from following.weekly.digest_content import content
from notices.models import Channel, Kind, Preference
from notices.services import tell

HOUR = 8
"""Of Monday, in the person's time zone."""
LATE = timedelta(hours=24)
"""How late a digest may still go out, after a failure of the site."""
CHUNK = 200
"""People that are read at a time."""


@dataclass(frozen=True, slots=True)
class Week:
    """``monday`` names it.  It covers what happened from ``since`` to ``until``."""

    monday: date
    since: datetime
    until: datetime


def week_due(zone: str, now: datetime) -> Week | None:
    """The week whose digest is due now for a person of this time zone; None: not now."""
    local = now.astimezone(_zone(zone))
    monday = local.date() - timedelta(days=local.weekday())
    until = datetime.combine(monday, time(HOUR), local.tzinfo).astimezone(UTC)
    if not until <= now < until + LATE:
        return None
    before = monday - timedelta(days=7)
    since = datetime.combine(before, time(HOUR), local.tzinfo).astimezone(UTC)
    return Week(monday, since, until)


def _zone(name: str) -> zoneinfo.ZoneInfo:
    try:
        return zoneinfo.ZoneInfo(name or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        return zoneinfo.ZoneInfo("UTC")


def send_due() -> int:
    """Send the digests that are due; how many mails that makes."""
    now = timezone.now()
    return sum(_send(user, week) for user, week in _waiting(now))


def _waiting(now: datetime) -> Iterator[tuple[User, Week]]:
    """People with a confirmed address whose digest of this week is not made."""
    wanted = Preference.objects.filter(kind=Kind.DIGEST, mail=True, user=OuterRef("pk"))
    people = User.objects.filter(Exists(wanted), is_active=True, is_house=False).order_by("pk")
    last = 0
    while chunk := list(people.filter(pk__gt=last)[:CHUNK]):
        last = chunk[-1].pk
        due = {each: week for each in chunk if (week := week_due(each.time_zone, now))}
        made = Digest.objects.filter(user__in=due, created__gte=now - 3 * LATE)
        done = set(made.values_list("user_id", "week"))
        confirmed = confirmed_addresses(due)
        for user, week in due.items():
            if user.pk in confirmed and (user.pk, week.monday) not in done:
                yield user, week


def _send(user: User, week: Week) -> bool:
    """Whether there is a mail: None is sent where nothing has happened."""
    data = content(user, week.since, week.until)
    try:
        with transaction.atomic():
            Digest.objects.create(user=user, week=week.monday, sent=data is not None)
            if data is not None:
                first, last = week.monday - timedelta(days=7), week.monday - timedelta(days=1)
                text = f"Your week from {first:%-d %B} to {last:%-d %B %Y}"
                channels = (Channel.MAIL,)
                tell(Kind.DIGEST, [user], text, "/settings/following/", data, channels)
    except IntegrityError:  # another process made it at the same time
        return False
    return data is not None
