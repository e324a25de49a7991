"""The matches of a bot's statistics: the newest ones, at most `MOST`.

Of each version the newest seats come by its index from the end, so that a bot with a hundred
thousand matches costs as much as one with `MOST`.  Rooms, previews and comparisons are left out,
and so is what is not for everybody, or void.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from bots.models import Bot, BotVersion
from matches.models import Match, Seat

MOST = 5000
"""Matches that are read, the newest."""
MOST_VERSIONS = 200
"""Versions that are looked for, the newest."""
CHUNK = 500
KINDS = (
    Match.Kind.LADDER,
    Match.Kind.EVENT,
    Match.Kind.SERIES,
    Match.Kind.FRIENDLY,
    Match.Kind.PROVING,
)


@dataclass(frozen=True, slots=True)
class SampleQuery:
    """Which of a bot's matches: by the number of its version, ruleset, season and kind."""

    version: int | None = None
    ruleset: str = ""
    season: int | None = None
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A seat of another bot, and the points of the sample's bot against it: 1, ½ or 0."""

    bot: int
    version: int
    points: float


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match of the bot.  ``seat`` is its first (from 0), ``points`` the mean of the opponents."""

    match: int
    finished: datetime
    ruleset: str
    kind: str
    map: int | None
    frames: int
    version: int
    seat: int
    opponents: tuple[Opponent, ...]

    @property
    def points(self) -> float:
        return sum(each.points for each in self.opponents) / len(self.opponents)

    def against(self, bot: int) -> float:
        """The mean over the seats of one bot that was met."""
        own = [each.points for each in self.opponents if each.bot == bot]
        return sum(own) / len(own)


@dataclass(frozen=True, slots=True)
class Sample:
    """Newest first. ``versions`` has the numbers of the bot's own versions; ``capped`` says that
    there were more matches than were read.
    """

    bot: Bot
    played: Sequence[PlayedMatch]
    versions: dict[int, int]
    capped: bool

    def meeting(self, bot: int) -> list[PlayedMatch]:
        """Those in which another bot was met."""
        return [one for one in self.played if any(e.bot == bot for e in one.opponents)]


def sample(bot: Bot, wanted: SampleQuery | None = None) -> Sample:
    wanted = wanted or SampleQuery()
    numbers = dict(bot.versions.order_by("-number").values_list("pk", "number")[:MOST_VERSIONS])
    asked = [pk for pk, n in numbers.items() if wanted.version in (None, n)]
    ids, capped = _newest(asked)
    played = [one for chunk in chunks(ids) for one in _read(chunk, asked, bot.pk, wanted)]
    return Sample(bot, sorted(played, key=lambda one: -one.match), numbers, capped)


def _newest(versions: Sequence[int]) -> tuple[list[int], bool]:
    """Ids of the newest matches of versions.  Seats are made with their matches, in their order."""
    newest: set[tuple[int, int]] = set()
    for version in versions:
        rows = Seat.objects.filter(version=version).order_by("-pk").values_list("pk", "match_id")
        newest.update(rows[: MOST + 1])
    seats = (match for _, match in sorted(newest, reverse=True))
    matches = list(islice(dict.fromkeys(seats), MOST + 1))
    return matches[:MOST], len(matches) > MOST


def chunks(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Parts of at most `CHUNK` ids."""
    for start in range(0, len(ids), CHUNK):
        yield ids[start : start + CHUNK]


def _read(
    ids: Sequence[int], versions: Sequence[int], bot: int, wanted: SampleQuery
) -> Iterator[PlayedMatch]:
    matches = Match.objects.counting().public().filter(pk__in=ids, kind__in=KINDS)
    if wanted.ruleset:
        matches = matches.filter(ruleset=wanted.ruleset)
    if wanted.kind:
        matches = matches.filter(kind=wanted.kind)
    if wanted.season is not None:
        matches = matches.filter(rated__season=wanted.season)
    fields = ("finished", "ruleset", "kind", "map_used_id", "frames")
    rows = matches.order_by().values_list("pk", *fields)
    heads: dict[int, Any] = {pk: rest for pk, *rest in rows}
    seats: dict[int, list[_Seat]] = {}
    every = Seat.objects.filter(match__in=list(heads)).order_by("match_id", "number")
    for row in every.values_list("match_id", "number", "team", "version_id", "rank"):
        seats.setdefault(row[0], []).append(_Seat(*row[1:]))
    bots = _bots({s.version for each in seats.values() for s in each if s.version is not None})
    asked = set(versions)
    for match, sides in seats.items():
        mine = next((seat for seat in sides if seat.version in asked), None)
        opponents = _opponents(mine, sides, bots, bot) if mine is not None else ()
        if mine is not None and mine.version is not None and opponents:
            when, ruleset, kind, board, frames = heads[match]
            here = (mine.version, mine.number, opponents)
            yield PlayedMatch(match, when, ruleset, kind, board, frames, *here)


@dataclass(frozen=True, slots=True)
class _Seat:
    number: int
    team: int
    version: int | None
    rank: int | None


def _bots(versions: set[int]) -> dict[int, int]:
    rows = BotVersion.objects.filter(pk__in=versions).order_by()
    return dict(rows.values_list("pk", "bot_id"))


def _opponents(
    mine: _Seat, row: Sequence[_Seat], bots: dict[int, int], bot: int
) -> tuple[Opponent, ...]:
    """The seats of others; a team-mate is no opponent, nor is another version of the bot."""
    opponents = []
    for seat in row:
        if seat.version is None or seat.rank is None or mine.rank is None:
            continue
        if bots[seat.version] == bot or (seat.team and seat.team == mine.team):
            continue
        points = 1.0 if mine.rank < seat.rank else 0.0 if mine.rank > seat.rank else 0.5
        opponents.append(Opponent(bots[seat.version], seat.version, points))
    return tuple(opponents)
