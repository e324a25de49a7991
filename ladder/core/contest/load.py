"""Load over time: amounts that are spread evenly over spans, by hour or by day."""

from __future__ import annotations

import zoneinfo
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

MOST_HOURS = 48
"""A span of at most this many hours is shown by hour, a longer one by day."""
MOST_BUCKETS = 400
Spread = tuple[datetime, datetime, float]
"""Begin, end, and an amount that is spread evenly between them."""


def edges(first: datetime, last: datetime, zone: str) -> list[datetime]:
    """The beginnings of hours or days of a time zone that cover ``first`` to ``last``, with the
    end of the last one.  At most `MOST_BUCKETS` of them, from the first one."""
    here = zoneinfo.ZoneInfo(zone)
    by_hour = last - first <= timedelta(hours=MOST_HOURS)
    at = first.astimezone(here).replace(minute=0, second=0, microsecond=0)
    at = at if by_hour else at.replace(hour=0)
    found = [at.astimezone(UTC)]
    while (found[-1] <= last or len(found) < 2) and len(found) <= MOST_BUCKETS:
        if by_hour:
            found.append(found[-1] + timedelta(hours=1))
        else:
            day = (found[-1].astimezone(here) + timedelta(hours=36)).replace(hour=0)
            found.append(day.replace(minute=0, fold=0).astimezone(UTC))
    return found


def is_hourly(found: Sequence[datetime]) -> bool:
    """Whether these `edges` are hours."""
    return found[1] - found[0] <= timedelta(hours=1)


def by_bucket(spread: Iterable[Spread], found: Sequence[datetime]) -> list[float]:
    """The amount in each bucket between two of the `edges`.  Parts outside of them are left
    out; an amount without duration belongs to the bucket of its beginning."""
    sums = [0.0] * (len(found) - 1)
    for begin, end, amount in spread:
        at = bisect_right(found, begin) - 1
        if end <= begin:
            if 0 <= at < len(sums):
                sums[at] += amount
            continue
        for bucket in range(max(at, 0), len(sums)):
            if found[bucket] >= end:
                break
            inside = min(end, found[bucket + 1]) - max(begin, found[bucket])
            sums[bucket] += amount * (inside / (end - begin))
    return sums


def spans_of(found: Sequence[datetime]) -> list[tuple[datetime, datetime]]:
    """The buckets as pairs of times."""
    return list(pairwise(found))
