"""A year of days: the versions that were uploaded, and the ladder matches that were played."""

from __future__ import annotations

import math
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import partial

from django.db.models import CharField, Count, IntegerField, QuerySet, Value
from django.db.models.functions import Cast, Substr
from django.utils import timezone

from accounts.models import Viewer
from bots.models import BotVersion
from matches.models import Match
from pages.people.subjects import Subject

LEVELS = 4
"""Sizes of a day's square, by its matches."""
_VERSIONS, _MATCHES = 0, 1
_HOUR, _MINUTE = len("2026-01-01 12"), len("2026-01-01 12:00")


@dataclass(slots=True)
class Day:
    """``level`` is 0 without matches, else from 1 to `LEVELS`, on a logarithmic scale."""

    date: date
    versions: int = 0
    matches: int = 0
    level: int = 0

    @property
    def label(self) -> str:
        """Such as "2 versions, 31 matches"; empty for a day without either."""
        parts = ((self.versions, "version", "versions"), (self.matches, "match", "matches"))
        return ", ".join(
            f"{count} {one if count == 1 else more}" for count, one, more in parts if count
        )


@dataclass(frozen=True, slots=True)
class Month:
    """Its days, and None up to 31 for days that it does not have."""

    first: date
    days: Sequence[Day | None]

    @property
    def versions(self) -> int:
        return sum(day.versions for day in self.days if day)

    @property
    def matches(self) -> int:
        return sum(day.matches for day in self.days if day)


@dataclass(frozen=True, slots=True)
class Activity:
    """A year in the reader's time zone, and the years that the reader can choose."""

    year: int
    years: Sequence[int]
    months: Sequence[Month]

    @property
    def versions(self) -> int:
        return sum(month.versions for month in self.months)

    @property
    def matches(self) -> int:
        return sum(month.matches for month in self.months)


def activity(subject: Subject, user: Viewer, asked: str) -> Activity:
    """The asked year, the current one where there is nothing to see of it."""
    now = timezone.localtime()
    years = range(timezone.localtime(subject.since).year, now.year + 1)
    known = asked.isascii() and asked.isdigit() and len(asked) == 4 and int(asked) in years
    year = int(asked) if known else now.year
    counts = _counts(subject, user, year)
    most = max((matches for _, matches in counts.values()), default=0)
    last = now.date()
    months = [_month(year, number, counts, most) for number in range(1, 13)]
    shown = [month for month in months if month.first <= last]
    return Activity(year, list(reversed(years)), shown)


def _month(year: int, number: int, counts: dict[date, tuple[int, int]], most: int) -> Month:
    first = date(year, number, 1)
    days: list[Day | None] = []
    for at in range(1, monthrange(year, number)[1] + 1):
        day = first.replace(day=at)
        versions, matches = counts.get(day, (0, 0))
        days.append(Day(day, versions, matches, _level(matches, most)))
    return Month(first, [*days, *[None] * (31 - len(days))])


def _level(matches: int, most: int) -> int:
    if not matches:
        return 0
    return max(1, math.ceil(LEVELS * math.log1p(matches) / math.log1p(most)))


def _counts(subject: Subject, user: Viewer, year: int) -> dict[date, tuple[int, int]]:
    """By day: versions and matches, in one query.  Only matches that the reader may see count.

    The database counts by hour and this function by day: SQLite has no time zones, and a function
    of Python for each of many thousand matches takes longer than the rest of the page.
    """
    zone = timezone.get_current_timezone()
    start, end = (datetime(each, 1, 1, tzinfo=zone) for each in (year, year + 1))
    played = (
        Match.objects.visible_to(user)
        .counting()
        .filter(kind=Match.Kind.LADDER)
        .of_bots(subject.bots)
    )
    length = _HOUR if _has_whole_hours(year, zone) else _MINUTE
    first, beyond = (f"{each.astimezone(UTC):%Y-%m-%d %H:%M}"[:length] for each in (start, end))
    counted = partial(_by_time, length=length, within=(first, beyond))
    rows = counted(subject.uploads, "created", _VERSIONS).union(
        counted(played, "finished", _MATCHES), all=True
    )
    counts: dict[date, tuple[int, int]] = {}
    for text, what, count in rows:
        moment = datetime.fromisoformat(text if length == _MINUTE else f"{text}:00")
        day = moment.replace(tzinfo=UTC).astimezone(zone).date()
        versions, matches = counts.get(day, (0, 0))
        is_upload = what == _VERSIONS
        counts[day] = (versions + count * is_upload, matches + count * (not is_upload))
    return counts


def _has_whole_hours(year: int, zone: tzinfo) -> bool:
    """Whether all days of the year begin at a full hour of UTC."""
    months = (datetime(year, month, 1, tzinfo=zone) for month in range(1, 13))
    return not any((moment.utcoffset() or timedelta()) % timedelta(hours=1) for moment in months)


def _by_time(
    rows: QuerySet[BotVersion] | QuerySet[Match],
    field: str,
    what: int,
    length: int,
    within: tuple[str, str],
) -> QuerySet[BotVersion, tuple[str, int, int]] | QuerySet[Match, tuple[str, int, int]]:
    """Counts by the first ``length`` characters of a time in UTC, from the first text ``within`` on
    and before the second.

    The text is compared, not the time: an index of all times of a year is no way to the few rows of
    a person.
    """
    text = Substr(Cast(field, CharField()), 1, length)
    marked = rows.order_by().annotate(text=text, what=Value(what, IntegerField()))
    marked = marked.filter(text__gte=within[0], text__lt=within[1])
    return marked.values_list("text", "what").annotate(count=Count("pk")).order_by()
