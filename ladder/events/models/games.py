"""The series and encounters of a stage, and their games."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.db import models

from arbiter.database.light import Light, TupleField
from ladder.core.seating import sides
from ladder.events.models.stages import Stage
from ladder.seasons.worth import worth_of
from matches.models import Match, Seat

CHUNK = 500
"""Encounters whose attempts one query reads."""


class Series(models.Model):
    """The series that one group of a stage plays, by the rules of `ladder.core.series`.

    Its standings follow from the results of its games.  ``qualified`` has the numbers of the
    entrants whose wins do not count towards the winners.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="series")
    group = models.PositiveSmallIntegerField()
    winners = models.PositiveSmallIntegerField(help_text="Number of winners.")
    most_games = models.PositiveSmallIntegerField(help_text="Maximum number of games.")
    qualified = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ["group"]
        verbose_name_plural = "series"
        constraints = [models.UniqueConstraint(fields=["stage", "group"], name="one_group_series")]

    def __str__(self) -> str:
        return f"{self.stage.title_of(self.group)} of {self.stage.event}"

    def get_absolute_url(self) -> str:
        url = self.stage.get_absolute_url()
        return f"{url}?group={self.group + 1}" if self.group else url


class SeriesGame(models.Model):
    """One attempt at a game of a series.

    ``seating`` has the numbers of the entrants by seat, null for a house bot on an empty seat.
    ``lost`` ones do not count, and another one was or will be played instead.
    """

    series = models.ForeignKey(Series, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(help_text="Counts from 1.")
    match = models.OneToOneField(Match, models.PROTECT, related_name="series_game")
    seating = models.JSONField()
    lost = models.BooleanField(default=False)
    taken_back_with = models.ForeignKey(
        Match,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="The void match that made it not count. Undoing that void restores it.",
    )

    class Meta:
        ordering = ["number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["series", "number"], condition=models.Q(lost=False), name="one_series_game"
            )
        ]

    def __str__(self) -> str:
        return f"{self.title} of {self.series.stage.event}"

    @property
    def title(self) -> str:
        """Such as “Groups, group B, game 3”."""
        return self.series.stage.title_of(self.series.group, f"Game {self.number}")


class _AttemptsField(TupleField):
    """A column with the `Attempt` of each game that counts.  Results that are kept change seldom,
    and pages read thousands of them: a text is parsed once in a process."""

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return None if value is None else _parsed(value)

    def get_prep_value(self, value: Any) -> Any:
        return None if value is None else [each.kept for each in value]


class Encounter(Light):
    """Entrants of a group that meet; see `ladder.core.stages.contract`."""

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="encounters")
    group = models.PositiveSmallIntegerField(default=0)
    key = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    entrants = TupleField(help_text="Numbers of the group's entries.")
    of = TupleField(default=tuple, blank=True)
    basis = TupleField(
        default=tuple, blank=True, help_text="Counted matches of the encounters that lead to it."
    )
    obsolete = models.BooleanField(default=False, help_text="A result that led to it was voided.")
    settled = _AttemptsField(
        null=True,
        editable=False,
        help_text="The games that count, kept when no other one is wanted; null: they are read.",
    )
    awarded = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="The number of the entrant that has won by decision."
    )
    award_ranks = TupleField(
        default=tuple, blank=True, help_text="The ranks by decision, in the order of the entrants."
    )
    award_reason = models.CharField(max_length=300, blank=True)
    awarded_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["group", "round", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["stage", "group", "key"],
                condition=models.Q(obsolete=False),
                name="one_encounter",
            )
        ]

    def __str__(self) -> str:
        return f"{self.title} of {self.stage.event}"

    @cached_property
    def attempts(self) -> Sequence[Attempt]:
        """All attempts at its games by their numbers; of a settled encounter those that count.
        `load_attempts` reads those of many encounters at once."""
        if self.settled is None:
            load_attempts([self])
            return self.attempts
        kept: tuple[Attempt, ...] = self.settled
        return kept

    @property
    def standing(self) -> tuple[Attempt, ...]:
        """Its games that have a result which counts, if it is valid, as `settled` keeps them."""
        return tuple(each for each in self.attempts if each.stands)

    @property
    def title(self) -> str:
        """The full name, for example “Groups, group B, round 2, match 1”."""
        return self.stage.title_of(self.group, self.name)


class EncounterGameQuerySet(models.QuerySet["EncounterGame"]):
    def standing(self) -> EncounterGameQuerySet:
        """Games that count, or will count when they are played."""
        return self.filter(lost=False, encounter__obsolete=False)


class EncounterGame(models.Model):
    """One game of an encounter; ``sides`` has entrants' numbers by side, null for a guest.

    A ``lost`` game has no result that counts, and another game replaces it.  Games of an obsolete
    encounter do not count either, but keep their ``lost`` in case the encounter is restored.
    """

    encounter = models.ForeignKey(Encounter, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField(help_text="Counts from 1, across all attempts.")
    sides = models.JSONField()
    match = models.OneToOneField(Match, models.PROTECT, related_name="event_game")
    lost = models.BooleanField(default=False)
    taken_back_with = models.ForeignKey(
        Match,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="Its own match, while that is void and can count again.",
    )

    objects = EncounterGameQuerySet.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["encounter", "number"], name="one_encounter_game")
        ]

    def __str__(self) -> str:
        return f"game {self.number} of {self.encounter}"


class Attempt(NamedTuple):
    """A game of an encounter with what its match says of it, in few columns.

    ``match`` is an id.  ``ranks`` has the best rank of each side's seats, ``points`` the points of
    each side, None if the game has none; both are empty before there is a result.
    """

    match: int
    number: int
    sides: tuple[int | None, ...]
    ranks: tuple[int, ...] = ()
    points: tuple[float, ...] | None = None
    state: str = Match.State.FINISHED
    lost: bool = False
    void: bool = False

    @property
    def stands(self) -> bool:
        """Whether its result counts, if its encounter is valid."""
        return not self.lost and not self.void and self.state == Match.State.FINISHED

    @property
    def is_going(self) -> bool:
        return not self.lost and self.state in Match.UNFINISHED

    @property
    def has_failed(self) -> bool:
        """Whether its match ended without a result, or is void, and it is not lost yet."""
        return not (self.lost or self.stands or self.is_going)

    @property
    def kept(self) -> list[object]:
        """As `Encounter.settled` keeps it."""
        points = None if self.points is None else list(self.points)
        return [self.match, self.number, list(self.sides), list(self.ranks), points]


def load_attempts(rows: Iterable[Encounter], again: frozenset[int] = frozenset()) -> None:
    """Give encounters their `Encounter.attempts`.  Those to read ``again`` are settled (ids)."""
    left = {row.pk: row for row in rows if row.settled is None or row.pk in again}
    pks = list(left)
    for start in range(0, len(pks), CHUNK):
        read = _read(pks[start : start + CHUNK])
        for pk in pks[start : start + CHUNK]:
            left[pk].attempts = read.get(pk, [])


@lru_cache(maxsize=1 << 15)
def _parsed(text: str) -> tuple[Attempt, ...]:
    """The attempts in a text that `Attempt.kept` made, with about 500 bytes for each game."""
    return tuple(
        Attempt(
            match, number, tuple(sides), tuple(ranks), None if points is None else tuple(points)
        )
        for match, number, sides, ranks, points in json.loads(text)
    )


def _read(pks: Sequence[int]) -> dict[int, list[Attempt]]:
    """The attempts of some encounters by the encounters' ids; two queries."""
    games = EncounterGame.objects.filter(encounter__in=pks).order_by("encounter", "number")
    rows = list(
        games.values_list(
            "encounter", "match", "number", "sides", "match__state", "lost", "match__voided_at",
            "match__game",
        )
    )  # fmt: skip
    # After the states: a match that ends meanwhile has no result yet, and not one without seats.
    seats: dict[int, list[tuple[int, float, int]]] = {}
    ended = Seat.objects.filter(
        match__event_game__encounter__in=pks, match__state=Match.State.FINISHED
    ).order_by("match", "number")
    for match, rank, score, team in ended.values_list("match", "rank", "score", "team"):
        seats.setdefault(match, []).append((rank or 0, score or 0.0, team))
    by_encounter: dict[int, list[Attempt]] = {}
    for encounter, match, number, places, state, lost, voided, game in rows:
        ranks, points = _of_sides(game, seats.get(match, ()))
        by_encounter.setdefault(encounter, []).append(
            Attempt(match, number, tuple(places), ranks, points, state, lost, voided is not None)
        )
    return by_encounter


def _of_sides(
    game: str, seats: Sequence[tuple[int, float, int]]
) -> tuple[tuple[int, ...], tuple[float, ...] | None]:
    """The ranks and the points of the sides, by the rank, score and team of each seat."""
    teams = [team for _, _, team in seats]
    by_side = sides(len(seats), teams if any(teams) else ())
    ranks = tuple(min(seats[seat][0] for seat in side) for side in by_side)
    if worth_of(game) is None:
        return ranks, None
    return ranks, tuple(seats[side[0]][1] for side in by_side)
