"""The standings of a season, by live ratings or by points: a table by pages, and places in it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, overload

from django.core.exceptions import ValidationError
from django.db.models import F, Max, Min, Q, QuerySet, Sum, Value
from django.db.models.functions import Concat

from bots.models import Bot, plays_rated
from bots.versions import agents
from games.game import Game
from games.texts.sentences import paragraph
from ladder.core import points as scoring
from ladder.core import rating as scale
from ladder.core.points import Total
from ladder.core.rating import Display
from ladder.core.standings import win_rate
from ladder.models import Disqualification, Rating, Season
from ladder.seasons.current import current_season
from matches.models import Seat

TEXTS = ("build_log", "failure")
"""Fields of versions that a table does not load."""
ORDER = ("-standing", "-tie", "bot_id")


class Key(NamedTuple):
    """The key of places, smaller first: equal keys share a place."""

    standing: float
    tie: int

    @classmethod
    def of(cls, row: Rating) -> Key:
        return cls(-row.standing, -row.tie)


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of the standings; equals share a place.  ``trend`` is in points of the rating;
    ``total`` is None where the season does not go by points; ``earned`` are the points that the
    game's rules gave in all rated matches, None where they give none."""

    place: int
    rating: Rating
    display: Display
    win_rate: float | None
    trend: int
    total: Total | None
    earned: float | None


@dataclass(frozen=True, slots=True)
class Rank:
    """A place among all: 3 of 120."""

    place: int
    of: int


class Standings(Sequence[StandingsRow]):
    """The lines of a season, best first, by mu − sigma or by points; lines are read when they are
    asked for.

    While the season runs they are those of bots that play; afterwards all but those that
    organizers took out.  ``typed`` leaves lines whose "owner/bot" or coding agent holds them, and
    ``made_with`` those of an agent (`bots.versions.agents`); places stay those of the whole table.
    """

    def __init__(self, season: Season, typed: str = "", made_with: str = "") -> None:
        self.season = season
        self._all = placed(season)
        self._chosen = bool(typed or made_with)
        self._rows = _holding(self._all, typed)
        if made_with:
            self._rows = self._rows.filter(agents.made_with(made_with, "bot__"))

    @cached_property
    def total(self) -> int:
        """Lines of the whole table."""
        return self._all.count()

    def __len__(self) -> int:
        return self._rows.count() if self._chosen else self.total

    @overload
    def __getitem__(self, index: int) -> StandingsRow: ...
    @overload
    def __getitem__(self, index: slice) -> list[StandingsRow]: ...
    def __getitem__(self, index: int | slice) -> StandingsRow | list[StandingsRow]:
        if isinstance(index, int):
            return self[index : index + 1][0]
        start = index.start or 0
        rows = _whole(Q(pk__in=self._first(index)))
        for row in rows:
            row.season = self.season
        earned = earned_by(self.season, [row.bot_id for row in rows])
        places = self._places(rows, start)
        return [
            _line(place, row, earned.get(row.bot_id))
            for place, row in zip(places, rows, strict=True)
        ]

    def __iter__(self) -> Iterator[StandingsRow]:
        return iter(self[:])

    def _first(self, part: slice) -> QuerySet[Rating, Any]:
        """The keys of a part's rows: a database that sorts whole rows carries each column along."""
        return self._rows.order_by(*ORDER).values("pk")[part]

    def bounds(self) -> tuple[float, float] | None:
        """The lowest and the highest end of all intervals, in points of the rating; None without
        lines."""
        low, high = F("mu") - F("sigma_shown"), F("mu") + F("sigma_shown")
        ends = self._all.aggregate(low=Min(low), high=Max(high))
        if ends["low"] is None:
            return None
        return scale.points(ends["low"]), scale.points(ends["high"])

    def _places(self, rows: Sequence[Rating], start: int) -> list[int]:
        if self._chosen:
            pairs = self._all.values_list("standing", "tie")
            every = sorted(Key(-standing, -tie) for standing, tie in pairs)
            return [1 + bisect_left(every, Key.of(row)) for row in rows]
        return shared_places(
            [Key.of(row) for row in rows],
            start,
            _place(self._all, Key.of(rows[0])) if start and rows else 1,
        )


def leaders(seasons: Sequence[Season], count: int) -> dict[int, list[StandingsRow]]:
    """The first lines of several seasons by their keys, in one query; without ``earned``."""
    rows_of: dict[int, list[Rating]] = {season.pk: [] for season in seasons}
    by_key = {season.pk: season for season in seasons}
    firsts = [Standings(season)._first(slice(count)) for season in seasons]
    # Not by alternatives (OR): PostgreSQL would read all ratings of all seasons.
    parts = [Rating.objects.order_by().filter(pk__in=first).values("pk") for first in firsts]
    none = Rating.objects.order_by().none().values("pk")
    for row in _whole(Q(pk__in=none.union(*parts, all=True))):
        row.season = by_key[row.season_id]
        rows_of[row.season_id].append(row)
    return {
        pk: list(map(_line, shared_places([*map(Key.of, rows)]), rows))
        for pk, rows in rows_of.items()
    }


def shared_places(keys: Sequence[Key], start: int = 0, first: int = 1) -> list[int]:
    """The places of a part of a table that begins after ``start`` lines, of which the first has
    the place ``first``."""
    places: list[int] = []
    for number, key in enumerate(keys):
        if number and key == keys[number - 1]:
            places.append(places[-1])
        else:
            places.append(start + number + 1 if number else first)
    return places


def rank(rating: Rating) -> Rank | None:
    """A rating's place in the standings of its season; None where it has none there."""
    every = placed(rating.season)
    mine = every.filter(pk=rating.pk).only("standing", "tie").first()
    return None if mine is None else Rank(_place(every, Key.of(mine)), every.count())


def ranks(ratings: Sequence[Rating]) -> dict[int, Rank]:
    """By rating: its place, as `rank` finds it, for ratings of several seasons in one query."""
    seasons = {rating.season_id: rating.season for rating in ratings}
    fields = ("season_id", "pk", "standing", "tie")
    none = Rating.objects.order_by().none().values_list(*fields)
    parts = [placed(season).order_by().values_list(*fields) for season in seasons.values()]
    every: dict[int, list[tuple[Key, int]]] = {pk: [] for pk in seasons}
    for season, pk, standing, tie in none.union(*parts, all=True) if parts else ():
        every[season].append((Key(-standing, -tie), pk))
    rank_of: dict[int, Rank] = {}
    for rows in every.values():
        rows.sort()
        keys = [key for key, _ in rows]
        places = zip(shared_places(keys), rows, strict=True)
        rank_of |= {pk: Rank(place, len(rows)) for place, (_, pk) in places}
    return {rating.pk: rank_of[rating.pk] for rating in ratings if rating.pk in rank_of}


def display(rating: Rating) -> Display:
    """A rating for people, less certain where a version that was not rated yet is to play."""
    return scale.display((rating.mu, rating.sigma_shown))


def house_strengths(game: Game) -> dict[str, Display]:
    """Name of a house bot → its rating in the running season of the game's default ruleset; bots
    that have not been rated there are left out."""
    running = Season.objects.running().filter(game=game.name, ruleset=game.rulesets[0].name)
    rows = Rating.objects.filter(
        season=running.first(), bot__owner__is_house=True, bot__is_house=True, games__gt=0
    )
    return {row.bot.name: display(row) for row in rows.select_related("bot")}


def placed(season: Season) -> QuerySet[Rating]:
    """The ratings that have a place in a season's standings."""
    rows = with_results(season)
    return rows if season.has_ended else rows.filter(plays_rated("bot__"))


def with_results(season: Season) -> QuerySet[Rating]:
    """The ratings of all bots that played in a season, but of those that organizers took out."""
    out = Disqualification.objects.standing().filter(season=season)
    rows = Rating.objects.filter(season=season, games__gt=0, bot__deactivated_at=None)
    return rows.exclude(bot__in=out.values("bot"))


def places_by_results(season: Season) -> dict[int, int]:
    """By bot: its place among all of `with_results`, also while it is paused or retired."""
    rows = with_results(season).order_by(*ORDER).only("standing", "tie", "bot_id", "season_id")
    every = list(rows)
    places = shared_places([Key.of(row) for row in every])
    return {row.bot_id: place for row, place in zip(every, places, strict=True)}


def earned_by(season: Season, bots: Sequence[int]) -> dict[int, float]:
    """By bot: the sum of the points that the game's rules gave it in the season's rated matches,
    whatever the season goes by.  Empty where the rules give none."""
    if season.worth is None:
        return {}
    seats = Seat.objects.filter(
        match__rated__season=season, match__voided_at=None, version__bot__in=bots
    )
    rows = seats.order_by().values_list("version__bot").annotate(Sum("score"))
    return {bot: points or 0.0 for bot, points in rows}


def _whole(which: Q) -> list[Rating]:
    """The rows with all that a table shows of them, best first."""
    owned = Rating.objects.filter(which)
    texts = [f"{each}__{text}" for each in ("bot__active_version", "version") for text in TEXTS]
    every = owned.select_related("bot__owner", "bot__active_version", "version").defer(*texts)
    return list(every.order_by(*ORDER))


def _line(place: int, row: Rating, earned: float | None = None) -> StandingsRow:
    return StandingsRow(
        place=place,
        rating=row,
        display=display(row),
        win_rate=win_rate(row.wins, row.draws, row.losses),
        trend=round(scale.POINTS * (row.mu - row.recent[0])) if row.recent else 0,
        total=scoring.total(row.counted, row.season.worth) if row.season.by_points else None,
        earned=earned,
    )


def _place(every: QuerySet[Rating], key: Key) -> int:
    better = Q(standing__gt=-key.standing) | Q(standing=-key.standing, tie__gt=-key.tie)
    return 1 + every.filter(better).count()


def _holding(rows: QuerySet[Rating], typed: str) -> QuerySet[Rating]:
    if not typed:
        return rows
    name = Concat("bot__owner__username", Value("/"), "bot__name", Value(" "), "bot__made_with")
    return rows.annotate(full_name=name).filter(full_name__icontains=typed)


def best_bots(game: str, ruleset: str, owners: Collection[int] | None = None) -> Iterator[Bot]:
    """The bots in the order of the running season's standings, the first one of each person, so
    that nobody's bots help each other; every house bot.

    With ``owners`` only bots of these people, and of the house.
    """
    season = current_season(game, ruleset)
    owners_seen: set[int] = set()
    for line in Standings(season) if season else []:
        bot = line.rating.bot
        may = owners is None or bot.owner_id in owners
        if bot.is_house or (may and bot.owner_id not in owners_seen):
            owners_seen.add(bot.owner_id)
            yield bot


def best_of_ladder(
    game: str, ruleset: str, count: int, owners: Collection[int] | None = None
) -> list[Bot]:
    """The first ``count`` of the `best_bots`.  ValidationError where there are fewer."""
    chosen = list(islice(best_bots(game, ruleset, owners), count))
    if len(chosen) < count:
        counts = (
            "One bot of each person counts, and every house bot."
            if owners is None
            else "One bot of each person who agreed to be entered counts, and every house bot."
        )
        have = f"The ladder has {len(chosen)} bots for this event, but it needs {count}."
        raise ValidationError(paragraph(have, counts))
    return chosen
