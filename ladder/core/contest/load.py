"""Load over time: amounts that are spread evenly over spans, by hour or by day."""

from __future__ import annotations

import zoneinfo
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

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
    times = [at.astimezone(UTC)]
    while (times[-1] <= last or len(times) < 2) and len(times) <= MOST_BUCKETS:
        if by_hour:
            times.append(times[-1] + timedelta(hours=1))
        else:
            day = (times[-1].astimezone(here) + timedelta(hours=36)).replace(hour=0)
            times.append(day.replace(minute=0, fold=0).astimezone(UTC))
    return times


def is_hourly(times: Sequence[datetime]) -> bool:
    """Whether these `edges` are hours."""
    return times[1] - times[0] <= timedelta(hours=1)


def by_bucket(spread: Iterable[Spread], times: Sequence[datetime]) -> list[float]:
    """The amount in each bucket between two of the `edges`.  Parts outside of them are left
    out; an amount without duration belongs to the bucket of its beginning."""
    sums = [0.0] * (len(times) - 1)
    for begin, end, amount in spread:
        at = bisect_right(times, begin) - 1
        if end <= begin:
            if 0 <= at < len(sums):
                sums[at] += amount
            continue
        for bucket in range(max(at, 0), len(sums)):
            if times[bucket] >= end:
                break
            inside = min(end, times[bucket + 1]) - max(begin, times[bucket])
            sums[bucket] += amount * (inside / (end - begin))
    return sums
