"""The starts of ladder matches: on which map the next ones of some versions show something new.

Where a game does not use its seed on a start, the same versions on the same seats of a map can
differ by what they draw themselves alone.  So maps are drawn that they have not played; once there
are none, one is played again.  If that gives the same match, it counts for nothing, and versions
of which this is known meet no more on starts that they have played.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from games.registry import GAMES
from ladder.events.formats.ladder import own_stage
from ladder.models import RatedMatch, Season
from maps.models import Map
from maps.pools import drawable, whole
from matches.models import Match, Seat
from matches.voiding import set_void

DUEL = 2
NEWEST = 5000
"""Matches of a season that are looked through.  One that an older match had is played again, and
then counts for nothing."""

REPEATED = "It repeats match {}: the same versions played the same turns on the same seats and map."

Versions = tuple[int | None, ...]
"""In the order of seats."""
Place = tuple[int | None, int | None]
"""A map and its revision; None without a map."""


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


class Starts:
    """The starts of a season, and what has been played on them."""

    def __init__(self, season: Season) -> None:
        self._game = GAMES[season.game]
        self._maps = drawable(season.game, season.ruleset)
        self._past: defaultdict[Versions, _Past] = defaultdict(_Past)
        if not all(map(self._is_new, self._maps)):
            self._read(season)
        self._repeating = {
            version for seats, past in self._past.items() if past.repeats for version in seats
        }

    def _is_new(self, board: Map | None) -> bool:
        """Whether each match on it has a start of its own, by its seed."""
        return self._game.uses_seed(on_map=board is not None)

    def _read(self, season: Season) -> None:
        states = (*Match.UNFINISHED, Match.State.FINISHED)
        rows = RatedMatch.objects.filter(season=season, match__state__in=states)
        rows = rows.exclude(match__voided_at__isnull=False, order__isnull=False)
        place = ("match__map_used", "match__map_revision")
        columns = ("match_id", *place, "match__state", "play_sha256")
        newest = list(rows.order_by("-pk").values_list(*columns)[:NEWEST])
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

    def is_spent(self, versions: Sequence[int]) -> bool:
        """Whether a match of these two versions, on either seats, would only repeat one."""
        orders = [tuple(versions), tuple(versions[::-1])]
        played = (self._plays([order], each) for order in orders for each in self._maps)
        if len(versions) != DUEL or not all(played):
            return False
        pasts = [self._past[order] for order in orders]
        if any(past.may_show for past in pasts):
            return True
        differ = any(past.differs for past in pasts)
        return not differ and self._repeating.issuperset(versions)

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

    def draw(self, seatings: Sequence[Versions], rng: random.Random) -> Map | None:
        """One of the maps on which matches in these seatings were played least often; each has the
        same chance.  None: the board is made from the seed."""
        plays = [self._plays(seatings, each) for each in self._maps]
        least = [each for each, n in zip(self._maps, plays, strict=True) if n == min(plays)]
        drawn = rng.choice(least)
        for seating in seatings:
            self._past[seating].going[_place(drawn)] += 1
        return whole(drawn)


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
    season = Season.objects.select_for_update().get(pk=rated.season_id)
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
    for found in same.filter(Match.counts("match__")).values_list("match", flat=True):
        if dict(Seat.objects.filter(match=found).values_list("number", "version")) == versions:
            return found
    return None
