"""The matches of a stage, each with its place in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from ladder.events.models import EarlierGame, EncounterGame, SeriesGame, Stage
from ladder.events.models.labels import group_letter
from matches.models import Match

BATCH = 500


@dataclass(frozen=True, slots=True)
class StageGame:
    """A match with its place in a stage; ``group`` is a letter.

    A series has no encounters and rounds, a season of the ladder none of all these: what is
    missing is empty, or None for numbers.  ``lost``: another game replaced it.
    """

    match: Match
    group: str = ""
    encounter: str = ""
    round: int | None = None
    game: int | None = None
    lost: bool = False


def within(
    stages: Sequence[Stage] | QuerySet[Stage], group: int | None = None, number: int | None = None
) -> Q:
    """A filter for matches of these stages, optionally of one group or round, also those from
    before a stage was taken back.

    Games of a series have no round.
    """
    earlier = EarlierGame.objects.filter(stage__in=stages)
    games = EncounterGame.objects.filter(encounter__stage__in=stages)
    series = SeriesGame.objects.filter(series__stage__in=stages)
    if group is not None:
        games = games.filter(encounter__group=group)
        series = series.filter(series__group=group)
        earlier = earlier.filter(group=group)
    if number is not None:
        games, series = games.filter(encounter__round=number), series.none()
        earlier = earlier.filter(round=number)
    return listed(games, series, earlier)


def listed(*games: QuerySet[Any]) -> Q:
    """A filter for the matches of these rows, as one list: PostgreSQL reads all matches to find
    those in one of several."""
    first, *others = (rows.order_by().values("match") for rows in games)
    return Q(pk__in=first.union(*others, all=True))


def earlier_games(stage: Stage) -> Iterator[StageGame]:
    """The matches from before the stage was taken back."""
    rows = stage.earlier_games.prefetch_related(light()).order_by("pk")
    for game in rows.iterator(chunk_size=BATCH):
        letter = group_letter(game.group)
        yield StageGame(game.match, letter, game.key, game.round, game.number, lost=True)


def light() -> Prefetch[str]:
    """The match of a game with its seats, without the long texts."""
    plain = Match.objects.with_seats().defer("map", "outcome", "params")
    return Prefetch("match", plain)
