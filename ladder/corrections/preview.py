"""The preview of an act on a season's standings: computed in memory from the matches, without
writing to the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import asdict, dataclass
from typing import Any

from arbiter.database.chunks import in_chunks
from bots.models import Bot
from ladder.core import official as official_scale
from ladder.core.standings import places as places_of
from ladder.models import OfficialRating, Rating, Season
from ladder.publishing import Preview
from ladder.ratings import official
from ladder.ratings.rebuilding import CHUNK, Replay, results_of
from ladder.ratings.standings import display

_LISTS = ("voided", "restored", "made", "out", "back")


@dataclass(frozen=True, kw_only=True)
class Effect(Preview):
    """Changes at a ``revision`` of the season, planned or made: matches voided, restored and made
    again, bots disqualified and readmitted; all by id.
    """

    revision: int = 0
    voided: tuple[int, ...] = ()
    restored: tuple[int, ...] = ()
    made: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    back: tuple[int, ...] = ()

    def __bool__(self) -> bool:
        return any(self.to_json().values())

    def to_json(self) -> dict[str, tuple[int, ...]]:
        return {name: getattr(self, name) for name in _LISTS}

    @classmethod
    def from_json(cls, data: Mapping[str, Iterable[int]]) -> Effect:
        voided, restored, made, out, back = (tuple(data[name]) for name in _LISTS)
        return cls(voided=voided, restored=restored, made=made, out=out, back=back)

    @property
    def facts(self) -> int:
        return self.revision


@dataclass(frozen=True, slots=True)
class Spot:
    """A line of a table: ``points`` as the table shows them."""

    place: int
    points: float


@dataclass(frozen=True, slots=True)
class Move:
    """A bot whose line changes; a spot is None if it has no line."""

    bot: int
    name: str
    before: Spot | None
    after: Spot | None

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Move:
        spots = [Spot(**data[key]) if data[key] else None for key in ("before", "after")]
        return cls(data["bot"], data["name"], *spots)

    @property
    def climbed(self) -> int | None:
        """The number of places that it goes up; None if it has no line before or after."""
        return self.before.place - self.after.place if self.before and self.after else None

    @property
    def gained(self) -> float | None:
        if self.before is None or self.after is None:
            return None
        return round(self.after.points - self.before.points, 2)


@dataclass(frozen=True, slots=True)
class Diff:
    """The bots that move in the live and in the official table, in the order of the new places, and
    the number of results before and after, at a ``revision`` of the season.
    """

    revision: int
    before: int
    after: int
    live: tuple[Move, ...] = ()
    official: tuple[Move, ...] = ()

    def to_json(self) -> dict[str, object]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Diff:
        live, ranked = (tuple(map(Move.from_json, data[name])) for name in ("live", "official"))
        return cls(data["revision"], data["before"], data["after"], live, ranked)


def compute(
    season: Season, effect: Effect, heard: Callable[[int], None] = lambda done: None
) -> Diff:
    """The preview of the effect. ``heard`` is called at intervals with the number of results read;
    its exceptions end the computation.
    """
    season = Season.objects.get(pk=season.pk)
    counts, (before, after) = _replays(season, effect, heard)
    standing = set(season.disqualifications.standing().values_list("bot", flat=True))
    eligible = _eligible(season)
    old, new = eligible - standing, eligible - standing.union(effect.out).difference(effect.back)
    live = _live(before, old), _live(after, new)
    touched = {"without": effect.voided, "also": effect.restored}
    fit, _ = official.fitted(season, upto=season.revision)
    refit, _ = official.fitted(season, upto=season.revision, **touched)
    ranked = _official(fit, old), _official(refit, new)
    shown = {bot for table in (*live, *ranked) for bot in table}
    bots = Bot.objects.select_related("owner").in_bulk(shown)
    names = {pk: str(bot) for pk, bot in bots.items()}
    return Diff(
        season.revision,
        *counts,
        live=_moves(*live, names),
        official=_moves(*ranked, names),
    )


def _replays(
    season: Season, effect: Effect, heard: Callable[[int], None]
) -> tuple[tuple[int, int], tuple[Replay, Replay]]:
    """The numbers of results that count before and after, and the ratings from them.

    Both share one computation up to the first result that the effect touches.
    """
    before = Replay.of(season)
    after: Replay | None = None
    counts, void = [0, 0], frozenset(effect.voided)
    every = results_of(season, upto=season.revision, also=effect.restored)
    for number, rated in enumerate(in_chunks(every, CHUNK, "order")):
        if number % CHUNK == 0:
            heard(number)
        counted = rated.match.voided_at is None
        counts_then = rated.match_id not in void
        if after is None and counted != counts_then:
            after = before.copy()
        if counted:
            before.add(rated)
        if after is not None and counts_then:
            after.add(rated)
        counts[0], counts[1] = counts[0] + counted, counts[1] + counts_then
    after = before.copy() if after is None else after
    for replay in (before, after):
        replay.settle()
    return (counts[0], counts[1]), (before, after)


def _eligible(season: Season) -> set[int]:
    """Bots that can have a place: if they have played and are not disqualified."""
    bots = Bot.objects.filter(game=season.game, deactivated_at=None)
    bots = bots if season.has_ended else bots.playing_rated()
    return set(bots.values_list("pk", flat=True))


def _live(replay: Replay, entrants: Set[int]) -> dict[int, Spot]:
    rows = [row for bot, row in replay.ratings.items() if row.games and bot in entrants]
    places = places_of([(row.standing, row.tie) for row in rows])
    return {
        row.bot_id: Spot(place, _points(replay.season, row))
        for row, place in zip(rows, places, strict=True)
    }


def _points(season: Season, row: Rating) -> float:
    return round(row.standing, 2) if season.by_points else display(row).points


def _official(fit: Iterable[OfficialRating], entrants: Set[int]) -> dict[int, Spot]:
    rows = [row for row in fit if row.current and row.bot_id in entrants]
    places = places_of([row.strength for row in rows])
    return {
        row.bot_id: Spot(place, round(official_scale.points(row.strength)))
        for row, place in zip(rows, places, strict=True)
    }


def _moves(
    before: Mapping[int, Spot], after: Mapping[int, Spot], names: Mapping[int, str]
) -> tuple[Move, ...]:
    moves = [
        Move(bot, names[bot], before.get(bot), after.get(bot))
        for bot in before.keys() | after.keys()
        if before.get(bot) != after.get(bot)
    ]
    return tuple(sorted(moves, key=_order))


def _order(move: Move) -> tuple[bool, int, str]:
    spot = move.after or move.before
    assert spot is not None, "a move has a spot before or after"
    return move.after is None, spot.place, move.name
