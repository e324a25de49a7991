"""Tables of a sample: by opponent, by map, by seat, by version, and versions against opponents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from accounts.models import Viewer
from bots.models import Bot
from ladder.models import RatedMatch, Season
from ladder.ratings.standings import Standings
from ladder.statistics.sample import PlayedMatch, Sample, chunks
from ladder.statistics.shares import Share
from maps.models import Map
from matches.models import Match, Seat

MOST_ROWS = 100
"""Lines of a table by opponent or map, those of most results."""
MATRIX_VERSIONS, MATRIX_OPPONENTS = 10, 12
MATRIX_MATCHES = 5000
"""Rated matches of a season that a matrix of its first bots is made of, the newest."""

Key = TypeVar("Key", bound=Hashable)
Head = TypeVar("Head")


@dataclass(frozen=True, slots=True)
class ScoreRow(Generic[Head]):
    """``head`` is what the line is about: a bot, a map (None: one made from the seed), a number."""

    head: Head
    share: Share


@dataclass(frozen=True, slots=True)
class MatrixRow:
    """A line of a matrix: None where two never met, or where they are the same."""

    title: str
    bot: Bot | None
    cells: tuple[Share | None, ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """The score of each row against each column; ``matches`` is the number of matches read."""

    columns: tuple[Bot, ...]
    rows: tuple[MatrixRow, ...]
    matches: int


def overall(sample: Sample) -> Share:
    return _grouped((0, one.points) for one in sample.played).get(0, Share())


def by_opponent(sample: Sample) -> list[ScoreRow[Bot]]:
    """Seat by seat: a bot with three seats in a match is met three times."""
    met = ((each.bot, each.points) for one in sample.played for each in one.opponents)
    shares = _most(_grouped(met))
    bots = Bot.objects.select_related("owner").in_bulk(list(shares))
    return [ScoreRow(bots[bot], share) for bot, share in shares.items()]


def by_map(sample: Sample, viewer: Viewer) -> list[ScoreRow[Map | None]]:
    """Maps that the viewer may not look at are left out."""
    shares = _most(_grouped((one.map, one.points) for one in sample.played))
    maps = maps_of(shares, viewer)
    return [
        ScoreRow(None if pk is None else maps[pk], share)
        for pk, share in shares.items()
        if pk is None or pk in maps
    ]


def maps_of(pks: Iterable[int | None], viewer: Viewer) -> dict[int, Map]:
    """Those that this person may look at."""
    return Map.objects.visible_to(viewer).light().in_bulk([pk for pk in pks if pk is not None])


def by_seat(sample: Sample) -> list[ScoreRow[int]]:
    """Seats are numbered from 1."""
    shares = _grouped((one.seat + 1, one.points) for one in sample.played)
    return [ScoreRow(seat, shares[seat]) for seat in sorted(shares)]


def by_version(sample: Sample) -> list[ScoreRow[int]]:
    """The bot's own versions by their numbers, newest first."""
    shares = _grouped((sample.versions[one.version], one.points) for one in sample.played)
    return [ScoreRow(number, shares[number]) for number in sorted(shares, reverse=True)]


def versions_matrix(sample: Sample) -> Matrix:
    """The bot's newest versions against those whom it met most."""
    shares: dict[tuple[int, int], Share] = {}
    met: Counter[int] = Counter()
    for one in sample.played:
        for opponent in one.opponents:
            key = sample.versions[one.version], opponent.bot
            shares[key] = shares.get(key, Share()).plus(opponent.points)
            met[opponent.bot] += 1
    columns = [bot for bot, _ in met.most_common(MATRIX_OPPONENTS)]
    numbers = sorted({number for number, _ in shares}, reverse=True)[:MATRIX_VERSIONS]
    bots = Bot.objects.select_related("owner").in_bulk(columns)
    rows = [
        MatrixRow(f"v{number}", None, tuple(shares.get((number, bot)) for bot in columns))
        for number in numbers
    ]
    return Matrix(tuple(bots[bot] for bot in columns), tuple(rows), len(sample.played))


def ladder_matrix(season: Season, top: int) -> Matrix:
    """The first bots of a ladder against each other, from the newest of its matches."""
    bots = [line.rating.bot for line in Standings(season)[:top]]
    wanted = {bot.pk for bot in bots}
    newest = RatedMatch.objects.filter(Match.counts("match__"), season=season, order__isnull=False)
    ids = list(newest.order_by("-order").values_list("match_id", flat=True)[:MATRIX_MATCHES])
    shares: dict[tuple[int, int], Share] = {}
    for chunk in chunks(ids):
        for (one, other), points in _meetings(chunk, wanted):
            shares[one, other] = shares.get((one, other), Share()).plus(points)
    rows = [
        MatrixRow(str(bot), bot, tuple(shares.get((bot.pk, other.pk)) for other in bots))
        for bot in bots
    ]
    return Matrix(tuple(bots), tuple(rows), len(ids))


def _meetings(ids: Sequence[int], wanted: set[int]) -> Iterable[tuple[tuple[int, int], float]]:
    """Both ways, for the first seats of bots that met."""
    rows = Seat.objects.filter(match__in=ids, version__bot__in=wanted).order_by("match", "number")
    firsts: dict[int, dict[int, tuple[int, int]]] = {}
    for match, bot, team, rank in rows.values_list("match_id", "version__bot", "team", "rank"):
        if bot is not None and rank is not None:
            firsts.setdefault(match, {}).setdefault(bot, (team, rank))
    for seats in firsts.values():
        for one, (team, rank) in seats.items():
            for other, (their_team, their_rank) in seats.items():
                if one != other and not (team and team == their_team):
                    yield (one, other), (rank < their_rank) + (rank == their_rank) / 2


def grouped(
    met: Sequence[PlayedMatch], other: Bot, key: Callable[[PlayedMatch], Key]
) -> dict[Key, Share]:
    """A bot's score against another one, by map, seat or another key."""
    return _grouped((key(one), one.against(other.pk)) for one in met)


def _grouped(results: Iterable[tuple[Key, float]]) -> dict[Key, Share]:
    """Counted in place, as there are thousands: a `Share` for each key at the end."""
    sums: dict[Key, list[float]] = {}
    for key, points in results:
        row = sums.setdefault(key, [0, 0, 0, 0.0])
        row[0 if points == 1 else 2 if points == 0 else 1] += 1
        row[3] += points
    return {
        key: Share(int(wins), int(draws), int(losses), points)
        for key, (wins, draws, losses, points) in sums.items()
    }


def _most(shares: dict[Key, Share]) -> dict[Key, Share]:
    ordered = sorted(shares.items(), key=lambda item: -item[1].results)
    return dict(ordered[:MOST_ROWS])
