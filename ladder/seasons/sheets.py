"""Standings as tables for programs and spreadsheets: rows of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from arbiter.csv_text import Row
from bots.models import Bot
from ladder.core import official as core
from ladder.models import OfficialRating, Season, StandingsDay
from ladder.ratings import official
from ladder.ratings.official import OfficialRow
from ladder.ratings.standings import Standings, StandingsRow
from ladder.seasons import history
from ladder.seasons import totals as season_totals

CHUNK = 500
"""Lines of standings that are read at a time."""
DAY = ("day", "place", "owner", "bot", "value", "matches", "final")


# Tables -------------------------------------------------------------------------------------------

LIVE = (
    *("place", "owner", "bot", "version", "rating", "uncertainty", "provisional"),
    *("matches", "wins", "draws", "losses", "win_rate", "average_place", "trend", "last_played"),
)
POINTS = ("points", "counted_matches", "average_points")
BESIDE = ("official_place", "official_rating", "official_low", "official_high")
OFFICIAL = (
    *("place", "best_place", "worst_place", "owner", "bot", "version"),
    *("rating", "low", "high", "error", "matches", "anchor"),
)
RECORDS = ("owner", "bot", "seasons", "titles", "best_place", "official_rating", "matches")
SEASONS = ("season", "begins", "ends", "place", "owner", "bot", "value", "matches", "official")


def standings(season: Season) -> Iterator[Row]:
    """The present standings of a season, with the official ratings."""
    beside = {line.rating.bot_id: line for line in official.table(season)}
    earned = ("earned_points",) if season.worth else ()
    yield [*LIVE, *(POINTS if season.by_points else ()), *earned, *BESIDE]
    table = Standings(season)
    for start in range(0, len(table), CHUNK):
        for line in table[start : start + CHUNK]:
            sums = [line.earned] if season.worth else []
            yield [*_live(line), *_points(line), *sums, *_beside(beside.get(line.rating.bot_id))]


def _live(line: StandingsRow) -> Row:
    row = line.rating
    return [
        line.place,
        row.bot.owner.username,
        row.bot.name,
        row.version.number if row.version else None,
        line.display.points,
        line.display.uncertainty,
        _yes(line.display.provisional),
        *(row.games, row.wins, row.draws, row.losses),
        _rounded(line.win_rate, 4),
        _rounded(row.average_place, 2),
        line.trend,
        row.last_played.isoformat() if row.last_played else None,
    ]


def _points(line: StandingsRow) -> Row:
    if line.total is None:
        return []
    return [line.total.points, line.total.matches, _rounded(line.total.average, 3)]


def _beside(line: OfficialRow | None) -> Row:
    return [line.place, line.points, line.low, line.high] if line else [None] * len(BESIDE)


def official_ratings(season: Season) -> Iterator[Row]:
    yield OFFICIAL
    for line in official.table(season):
        row = line.rating
        yield [
            *(line.place, row.best, row.worst),
            *(row.bot.owner.username, row.bot.name, row.version.number),
            *(line.points, line.low, line.high),
            round(core.SCALE * row.error, 1),
            row.games,
            _yes(not row.error),
        ]


def of_day(season: Season, day: date) -> Iterator[Row]:
    yield DAY
    yield from map(_day, history.of_day(season, day))


def of_days(season: Season, bots: Sequence[Bot] = ()) -> Iterator[Row]:
    """Every day that is kept; of some bots alone where some are named."""
    yield DAY
    rows = history.of_days(season, [bot.pk for bot in bots])
    yield from map(_day, rows.iterator(chunk_size=CHUNK))


def _day(row: StandingsDay) -> Row:
    return [
        row.day.isoformat(),
        row.place,
        *(row.bot.owner.username, row.bot.name),
        _rounded(row.value, 3),
        row.games,
        _yes(row.final),
    ]


def records(game: str, ruleset: str) -> Iterator[Row]:
    """All bots over all seasons of a ruleset."""
    yield RECORDS
    every = season_totals.records(game, ruleset)
    for start in range(0, len(every), CHUNK):
        part = every[start : start + CHUNK]
        bots = season_totals.bots_of(part)
        for each in part:
            bot = bots[each.bot]
            yield [
                *(bot.owner.username, bot.name, each.seasons, each.titles),
                *(each.best, each.official, each.matches),
            ]


def by_season(game: str, ruleset: str) -> Iterator[Row]:
    """The final standings of every finished season."""
    yield SEASONS
    known = _official_points(game, ruleset)
    for row in history.finals(game, ruleset).iterator(chunk_size=CHUNK):
        season = row.season
        yield [
            season.name,
            season.starts.isoformat(),
            season.ends.isoformat() if season.ends else None,
            *(row.place, row.bot.owner.username, row.bot.name),
            *(_rounded(row.value, 3), row.games),
            known.get((season.pk, row.bot_id)),
        ]


def _official_points(game: str, ruleset: str) -> dict[tuple[int, int], int]:
    rows: Any = OfficialRating.objects.filter(
        season__game=game, season__ruleset=ruleset, current=True
    ).values_list("season", "bot", "strength")
    return {(season, bot): round(core.points(strength)) for season, bot, strength in rows}


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
