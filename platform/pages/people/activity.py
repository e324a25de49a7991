"""A year of days: the versions that were uploaded, and the ladder matches that were played."""

from __future__ import annotations

import math
from calendar import monthrange
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import Count, IntegerField, QuerySet, Value
from django.db.models.functions import TruncDate
from django.utils import timezone

from accounts.models import Viewer
from bots.models import BotVersion
from matches.models import Match
from pages.people.subjects import Subject

LEVELS = 4
"""Sizes of a day's square, by its matches."""
_VERSIONS, _MATCHES = 0, 1


@dataclass(slots=True)
class Day:
    """``level`` is 0 without matches, else from 1 to `LEVELS`, on a logarithmic scale."""

    date: date
    versions: int = 0
    matches: int = 0
    level: int = 0

    @property
    def words(self) -> str:
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
    """By day: versions and matches, in one query.  Only matches that the reader may see count."""
    zone = timezone.get_current_timezone()
    start, end = (datetime(each, 1, 1, tzinfo=zone) for each in (year, year + 1))
    uploads = subject.uploads.filter(created__gte=start, created__lt=end)
    played = (
        Match.objects.visible_to(user)
        .finished()
        .filter(kind=Match.Kind.LADDER, finished__gte=start, finished__lt=end)
        .of_bots(subject.bots)
    )
    rows = _by_day(uploads, "created", _VERSIONS).union(
        _by_day(played, "finished", _MATCHES), all=True
    )
    found: dict[date, tuple[int, int]] = {}
    for day, what, count in rows:
        versions, matches = found.get(day, (0, 0))
        is_upload = what == _VERSIONS
        found[day] = (versions + count * is_upload, matches + count * (not is_upload))
    return found


def _by_day(
    rows: QuerySet[BotVersion] | QuerySet[Match], field: str, what: int
) -> QuerySet[BotVersion, tuple[date, int, int]] | QuerySet[Match, tuple[date, int, int]]:
    marked = rows.order_by().annotate(day=TruncDate(field), what=Value(what, IntegerField()))
    return marked.values_list("day", "what").annotate(count=Count("pk")).order_by()
