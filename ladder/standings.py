"""Who is best by live ratings: a table that is read a page at a time, and places in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from django.db.models import F, Max, Min, QuerySet, Value
from django.db.models.functions import Concat

from bots.models import plays
from ladder.core import rating as scale
from ladder.core.rating import Display
from ladder.core.standings import trend, win_rate
from ladder.models import Rating, Season

TEXTS = ("build_log", "failure")
"""What a table leaves in the database of versions."""


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings; equal strength shares a place.  ``trend`` is in points."""

    place: int
    rating: Rating
    display: Display
    win_rate: float | None
    trend: int


@dataclass(frozen=True, slots=True)
class Rank:
    """A place among so many: 3 of 120."""

    place: int
    of: int


class Standings(Sequence[Standing]):
    """The lines of a season, best first, by mu − sigma; lines are read when they are asked for.

    While the season runs they are those of bots that play; afterwards all but those that
    organizers took out.  ``words`` leaves lines whose "owner/bot" holds them; places stay those of
    the whole table.
    """

    def __init__(self, season: Season, words: str = "") -> None:
        self._all = _placed(season)
        self._words = words
        self._rows = _holding(self._all, words)

    @cached_property
    def total(self) -> int:
        """Lines of the whole table."""
        return self._all.count()

    def __len__(self) -> int:
        return self._rows.count() if self._words else self.total

    @overload
    def __getitem__(self, index: int) -> Standing: ...
    @overload
    def __getitem__(self, index: slice) -> list[Standing]: ...
    def __getitem__(self, index: int | slice) -> Standing | list[Standing]:
        if isinstance(index, int):
            return self[index : index + 1][0]
        start = index.start or 0
        # Whole rows only of the part: a database that sorts them carries every column along.
        part = self._rows.order_by("-standing", "bot_id").values("pk")[index]
        owned = Rating.objects.filter(pk__in=[row["pk"] for row in part])
        texts = [f"{each}__{text}" for each in ("bot__active_version", "version") for text in TEXTS]
        every = owned.select_related("bot__owner", "bot__active_version", "version").defer(*texts)
        rows = list(every.order_by("-standing", "bot_id"))
        return [
            _line(place, row) for place, row in zip(self._places(rows, start), rows, strict=True)
        ]

    def __iter__(self) -> Iterator[Standing]:
        return iter(self[:])

    def bounds(self) -> tuple[float, float] | None:
        """The lowest and the highest end of all intervals, in points; None without lines."""
        ends = self._all.aggregate(low=Min("standing"), high=Max(F("mu") + F("sigma_shown")))
        if ends["low"] is None:
            return None
        return scale.points(ends["low"]), scale.points(ends["high"])

    def _places(self, rows: Sequence[Rating], start: int) -> list[int]:
        if self._words:
            every = sorted(-value for value in self._all.values_list("standing", flat=True))
            return [1 + bisect_left(every, -row.standing) for row in rows]
        found: list[int] = []
        for number, row in enumerate(rows):
            if number and row.standing == rows[number - 1].standing:
                found.append(found[-1])
            elif number or not start:
                found.append(start + number + 1)
            else:
                found.append(_place(self._all, row.standing))
        return found


def rank(rating: Rating) -> Rank | None:
    """A rating's place in the standings of its season; None where it has none there."""
    every = _placed(rating.season)
    mine = every.filter(pk=rating.pk).values_list("standing", flat=True).first()
    return None if mine is None else Rank(_place(every, mine), every.count())


def display(rating: Rating) -> Display:
    """A rating for people, less certain where a version that was not rated yet is to play."""
    return scale.display((rating.mu, rating.sigma_shown))


def _line(place: int, row: Rating) -> Standing:
    return Standing(
        place=place,
        rating=row,
        display=display(row),
        win_rate=win_rate(row.wins, row.draws, row.losses),
        trend=round(scale.POINTS * trend(row.recent[0] if row.recent else None, row.mu)),
    )


def _place(every: QuerySet[Rating], standing: float) -> int:
    return 1 + every.filter(standing__gt=standing).count()


def _placed(season: Season) -> QuerySet[Rating]:
    rows = Rating.objects.filter(season=season, games__gt=0, bot__deactivated_at=None)
    return rows if season.has_ended else rows.filter(plays("bot__"))


def _holding(rows: QuerySet[Rating], words: str) -> QuerySet[Rating]:
    if not words:
        return rows
    name = Concat("bot__owner__username", Value("/"), "bot__name")
    return rows.annotate(full_name=name).filter(full_name__icontains=words)
