"""The starts of matches: on which map the next ones of some versions show something new.

Where a game does not use its seed on a start, the same versions on the same seats of a map can
differ by what they draw themselves alone.  So maps are drawn that they have not played; once there
are none, one is played again.  If that gives the same match, it counts for nothing, and versions
of which this is known meet no more on starts that they have played.

Ladder, comparisons and sparring choose their starts by this, each among its own matches.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.db.models import QuerySet, Value

from arbiter.database.locks import lock
from bots.models import BotVersion
from games.registry import GAMES
from ladder.core.seating import Seating
from ladder.events.kinds.season import own_stage
from ladder.models import RatedMatch, Season
from maps.models import Map
from maps.pools import drawable, whole
from matches.creating import new_seed
from matches.models import Match, Seat
from matches.recorded.voiding import set_void

NEWEST = 5000
"""Matches that are looked through.  The start of an older one is played again, and the match then
counts for nothing."""

REPEATED = "It repeats match {}: the same versions played the same turns on the same seats and map."

Versions = tuple[int | None, ...]
"""In the order of seats."""
Place = tuple[int | None, int | None]
"""A map and its revision; None without a map."""
Row = tuple[int, int | None, int | None, str, str]
"""A match, its place, its state, and the digest of its play, "" where none is known."""


@dataclass
class _Past:
    """The matches of some versions on some seats, by map: how many go on, and the digests of the
    others, "" where none is known."""

    going: Counter[Place] = field(default_factory=Counter)
    digests: defaultdict[Place, list[str]] = field(default_factory=lambda: defaultdict(list))

    def plays(self, place: Place) -> int:
        return self.going[place] + len(self.digests[place])

    @property
    def repeats(self) -> bool:
        """Whether two of them were the same match."""
        return any(
            times > 1
            for each in self.digests.values()
            for digest, times in Counter(each).items()
            if digest
        )

    @property
    def differs(self) -> bool:
        """Whether two of them on one map were different."""
        return any(len({*each} - {""}) > 1 for each in self.digests.values())

    @property
    def may_show(self) -> bool:
        """Whether one goes on that shows whether it repeats another."""
        return any(n and self.plays(place) > 1 for place, n in [*self.going.items()])


def rows_of(
    rows: QuerySet[Any], match: str = "match__", digest: str | Value = "play_sha256"
) -> QuerySet[Any, Row]:
    """The newest matches of these rows that go on or have ended; ``match`` leads to a row's match,
    and ``digest`` to that of its play."""
    states = (*Match.UNFINISHED, Match.State.FINISHED)
    columns = [f"{match}{name}" for name in ("pk", "map_used", "map_revision", "state")]
    newest = rows.filter(**{f"{match}state__in": states}).order_by("-pk")
    return newest.values_list(*columns, digest)[:NEWEST]


class Starts:
    """The starts of a game on some maps, and what has been played on them.

    ``played`` is read only where a match can repeat another.
    """

    def __init__(self, game: str, maps: Sequence[Map | None], played: Iterable[Row]) -> None:
        self._game, self._maps = GAMES[game], maps
        self._past: defaultdict[Versions, _Past] = defaultdict(_Past)
        if not all(map(self._is_new, self._maps)):
            self._read(played)
        self._repeating = {
            version for seats, past in self._past.items() if past.repeats for version in seats
        }

    def _is_new(self, board: Map | None) -> bool:
        """Whether each match on it has a start of its own, by its seed."""
        return self._game.uses_seed(on_map=board is not None)

    def _read(self, played: Iterable[Row]) -> None:
        newest = list(played)
        seated: defaultdict[int, list[int | None]] = defaultdict(list)
        seats = Seat.objects.filter(match__in=[row[0] for row in newest])
        for match, version in seats.order_by("number").values_list("match", "version"):
            seated[match].append(version)
        for match, board, revision, state, digest in newest:
            past = self._past[tuple(seated[match])]
            if state != Match.State.FINISHED:
                past.going[board, revision] += 1
            else:
                past.digests[board, revision].append(digest)

    def is_spent(self, seatings: Sequence[Versions]) -> bool:
        """Whether matches in these seatings would only repeat others, on each map."""
        if not all(self._plays([order], each) for order in seatings for each in self._maps):
            return False
        pasts = [self._past[order] for order in seatings]
        if any(past.may_show for past in pasts):
            return True
        differ = any(past.differs for past in pasts)
        return not differ and self._repeating.issuperset(v for order in seatings for v in order)

    def _plays(self, seatings: Iterable[Versions], board: Map | None) -> int:
        """How often these have been played on a map; 0 where each match is a new start."""
        if self._is_new(board):
            return 0
        place = _place(board)
        return sum(
            self._past[order].plays(place)
            for seating in seatings
            for order in ({seating, seating[::-1]} if self._game.exchanges_sides else {seating})
        )

    def least(self, seatings: Sequence[Versions]) -> tuple[int, list[Map | None]]:
        """How often matches in these seatings were played on the maps on which they were played
        least often, and these maps.  None among them is a board that is made from the seed."""
        plays = [self._plays(seatings, each) for each in self._maps]
        least = min(plays)
        return least, [each for each, n in zip(self._maps, plays, strict=True) if n == least]

    def take(self, seatings: Sequence[Versions], board: Map | None) -> Map | None:
        """Note that matches in these seatings begin on a map; the map with its board."""
        for seating in seatings:
            self._past[seating].going[_place(board)] += 1
        return whole(board)

    def seated(
        self, seatings: Sequence[Seating], playing: Mapping[int, BotVersion], rng: random.Random
    ) -> Iterator[tuple[Seating, int, Map | None]]:
        """The seatings of a plan, each with the seed and the map of its start.

        ``playing`` has the versions by what a seating names.  Of the maps that they have played
        least often each has the same chance.
        """
        by_start = defaultdict[int, list[Seating]](list)
        for number, seating in enumerate(seatings):
            by_start[self._game.start(number, len(seatings))].append(seating)
        for group in by_start.values():
            seed, versions = new_seed(), [tuple(playing[who].pk for who in each) for each in group]
            _, maps = self.least(versions)
            board = self.take(versions, rng.choice(maps))
            for seating in group:
                yield seating, seed, board


def of_season(season: Season) -> Starts:
    rows = RatedMatch.objects.filter(season=season)
    rows = rows.exclude(match__voided_at__isnull=False, order__isnull=False)
    return Starts(season.game, drawable(season.game, season.ruleset), rows_of(rows))


def _place(board: Map | None) -> Place:
    return (None, None) if board is None else (board.pk, board.revision)


def set_aside(match: Match, play_sha256: str) -> bool:
    """Make a finished ladder match void if it repeats another one of its season, by the digest of
    its play; whether that was done.  Then it has no place among the season's results.

    In an event's own season all matches count: its entrants have the same number of them.
    """
    if match.kind != Match.Kind.LADDER or not play_sha256:
        return False
    with transaction.atomic():
        return _set_aside(match, play_sha256)


def _set_aside(match: Match, play_sha256: str) -> bool:
    rated = RatedMatch.objects.filter(match=match, order=None).first()
    if rated is None:
        return False
    season = lock(Season.objects).get(pk=rated.season_id)
    RatedMatch.objects.filter(pk=rated.pk).update(play_sha256=play_sha256)
    earlier = None if own_stage(season) else _repeated(match, season, play_sha256)
    return earlier is not None and set_void(match, REPEATED.format(earlier))


def _repeated(match: Match, season: Season, play_sha256: str) -> int | None:
    """The number of the match that this one repeats: the same versions on the same seats of the
    same map, with the same replies and events.  None where it repeats none."""
    versions = dict(match.seats.values_list("number", "version"))
    same = RatedMatch.objects.filter(
        season=season, order__isnull=False, play_sha256=play_sha256,
        match__map_used=match.map_used_id, match__map_revision=match.map_revision,
        match__in=Seat.objects.filter(number=0, version=versions[0]).values("match"),
    )  # fmt: skip
    for earlier in same.filter(Match.counts("match__")).values_list("match", flat=True):
        if dict(Seat.objects.filter(match=earlier).values_list("number", "version")) == versions:
            return earlier
    return None
